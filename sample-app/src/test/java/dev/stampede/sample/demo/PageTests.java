package dev.stampede.sample.demo;

import java.time.Duration;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.springframework.http.HttpMethod;
import org.springframework.test.util.TestSocketUtils;
import tools.jackson.databind.JsonNode;

import dev.stampede.sample.Instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The page, in a browser.
 */
class PageTests {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static Browser browser;

	private static Instance instance;

	@BeforeAll
	static void start() {
		browser = Browser.open();
		instance = Instance.start(TestSocketUtils.findAvailableTcpPort());
	}

	@AfterAll
	static void stop() {
		if (browser != null) {
			browser.close();
			instance.close();
		}
	}

	@BeforeEach
	void show() {
		browser.show(instance.url(), 1280, "light");
	}

	@AfterEach
	void nothingWentWrongAndNothingCameFromElsewhere() {
		assertThat(browser.console()).isEmpty();
		assertThat(browser.hosts()).containsOnly("localhost");
		instance.request(HttpMethod.POST, "/demo/source").toBodilessEntity();
	}

	@Test
	void raceByMouseShowsOneReadAgainstMany() {
		slide("callers", 30);
		slide("latencyMillis", 200);
		browser.click("input[value=SERVE_STALE]");
		assertThat(browser.find("input[value=STALE]").isSelected()).isTrue();
		browser.click("#race-run");
		browser.awaitText("#race-status", "30 callers on 2 instances: 1 source read");
		assertThat(figure("protected.sourceReads")).isEqualTo("1");
		assertThat(figure("protected.outcomes")).contains("1 read the source", "got the stale copy");
		assertThat(figure("unprotected.sourceReads")).isEqualTo("30");
		assertThat(figure("unprotected.outcomes")).isEqualTo("30 read the source");
		assertThat(browser.find("#race-protected").getAccessibleName()).startsWith("1 source read; 1 read the source");
	}

	@Test
	void raceByKeyboardFollowsWhatWasChosen() {
		browser.tabTo("input[value=POLL]", Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
		assertThat(browser.find("input[value=RETURN_DEFAULT]").isSelected()).isTrue();
		browser.tabTo("#callers", Keys.HOME, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
		browser.tabTo("#nodes", Keys.HOME);
		browser.tabTo("#latencyMillis", Keys.HOME, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
		browser.tabTo("#race-run", Keys.ENTER);
		browser.awaitText("#race-status", "3 callers on 1 instance: 1 source read");
		assertThat(figure("protected.outcomes")).contains("1 read the source", "2 got the default");
		assertThat(browser.find("#race-run")).isEqualTo(browser.driver().switchTo().activeElement());
	}

	@Test
	void errorOfTheApiIsToldInWords() {
		browser.driver().executeScript("document.getElementById('callers').max = 500");
		slide("callers", 500);
		browser.click("#race-run");
		browser.awaitText("#race-status", "callers is 500: it must be from 1 to 400");
		assertThat(browser.console()).hasSize(1).allSatisfy((line) -> assertThat(line).contains("400"));
	}

	@Test
	void onlyThePlainDeleteTakesTheLockOfAnother() {
		browser.click("[data-way=PLAIN_DEL] button");
		browser.awaitText("[data-way=PLAIN_DEL] .verdict", "is gone while it reads");
		assertThat(browser.text("[data-way=PLAIN_DEL] .steps")).contains("nobody", "yes, 1 key is gone", "and wins it");
		browser.tabTo("[data-way=SCRIPT] button", Keys.SPACE);
		browser.awaitText("[data-way=SCRIPT] .verdict", "is safe");
		assertThat(browser.text("[data-way=SCRIPT] .steps")).contains("the second caller, still",
				"no, 0 keys are gone");
		browser.tabTo("[name=ownership]:checked", Keys.ARROW_DOWN);
		browser.tabTo("[data-way=SCRIPT] button", Keys.ENTER);
		browser.awaitText("[data-way=SCRIPT] .verdict", "free for the next");
	}

	@Test
	void liveShowsWhatTheEndpointShows() {
		browser.click("#live-load");
		await().atMost(PATIENCE).until(() -> endpoint().at("/requests/hit").asInt() > 20);
		browser.tabTo("#live-break", Keys.SPACE);
		await().atMost(PATIENCE).until(() -> endpoint().at("/sourceReads/failure").asInt() > 0);
		await().atMost(PATIENCE).until(() -> endpoint().at("/requests/stale").asInt() > 0);
		browser.tabTo("#live-break", Keys.SPACE);
		browser.click("#live-load");
		await().atMost(PATIENCE).untilAsserted(() -> {
			JsonNode cache = endpoint();
			assertThat(browser.text("#tile-reads")).isEqualTo(cache.at("/sourceReads/success").asString());
			assertThat(browser.text("#tile-failures")).isEqualTo(cache.at("/sourceReads/failure").asString());
			assertThat(browser.text("#tile-flights")).isEqualTo("0");
		});
		browser.awaitText("#live-log", "A read of the source failed.");
	}

	@Test
	void redisIsStoppedAndStartedFromThePage() {
		browser.click("#live-load");
		browser.click("#live-redis");
		browser.awaitText("#tile-redis", "stopped");
		browser.awaitText("#live-log", "Redis did not answer.");
		browser.awaitText("#live-redis", "Start Redis");
		browser.tabTo("#live-redis", Keys.ENTER);
		browser.awaitText("#tile-redis", "up");
		browser.click("#live-load");
	}

	@Test
	void winnerIsKilledFromThePage() {
		long before = endpoint().at("/waits/took_over").asLong();
		browser.tabTo("#live-winner", Keys.ENTER);
		browser.awaitText("#live-status", "holds the lock");
		browser.tabTo("#live-kill", Keys.ENTER);
		browser.awaitText("#live-status", "One caller took over, all 20 have their value");
		assertThat(endpoint().at("/waits/took_over").asLong()).isEqualTo(before + 1);
		browser.awaitText("#tile-takeovers", String.valueOf(before + 1));
	}

	@ParameterizedTest
	@ValueSource(strings = { "light", "dark" })
	void pageIsAccessible(String colors) {
		browser.colors(colors);
		slide("callers", 5);
		browser.click("#race-run");
		browser.click("[data-way=PLAIN_DEL] button");
		browser.click("[data-way=SCRIPT] button");
		browser.awaitText("#race-status", "5 callers");
		browser.awaitText("[data-way=PLAIN_DEL] .verdict", "is gone");
		browser.awaitText("[data-way=SCRIPT] .verdict", "is safe");
		assertThat(browser.violations()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(ints = { 360, 768, 1280 })
	void pageFitsItsWidth(int width) {
		browser.show(instance.url(), width, "light");
		slide("callers", 5);
		browser.click("#race-run");
		browser.click("[data-way=PLAIN_DEL] button");
		browser.awaitText("#race-status", "5 callers");
		browser.awaitText("[data-way=PLAIN_DEL] .verdict", "is gone");
		assertThat(browser.driver().executeScript("return document.documentElement.scrollWidth"))
			.isEqualTo((long) width);
	}

	private static JsonNode endpoint() {
		return instance.json("/actuator/stampede/live");
	}

	private static String figure(String name) {
		return browser.text("[data-figure='" + name + "']");
	}

	private static void slide(String id, int value) {
		browser.driver()
			.executeScript("const slider = document.getElementById(arguments[0]); slider.value = arguments[1];"
					+ " slider.dispatchEvent(new Event('input', { bubbles: true }))", id, value);
	}

}
