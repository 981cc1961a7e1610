package dev.stampede.key;

import java.io.File;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.OverridingClassLoader;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.ResolvableType;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Range;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Sort;
import org.springframework.data.geo.Box;
import org.springframework.data.geo.Circle;
import org.springframework.data.geo.Distance;
import org.springframework.data.geo.Metrics;
import org.springframework.data.geo.Point;
import org.springframework.data.geo.Polygon;
import org.springframework.data.module.ModuleOrder;
import org.springframework.data.module.ModulePage;
import org.springframework.data.util.Pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Keys of value types of the JDK and of Spring Data.
 */
class LibraryValuesTests {

	@Test
	void valuesOfTheJdkRenderByContent() throws Exception {
		assertThat(KeyRenderer.render(URI.create("http://host/a").toURL())).isEqualTo("http://host/a");
		assertThat(KeyRenderer.render(Path.of("a", "b"))).isEqualTo("a/b");
		assertThat(KeyRenderer.render(new File("a"))).isEqualTo("a");
		assertThat(KeyRenderer.render(InetAddress.getByAddress("name", new byte[] { 127, 0, 0, 1 })))
			.isEqualTo("127.0.0.1");
		assertThat(KeyRenderer.render(StandardCharsets.UTF_8)).isEqualTo("UTF-8");
		assertThat(KeyRenderer.render(String.class)).isEqualTo("java.lang.String");
		assertThat(KeyRenderer.render(Map.entry("a", 1))).isEqualTo("(a,1)");
		assertThat(KeyRenderer.render(Pattern.compile("a.b", Pattern.DOTALL))).isEqualTo("(a.b,32)");
		assertThat(KeyRenderer.render(BitSet.valueOf(new long[] { 5 }))).isEqualTo("((5))");
		assertThat(KeyRenderer.render(Timestamp.valueOf("2026-01-02 03:04:05.000000006"))).endsWith("05.000000006Z");
		assertThat(KeyRenderer.render(new java.sql.Date(0))).isEqualTo("1970-01-01T00:00:00Z");
	}

	@Test
	void pagesAndSortsRenderByContent() {
		assertThat(KeyRenderer.render(PageRequest.of(2, 20, Sort.by("name").and(Sort.by("id").descending()))))
			.isEqualTo("(2,20,((name,ASC),(id,DESC)))");
		assertThat(KeyRenderer.render(PageRequest.of(0, 5))).isEqualTo("(0,5,())");
		assertThat(KeyRenderer.render(Pageable.unpaged())).isEqualTo("(())");
		assertThat(KeyRenderer.render(Sort.by(Sort.Order.asc("name").ignoreCase().nullsLast())))
			.isEqualTo("((name,ASC,true,NULLS_LAST))");
		assertThat(KeyRenderer.render(Range.leftOpen(1, 5))).isEqualTo("((1,false),(5,true))");
		assertThat(KeyRenderer.render(new Object[] { "cards", PageRequest.of(0, 5) })).isEqualTo("(cards,(0,5,()))");
	}

	@ParameterizedTest
	@MethodSource
	void valuesOfOneDeclaredTypeThatDifferNeverMeet(List<Object> different) {
		assertThat(different).doesNotHaveDuplicates();
		assertThat(different.stream().map(KeyRenderer::render)).doesNotHaveDuplicates();
	}

	static Stream<List<?>> valuesOfOneDeclaredTypeThatDifferNeverMeet() {
		Sort sort = Sort.by("a");
		return Stream.of(
				List.of(Pageable.unpaged(), Pageable.unpaged(sort), PageRequest.of(0, 5), PageRequest.of(1, 5),
						PageRequest.of(0, 6), PageRequest.of(0, 5, sort), PageRequest.of(0, 5, sort.descending()),
						PageRequest.of(0, 5, Sort.by("a,ASC"))),
				List.of(Sort.unsorted(), sort, sort.descending(), Sort.by("a", "b"), Sort.by("b", "a"),
						Sort.by("(a,ASC)"), Sort.by(Sort.Order.by("a").ignoreCase()),
						Sort.by(Sort.Order.by("a").nullsFirst())),
				List.of(Range.unbounded(), Range.just(1), Range.open(1, 1), Range.closed(1, 2), Range.open(1, 2),
						Range.leftUnbounded(Range.Bound.inclusive(1)), Range.rightUnbounded(Range.Bound.inclusive(1))),
				List.of(Limit.unlimited(), Limit.of(1), Limit.of(2)),
				List.of(ScrollPosition.offset(), ScrollPosition.offset(0), ScrollPosition.offset(7),
						ScrollPosition.keyset(), ScrollPosition.forward(Map.of("id", 7)),
						ScrollPosition.backward(Map.of("id", 7))),
				List.of(new Distance(1, Metrics.KILOMETERS), new Distance(1, Metrics.MILES), new Distance(1)),
				List.of(new Circle(new Point(1, 2), 3), new Circle(new Point(1, 2), 4)),
				List.of(new Box(new Point(1, 2), new Point(3, 4)), new Box(new Point(1, 2), new Point(3, 5))),
				List.of(new Polygon(new Point(1, 2), new Point(3, 4), new Point(5, 6)),
						new Polygon(new Point(1, 2), new Point(5, 6), new Point(3, 4))),
				List.of(Pair.of("a", "b"), Pair.of("b", "a"), Pair.of("a,b", "")),
				List.of(Pattern.compile("a"), Pattern.compile("b")), List.of(Map.entry("a", "b"), Map.entry("b", "a")));
	}

	@Test
	@SuppressWarnings({ "deprecation", "removal" }) // applications still have it
	void equalPagesMeet() {
		assertThat(KeyRenderer.render(PageRequest.of(1, 5, Sort.by("a"))))
			.isEqualTo(KeyRenderer.render(PageRequest.of(0, 5, Sort.by("a")).next()));
		assertThat(KeyRenderer.render(Sort.sort(Named.class).by(Named::getName)))
			.isEqualTo(KeyRenderer.render(Sort.by("name")));
	}

	@Test
	void pagesOfTheApplicationsOwnAreRefusedSinceTheyMayDifferInMore() {
		assertThatIllegalArgumentException().isThrownBy(() -> KeyRenderer.render(new TenantPage("a")))
			.withMessageContaining("TenantPage");
		assertThatIllegalArgumentException().isThrownBy(() -> KeyRenderer.render(new TenantPoint("a")));
		assertThat(EntryKey.isKeyType(ResolvableType.forClass(TenantPage.class))).isFalse();
		assertThat(EntryKey.isPossibleKeyType(ResolvableType.forClass(TenantPage.class))).isFalse();
	}

	@Test
	void valuesOfOtherModulesAreRefusedSinceTheyMayDifferInMore() {
		assertThatIllegalArgumentException().isThrownBy(() -> KeyRenderer.render(new ModulePage("a")));
		assertThatIllegalArgumentException().isThrownBy(() -> KeyRenderer.render(Sort.by(new ModuleOrder("a"))));
		assertThat(EntryKey.isKeyType(ResolvableType.forClass(ModulePage.class))).isFalse();
	}

	@Test
	void declaredTypesOfLibrariesAreClosed() {
		assertThat(List.of(Pageable.class, PageRequest.class, Sort.class, Sort.Order.class, Limit.class,
				ScrollPosition.class, Point.class, Distance.class, Path.class, Class.class, Timestamp.class))
			.allMatch((type) -> EntryKey.isKeyType(ResolvableType.forClass(type)));
		assertThat(isClosed(new ParameterizedTypeReference<Range<LocalDate>>() {
		})).isTrue();
		assertThat(isClosed(new ParameterizedTypeReference<Map.Entry<String, Pageable>>() {
		})).isTrue();
		assertThat(isClosed(new ParameterizedTypeReference<Range<? extends Number>>() {
		})).isFalse();
		assertThat(isClosed(new ParameterizedTypeReference<Pair<String, Object>>() {
		})).isFalse();
	}

	@Test
	void typesThatNeverHaveAKeyAreToldFromThoseThatMay() {
		assertThat(List.of(Object.class, Number.class, Comparable.class, Record.class, Enum.class, List.class,
				Object[].class, Runnable.class, java.util.Date.class, CharSequence.class, Pageable.class, int.class))
			.allMatch((type) -> EntryKey.isPossibleKeyType(ResolvableType.forClass(type)));
		assertThat(List.of(Thread.class, StringBuilder[].class, TenantPoint.class, Holder.class, Filter.class))
			.filteredOn((type) -> EntryKey.isPossibleKeyType(ResolvableType.forClass(type)))
			.containsExactly(StringBuilder[].class);
		assertThat(EntryKey
			.isPossibleKeyType(ResolvableType.forType(new ParameterizedTypeReference<List<Map<String, Filter>>>() {
			}))).isFalse();
		assertThat(EntryKey.isPossibleKeyType(ResolvableType.forType(new ParameterizedTypeReference<List<?>>() {
		}))).isTrue();
	}

	@Test
	void keysRenderWithoutSpringData() throws Exception {
		Class<?> type = new WithoutSpringData().loadClass(EntryKey.class.getName());
		Object key = type.getMethod("of", String.class, Object.class).invoke(null, "cache", Map.entry("a", 1));
		assertThat(key).hasToString("cache::(a,1)");
		assertThat(
				type.getMethod("isKeyType", ResolvableType.class).invoke(null, ResolvableType.forClass(Thread.class)))
			.isEqualTo(false);
	}

	private static boolean isClosed(ParameterizedTypeReference<?> type) {
		return EntryKey.isKeyType(ResolvableType.forType(type));
	}

	/** A page that differs in what only the application knows. */
	@SuppressWarnings({ "serial", "EqualsHashCode" })
	static final class TenantPage extends PageRequest {

		private final String tenant;

		TenantPage(String tenant) {
			super(0, 5, Sort.unsorted());
			this.tenant = tenant;
		}

		@Override
		public String toString() {
			return super.toString() + this.tenant;
		}

	}

	/** A point of the application's own. */
	@SuppressWarnings("serial")
	static final class TenantPoint extends Point {

		private final String tenant;

		TenantPoint(String tenant) {
			super(1, 2);
			this.tenant = tenant;
		}

		@Override
		public String toString() {
			return this.tenant;
		}

	}

	/** A class with a property to sort by. */
	static class Named {

		String getName() {
			return "";
		}

	}

	/** An object with equality and no text. */
	static final class Filter {

		private final String name;

		Filter(String name) {
			this.name = name;
		}

		@Override
		public boolean equals(Object other) {
			return other instanceof Filter filter && filter.name.equals(this.name);
		}

		@Override
		public int hashCode() {
			return this.name.hashCode();
		}

	}

	record Holder(Filter filter) {

	}

	/** Does not find Spring Data. */
	private static final class WithoutSpringData extends OverridingClassLoader {

		WithoutSpringData() {
			super(LibraryValuesTests.class.getClassLoader());
		}

		@Override
		protected boolean isEligibleForOverriding(String className) {
			return className.startsWith("dev.stampede.key.");
		}

		@Override
		protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
			if (name.startsWith("org.springframework.data.")) {
				throw new ClassNotFoundException(name);
			}
			return super.loadClass(name, resolve);
		}

	}

}
