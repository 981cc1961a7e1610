package dev.stampede.autoconfigure;

import java.util.List;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.script.RedisScript;

import dev.stampede.redis.StampedeScripts;

/**
 * The scripts of the protocol, together and one by one.
 */
@Configuration(proxyBeanMethods = false)
class ScriptsConfiguration {

	@Bean(defaultCandidate = false)
	@ConditionalOnMissingBean(name = "stampedeScripts")
	StampedeScripts stampedeScripts() {
		return StampedeScripts.load();
	}

	@Bean(defaultCandidate = false)
	RedisScript<List<?>> stampedeAcquireScript(@Qualifier("stampedeScripts") StampedeScripts scripts) {
		return scripts.acquire();
	}

	@Bean(defaultCandidate = false)
	RedisScript<Long> stampedeFillScript(@Qualifier("stampedeScripts") StampedeScripts scripts) {
		return scripts.fill();
	}

	@Bean(defaultCandidate = false)
	RedisScript<Long> stampedeDiscardScript(@Qualifier("stampedeScripts") StampedeScripts scripts) {
		return scripts.discard();
	}

	@Bean(defaultCandidate = false)
	RedisScript<List<?>> stampedeFailScript(@Qualifier("stampedeScripts") StampedeScripts scripts) {
		return scripts.fail();
	}

	@Bean(defaultCandidate = false)
	RedisScript<Long> stampedeReleaseScript(@Qualifier("stampedeScripts") StampedeScripts scripts) {
		return scripts.release();
	}

	@Bean(defaultCandidate = false)
	RedisScript<Long> stampedeRenewScript(@Qualifier("stampedeScripts") StampedeScripts scripts) {
		return scripts.renew();
	}

	@Bean(defaultCandidate = false)
	RedisScript<Long> stampedeEvictScript(@Qualifier("stampedeScripts") StampedeScripts scripts) {
		return scripts.evict();
	}

	@Bean(defaultCandidate = false)
	RedisScript<Long> stampedeSeizeScript(@Qualifier("stampedeScripts") StampedeScripts scripts) {
		return scripts.seize();
	}

	@Bean(defaultCandidate = false)
	RedisScript<List<?>> stampedeInspectScript(@Qualifier("stampedeScripts") StampedeScripts scripts) {
		return scripts.inspect();
	}

}
