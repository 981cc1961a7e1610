package dev.stampede.cache;

import java.lang.reflect.Type;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.util.ObjectUtils;

import dev.stampede.engine.CallSpec;
import dev.stampede.engine.CallSpecs;
import dev.stampede.policy.PolicySettings;

/**
 * Values of a cache as a method declares them. Spring takes values out of optionals
 * before it caches them; entries hold the optional, as those of the annotation do.
 *
 * @param cacheName the cache
 * @param specs policy and codec for each type
 * @param method the method, or null if nobody tells
 */
record CacheValues(String cacheName, CallSpecs specs, @Nullable CachedMethod method) {

	CallSpec<Object> spec() {
		if (this.method == null) {
			return ofAnything();
		}
		Type type = this.method.valueType();
		return this.method.edited() ? this.specs.withoutNear(this.cacheName, type)
				: this.specs.of(this.cacheName, type);
	}

	CallSpec<Object> specFor(@Nullable Class<?> type) {
		return (this.method != null || type == null) ? spec() : this.specs.of(this.cacheName, type);
	}

	CallSpec<Object> specOf(@Nullable Object value) {
		if (isDeclared(value)) {
			return spec();
		}
		return CallSpecs.tellsItsType(value) ? this.specs.ofValue(this.cacheName, value) : ofAnything();
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

	// only a serializer of the cache's own reads values whose type nobody tells
	private CallSpec<Object> ofAnything() {
		try {
			return this.specs.of(this.cacheName, Object.class);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalStateException(
					"The cache '" + this.cacheName + "' is asked outside of a method with "
							+ "@Cacheable, so that nobody tells the type of its values: use get(key, type) or "
							+ "StampedeOperations, or set " + PolicySettings.property(this.cacheName, "serializer"),
					ex);
		}
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
