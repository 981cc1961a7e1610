package dev.stampede.redis.json;

import java.util.LinkedHashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;

/**
 * The types that values of a declared type consist of: elements, keys, and properties as
 * the mapper writes them, down to classes of the JDK.
 */
final class DeclaredTypes {

	private final ClassViews views;

	private final Set<JavaType> found = new LinkedHashSet<>();

	private DeclaredTypes(ClassViews views) {
		this.views = views;
	}

	/**
	 * Looks for all types.
	 * @param views the classes as the mapper sees them
	 * @param type the declared type
	 * @return the declared type and those within
	 */
	static Set<JavaType> within(ClassViews views, JavaType type) {
		DeclaredTypes types = new DeclaredTypes(views);
		types.add(type);
		return types.found;
	}

	private void add(@Nullable JavaType type) {
		if (type == null || !this.found.add(type)) {
			return;
		}
		add(type.getKeyType());
		add(type.getContentType());
		if (!type.isContainerType() && !ClassViews.isOfThePlatform(type.getRawClass())) {
			this.views.of(type).properties().forEach((property) -> add(property.type()));
			if (SealedTypes.isSealed(type.getRawClass())) {
				SealedTypes.leaves(type.getRawClass()).forEach((leaf) -> add(this.views.leaf(type, leaf)));
			}
		}
	}

}
