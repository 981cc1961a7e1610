package dev.stampede.interceptor;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.BeanFactory;

/**
 * Warning of method security in AspectJ mode. It is woven into the methods themselves, so
 * it stands within the read of the source, whatever the order of advice.
 */
final class WovenSecurity {

	private static final Log logger = LogFactory.getLog(WovenSecurity.class);

	/** What Spring Security registers its aspects as. */
	private static final Map<String, String> ASPECTS = Map.of("preAuthorizeAspect$0",
			"org.springframework.security.access.prepost.PreAuthorize", "postAuthorizeAspect$0",
			"org.springframework.security.access.prepost.PostAuthorize", "preFilterAspect$0",
			"org.springframework.security.access.prepost.PreFilter", "postFilterAspect$0",
			"org.springframework.security.access.prepost.PostFilter", "securedAspect$0",
			"org.springframework.security.access.annotation.Secured");

	private WovenSecurity() {
	}

	static void warn(BeanFactory beanFactory, Collection<ProtectedMethod> methods) {
		List<String> annotations = ASPECTS.entrySet()
			.stream()
			.filter((aspect) -> beanFactory.containsBean(aspect.getKey()))
			.map(Map.Entry::getValue)
			.toList();
		String skipped = methods.stream()
			.filter((method) -> annotations.stream().anyMatch(method::carries))
			.map(ProtectedMethod::description)
			.sorted()
			.collect(Collectors.joining(", "));
		if (!skipped.isEmpty()) {
			logger
				.warn("Method security is in AspectJ mode, so it is woven into the methods, behind @StampedeProtected: "
						+ "hits are answered without asking it. Write @EnableMethodSecurity without mode = AdviceMode.ASPECTJ, "
						+ "or remove @StampedeProtected from " + skipped);
		}
	}

}
