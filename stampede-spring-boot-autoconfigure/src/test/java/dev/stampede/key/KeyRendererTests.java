package dev.stampede.key;

import java.math.BigDecimal;
import java.nio.CharBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link KeyRenderer} and {@link EntryKey#of}.
 */
class KeyRendererTests {

	@Test
	void singleValueRendersAsAPersonExpects() {
		assertThat(EntryKey.of("sets", "EMS0")).hasToString("sets::EMS0");
		assertThat(EntryKey.of("prices", 7L)).hasToString("prices::7");
		assertThat(KeyRenderer.render(TimeUnit.DAYS)).isEqualTo("DAYS");
		assertThat(KeyRenderer.render(true)).isEqualTo("true");
		assertThat(KeyRenderer.render('c')).isEqualTo("c");
		assertThat(KeyRenderer.render(new BigDecimal("1.50"))).isEqualTo("1.50");
		assertThat(KeyRenderer.render(LocalDate.of(2026, 1, 2))).isEqualTo("2026-01-02");
		assertThat(KeyRenderer.render(Date.from(Instant.EPOCH))).isEqualTo("1970-01-01T00:00:00Z");
		assertThat(KeyRenderer.render(Locale.CANADA_FRENCH)).isEqualTo("fr_CA");
		assertThat(KeyRenderer.render(new UUID(1, 2))).isEqualTo("00000000-0000-0001-0000-000000000002");
		assertThat(KeyRenderer.render(CharBuffer.wrap("text"))).isEqualTo("text");
		assertThat(KeyRenderer.render(Locked.YES)).isEqualTo("YES");
	}

	@Test
	void plainTextRendersAsItselfWithoutACopy() {
		String text = "shop:{42}*?[x] größe 😀";
		assertThat(KeyRenderer.render(text)).isSameAs(text);
	}

	@Test
	void textIsEscapedWhereItCouldBeTakenForATuple() {
		assertThat(KeyRenderer.render("50%,(a)")).isEqualTo("50%25%2C%28a%29");
	}

	@Test
	void localesWithoutLanguageAndCountryRenderDifferently() {
		Locale script = new Locale.Builder().setScript("Latn").build();
		assertThat(KeyRenderer.render(script)).isEqualTo("und-Latn");
		assertThat(KeyRenderer.render(Locale.ROOT)).isEqualTo("und");
	}

	@Test
	void halfASurrogatePairIsEscapedSinceItWouldBecomeAQuestionMark() {
		assertThat(KeyRenderer.render("a\uD83D")).isEqualTo("a%uD83D");
		assertThat(KeyRenderer.render("\uDE00b")).isEqualTo("%uDE00b");
	}

	@Test
	void partsRenderAsATuple() {
		assertThat(KeyRenderer.render(new Object[] { "a", 1, null })).isEqualTo("(a,1,%null)");
		assertThat(KeyRenderer.render(new Object[0])).isEqualTo("()");
		assertThat(KeyRenderer.render(new int[] { 1, 2 })).isEqualTo("(1,2)");
		assertThat(KeyRenderer.render(List.of("x", List.of("y", "z")))).isEqualTo("(x,(y,z))");
		assertThat(KeyRenderer.render(new Point(1, "a,b"))).isEqualTo("(1,a%2Cb)");
		assertThat(KeyRenderer.render(Optional.of("x"))).isEqualTo("(x)");
		assertThat(KeyRenderer.render(Optional.empty())).isEqualTo("()");
		assertThat(KeyRenderer.render(OptionalInt.of(3))).isEqualTo("(3)");
	}

	@Test
	void setsAndMapsRenderAlikeWhateverTheirOrder() {
		Set<String> set = new LinkedHashSet<>(List.of("b", "a"));
		assertThat(KeyRenderer.render(set)).isEqualTo("%set(a,b)").isNotEqualTo(KeyRenderer.render(List.of("a", "b")));
		Map<String, Integer> map = new TreeMap<>(Collections.reverseOrder());
		map.put("a", 1);
		map.put("b", 2);
		assertThat(KeyRenderer.render(map)).isEqualTo("((a,1),(b,2))")
			.isEqualTo(KeyRenderer.render(new HashMap<>(map)));
	}

	@Test
	void argumentListsThatLookAlikeRenderDifferently() {
		assertThat(List.of(KeyRenderer.render(List.of()), KeyRenderer.render(List.of("")),
				KeyRenderer.render(List.of("", "")), KeyRenderer.render(List.of(List.of())),
				KeyRenderer.render(Collections.singletonList(null)), KeyRenderer.render(List.of("null")),
				KeyRenderer.render(List.of("%null")), KeyRenderer.render(List.of("%empty")), KeyRenderer.render("()"),
				KeyRenderer.render(List.of("a:b", "c")), KeyRenderer.render(List.of("a", "b:c")),
				KeyRenderer.render(List.of("a,b")), KeyRenderer.render(List.of("a", "b")),
				KeyRenderer.render(List.of(List.of("a"), "b")), KeyRenderer.render(List.of(List.of("a", "b"))),
				KeyRenderer.render("(a,b)")))
			.doesNotHaveDuplicates();
	}

	@Test
	void longKeyKeepsItsHeadAndEndsInAHashOfTheWhole() {
		String head = "x".repeat(300);
		String first = KeyRenderer.render(head + "1");
		String second = KeyRenderer.render(head + "2");
		assertThat(first).hasSize(194).startsWith("x".repeat(160) + "%~").isNotEqualTo(second);
		assertThat(KeyRenderer.render(head + "1")).isEqualTo(first);
		assertThat(KeyRenderer.render("x".repeat(200))).isEqualTo("x".repeat(200));
		assertThat(KeyRenderer.render(first)).isNotEqualTo(first);
	}

	@Test
	void longKeyIsNotCutInsideACharacter() {
		assertThat(KeyRenderer.render("x" + "😀".repeat(150))).startsWith("x" + "😀".repeat(79) + "%~");
	}

	@Test
	void typeWithoutValueSemanticsIsRefusedWithAdvice() {
		assertThatIllegalArgumentException().isThrownBy(() -> KeyRenderer.render(new Object()))
			.withMessageContaining("java.lang.Object")
			.withMessageContaining("key = ");
		assertThatIllegalArgumentException().isThrownBy(() -> KeyRenderer.render(List.of(new AtomicInteger())));
		assertThatIllegalArgumentException().isThrownBy(() -> KeyRenderer.render((Runnable) () -> {
		}));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "a::b", "a:", "lock:a", "wait:a", "stale:a" })
	void illegalCacheNameIsRefused(String name) {
		assertThatIllegalArgumentException().isThrownBy(() -> EntryKey.of(name, 1));
	}

	@ParameterizedTest
	@ValueSource(strings = { "sets", "a:b", ":a", "locks", "Svc.find(long,String[])", "a*b" })
	void legalCacheNameIsAccepted(String name) {
		assertThat(EntryKey.of(name, 1).cacheName()).isEqualTo(name);
	}

	record Point(int x, String name) {

	}

	enum Locked {

		YES {

			@Override
			public String toString() {
				return "other";
			}

		}

	}

}
