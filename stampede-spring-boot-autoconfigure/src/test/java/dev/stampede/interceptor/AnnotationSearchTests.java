package dev.stampede.interceptor;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.stampede.StampedeProtected;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the annotation is found wherever it stands, behind both kinds of proxy.
 */
class AnnotationSearchTests {

	private final Advice advice = new Advice();

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void annotationOnTheInterfaceMethodIsFound(boolean proxyTargetClass) {
		verify(new OnInterface(), proxyTargetClass, "OnInterface.find::1");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void annotationOnTheMethodBehindABridgeIsFound(boolean proxyTargetClass) {
		verify(new BehindBridge(), proxyTargetClass, "BehindBridge.find::1");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void annotationOnTheAbstractSuperclassIsFound(boolean proxyTargetClass) {
		verify(new BelowBase(), proxyTargetClass, "BelowBase.find::1");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void annotationOnTheTypeOfTheInterfaceIsFound(boolean proxyTargetClass) {
		verify(new OnInterfaceType(), proxyTargetClass, "OnInterfaceType.find::1");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void annotationOnTheSuperclassTypeIsFound(boolean proxyTargetClass) {
		verify(new BelowTypeBase(), proxyTargetClass, "BelowTypeBase.find::1");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void annotationOnADefaultMethodOfTheInterfaceIsFound(boolean proxyTargetClass) {
		verify(new WithDefault(), proxyTargetClass, "WithDefault.find::1");
	}

	@SuppressWarnings("unchecked") // all targets are repositories of prices
	private void verify(Repo<Price, Long> target, boolean proxyTargetClass, String key) {
		Repo<Price, Long> repo = proxyTargetClass ? this.advice.proxy(target)
				: this.advice.interfaceProxy(target, Repo.class);
		assertThat(repo.find(1L)).isSameAs(repo.find(1L));
		assertThat(this.advice.engine.keys).containsExactly(key, key);
	}

	record Price(long id) {

	}

	interface Repo<T, I> {

		@Nullable T find(I id);

	}

	interface AnnotatedRepo<T, I> extends Repo<T, I> {

		@Override
		@StampedeProtected
		@Nullable T find(I id);

	}

	static class OnInterface implements AnnotatedRepo<Price, Long> {

		@Override
		public Price find(Long id) {
			return new Price(id);
		}

	}

	static class BehindBridge implements Repo<Price, Long> {

		@Override
		@StampedeProtected
		public Price find(Long id) {
			return new Price(id);
		}

	}

	abstract static class Base<T, I> implements Repo<T, I> {

		@Override
		@StampedeProtected
		public abstract @Nullable T find(I id);

	}

	static class BelowBase extends Base<Price, Long> {

		@Override
		public Price find(Long id) {
			return new Price(id);
		}

	}

	@StampedeProtected
	interface TypeRepo extends Repo<Price, Long> {

	}

	static class OnInterfaceType implements TypeRepo {

		@Override
		public Price find(Long id) {
			return new Price(id);
		}

	}

	@StampedeProtected
	abstract static class TypeBase<T> implements Repo<T, Long> {

		@Override
		public @Nullable T find(Long id) {
			return make(id);
		}

		abstract T make(Long id);

	}

	static class BelowTypeBase extends TypeBase<Price> {

		@Override
		Price make(Long id) {
			return new Price(id);
		}

	}

	interface DefaultRepo extends Repo<Price, Long> {

		@Override
		@StampedeProtected
		default Price find(Long id) {
			return new Price(id);
		}

	}

	static class WithDefault implements DefaultRepo {

	}

}
