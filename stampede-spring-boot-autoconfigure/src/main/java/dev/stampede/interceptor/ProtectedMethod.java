package dev.stampede.interceptor;

import java.lang.reflect.Type;

import org.jspecify.annotations.Nullable;

import dev.stampede.PolicySettings;

/**
 * What an annotation says about one method of one class, checked.
 *
 * @param description the method, for messages
 * @param cacheName the name of the cache
 * @param settings what the annotation says about the policy
 * @param type the declared type of the values
 * @param key makes the key
 * @param condition decides whether a call is protected; null for always
 * @param unless decides whether a value is kept from being stored; null for never
 * @param fallback makes the default; null for what fits the type
 */
record ProtectedMethod(String description, String cacheName, PolicySettings settings, Type type, MethodKey key,
		@Nullable MethodExpression condition, @Nullable MethodExpression unless, @Nullable Fallback fallback) {

}
