package dev.stampede.sample.demo;

import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.springframework.test.util.TestSocketUtils;

import dev.stampede.sample.Instance;

import static org.awaitility.Awaitility.await;

/**
 * Pictures of the documentation. It is no test by its name, so that it runs only when it
 * is asked for.
 */
class Screenshots {

	private static final Path IMAGES = Path.of("..", "docs", "images");

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

	@Test
	void race() throws Exception {
		browser.show(instance.url(), 1100, "light");
		for (int warmedUp = 0; warmedUp < 3; warmedUp++) {
			browser.click("#race-run");
			browser.awaitEnabled("#race-run");
			browser.awaitText("#race-status", "100 callers");
		}
		browser.screenshot("#race-result", IMAGES.resolve("lock-race.png"));
		browser.colors("dark");
		browser.screenshot("#race-result", IMAGES.resolve("lock-race-dark.png"));
		browser.colors("light");
		browser.show(instance.url(), 360, "light");
		browser.tabTo("#race-run", Keys.ENTER);
		browser.awaitText("#race-status", "100 callers");
		browser.screenshot("#race", IMAGES.resolve("lock-race-phone.png"));
	}

	@Test
	void release() throws Exception {
		browser.show(instance.url(), 1100, "light");
		browser.click("[data-way=PLAIN_DEL] button");
		browser.click("[data-way=SCRIPT] button");
		browser.awaitText("[data-way=PLAIN_DEL] .verdict", "is gone");
		browser.awaitText("[data-way=SCRIPT] .verdict", "is safe");
		browser.driver().executeScript("document.activeElement.blur()");
		browser.screenshot("#release", IMAGES.resolve("release.png"));
	}

	@Test
	void live() throws Exception {
		browser.show(instance.url(), 1100, "dark");
		browser.click("#live-load");
		awaitSeconds(15);
		browser.click("#live-slow");
		awaitSeconds(15);
		browser.click("#live-slow");
		browser.click("#live-break");
		awaitSeconds(15);
		browser.screenshot("#live", IMAGES.resolve("live-dark.png"));
	}

	private static void awaitSeconds(long seconds) {
		long begin = System.nanoTime();
		await().atMost(Duration.ofMinutes(2)).until(() -> System.nanoTime() - begin > seconds * 1_000_000_000L);
	}

}
