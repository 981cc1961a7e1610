package dev.stampede.cache;

import java.lang.reflect.Type;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.util.ObjectUtils;

import dev.stampede.engine.CallSpec;

/**
 * The values of a cache as a method declares them. Spring takes values out of optionals
 * before it caches them; entries hold the optional, as those of the annotation do.
 *
 * @param cacheName the cache
 * @param specs policy and codec for each type
 * @param method the method, or null if nobody tells
 */
record CacheValues(String cacheName, EntrySpecs specs, @Nullable CachedMethod method) {

	CallSpec<Object> spec() {
		return (this.method != null) ? this.specs.of(this.cacheName, this.method.valueType())
				: this.specs.ofAnything(this.cacheName);
	}

	CallSpec<Object> specFor(@Nullable Class<?> type) {
		return (this.method != null || type == null) ? spec() : this.specs.of(this.cacheName, type);
	}

	CallSpec<Object> specOf(@Nullable Object value) {
		return isDeclared(value) ? spec() : this.specs.ofValue(this.cacheName, value);
	}

	@Nullable Object stored(@Nullable Object value) {
		return (returnsOptional() && isDeclared(value)) ? Optional.ofNullable(value) : value;
	}

	@Nullable Object loaded(@Nullable Object value) {
		return returnsOptional() ? ObjectUtils.unwrapOptional(value) : value;
	}

	Type type() {
		return (this.method != null) ? this.method.valueType() : Object.class;
	}

	private boolean returnsOptional() {
		return this.method != null && this.method.returnsOptional();
	}

	// a method's own code may ask its cache for something else
	private boolean isDeclared(@Nullable Object value) {
		if (this.method == null) {
			return false;
		}
		ResolvableType type = ResolvableType.forType(this.method.valueType());
		Class<?> raw = (returnsOptional() ? type.getGeneric() : type).resolve(Object.class);
		return value == null || raw.isInstance(value);
	}

}
