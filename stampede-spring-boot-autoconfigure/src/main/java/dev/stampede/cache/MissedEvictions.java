package dev.stampede.cache;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.cache.interceptor.CacheEvictOperation;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.cache.interceptor.CachePutOperation;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

import dev.stampede.policy.PolicyUse;

/**
 * Warning of methods that evict from a cache of the application, or put into it, where
 * only protected methods use the name of that cache. Their entries are in a cache of ours
 * with the same name, which such a method does not reach.
 *
 * @since 0.1.0
 */
public final class MissedEvictions implements ApplicationListener<ContextRefreshedEvent> {

	private static final Log logger = LogFactory.getLog(MissedEvictions.class);

	private static final List<String> JCACHE = List.of("CachePut", "CacheRemove", "CacheRemoveAll");

	private final ApplicationContext context;

	private final Supplier<? extends Stream<PolicyUse>> protectedMethods;

	private final Supplier<CacheOperationSource> source;

	private final CacheableBinding binding;

	/**
	 * Creates the warning.
	 * @param context has the beans whose methods evict
	 * @param protectedMethods gives the protected methods
	 * @param source gives what methods say to Spring's cache interceptor
	 * @param binding knows the managers of caches
	 */
	public MissedEvictions(ApplicationContext context, Supplier<? extends Stream<PolicyUse>> protectedMethods,
			Supplier<CacheOperationSource> source, CacheableBinding binding) {
		this.context = context;
		this.protectedMethods = protectedMethods;
		this.source = source;
		this.binding = binding;
	}

	/**
	 * Looks at the methods of all beans, once the application has started.
	 * @param event says which
	 */
	@Override
	public void onApplicationEvent(ContextRefreshedEvent event) {
		if (!event.getApplicationContext().equals(this.context)) {
			return;
		}
		Map<String, String> users = new TreeMap<>();
		this.protectedMethods.get()
			.filter((use) -> !use.foreignEntries())
			.forEach((use) -> users.merge(use.cacheName(), use.user(), (one, other) -> one + ", " + other));
		if (!users.isEmpty()) {
			missed(users).forEach(logger::warn);
		}
	}

	private Collection<String> missed(Map<String, String> users) {
		Collection<String> warnings = new TreeSet<>();
		for (String name : this.context.getBeanDefinitionNames()) {
			try {
				Class<?> type = this.context.getType(name, false);
				if (type != null && !ClassUtils.isPrimitiveOrWrapper(type)) {
					add(ClassUtils.getUserClass(type), users, warnings);
				}
			}
			catch (RuntimeException | LinkageError ex) {
				// a lazy bean may never be asked for, and need what is not there
				logger.debug("The methods of the bean '" + name + "' cannot be looked at", ex);
			}
		}
		return warnings;
	}

	private void add(Class<?> type, Map<String, String> users, Collection<String> warnings) {
		CacheOperationSource operations = this.source.get();
		MethodIntrospector.selectMethods(type, (Method method) -> {
			List<Write> writes = new ArrayList<>(writes(operations.getCacheOperations(method, type)));
			writes.addAll(writesOfJCache(method, type));
			return writes.isEmpty() ? null : writes;
		}).forEach((method, writes) -> {
			for (Write write : writes) {
				String user = users.get(write.cacheName());
				if (user != null) {
					warnings.add(write.annotation() + " on " + ClassUtils.getShortName(type) + "." + method.getName()
							+ " names the cache '" + write.cacheName()
							+ "' of a CacheManager that is not ours, so it evicts nothing that @StampedeProtected on "
							+ user + " keeps. Call StampedeOperations.evict(\"" + write.cacheName()
							+ "\", key) there, or put @Cacheable(\"" + write.cacheName()
							+ "\") beside @StampedeProtected");
				}
			}
		});
	}

	private List<Write> writes(@Nullable Collection<CacheOperation> operations) {
		if (operations == null) {
			return List.of();
		}
		return operations.stream()
			.filter((operation) -> operation instanceof CacheEvictOperation || operation instanceof CachePutOperation)
			.filter(this.binding::isForeign)
			.flatMap((operation) -> operation.getCacheNames()
				.stream()
				.map((name) -> new Write((operation instanceof CachePutOperation) ? "@CachePut" : "@CacheEvict", name)))
			.toList();
	}

	private List<Write> writesOfJCache(Method method, Class<?> type) {
		MergedAnnotations annotations = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
		return JCACHE.stream()
			.map((name) -> annotations.get("javax.cache.annotation." + name))
			.filter(MergedAnnotation::isPresent)
			.filter((annotation) -> this.binding.hasForeignManager())
			.map((annotation) -> new Write("@" + ClassUtils.getShortName(annotation.getType()),
					cacheName(annotation, type)))
			.toList();
	}

	private static String cacheName(MergedAnnotation<?> annotation, Class<?> type) {
		String name = annotation.getString("cacheName");
		MergedAnnotation<?> defaults = MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY)
			.get("javax.cache.annotation.CacheDefaults");
		return (StringUtils.hasText(name) || !defaults.isPresent()) ? name : defaults.getString("cacheName");
	}

	/**
	 * What a method does to a cache.
	 *
	 * @param annotation the annotation that says so
	 * @param cacheName the cache
	 */
	private record Write(String annotation, String cacheName) {

	}

}
