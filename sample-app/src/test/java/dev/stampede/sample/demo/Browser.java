package dev.stampede.sample.demo;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;

import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A Chromium of this machine, without a window. Where there is none, the test is skipped,
 * unless {@code -Ddev.stampede.test.browser=required}.
 *
 * @param driver what drives it
 */
record Browser(ChromeDriver driver) implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final String AXE = """
			const done = arguments[arguments.length - 1];
			axe.run().then((results) => done(results.violations.map((violation) =>
				`${violation.id}: ${violation.nodes.map((node) => node.html).join(', ')}`)), (failure) => done([String(failure)]));
			""";

	static Browser open() {
		Optional<Path> browser = onPath("chromium", "chromium-browser", "google-chrome");
		Optional<Path> service = onPath("chromedriver");
		boolean found = browser.isPresent() && service.isPresent();
		String missing = "There is no chromium with a chromedriver on the PATH (Debian: chromium, chromium-driver)";
		if ("required".equals(System.getProperty("dev.stampede.test.browser"))) {
			assertThat(found).as(missing).isTrue();
		}
		Assumptions.assumeTrue(found, missing);
		ChromeOptions options = new ChromeOptions();
		options.setBinary(browser.orElseThrow().toFile());
		options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
				"--hide-scrollbars");
		LoggingPreferences logs = new LoggingPreferences();
		logs.enable(LogType.BROWSER, Level.ALL);
		logs.enable(LogType.PERFORMANCE, Level.ALL);
		options.setCapability("goog:loggingPrefs", logs);
		return new Browser(new ChromeDriver(
				new ChromeDriverService.Builder().usingDriverExecutable(service.orElseThrow().toFile()).build(),
				options));
	}

	// Shows a page at a width, light or dark.
	void show(String url, int width, String colors) {
		this.driver.executeCdpCommand("Emulation.setDeviceMetricsOverride",
				Map.of("width", width, "height", 800, "deviceScaleFactor", 1, "mobile", false));
		colors(colors);
		this.driver.get(url);
	}

	// Shows it light or dark, and without motion, which clicks would have to run after.
	void colors(String colors) {
		this.driver.executeCdpCommand("Emulation.setEmulatedMedia",
				Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", colors),
						Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
	}

	WebElement find(String selector) {
		return this.driver.findElement(By.cssSelector(selector));
	}

	String text(String selector) {
		return find(selector).getText();
	}

	void click(String selector) {
		awaitEnabled(selector).click();
	}

	// Goes to an element with the tab key, as who has no mouse does, and presses keys
	// there.
	void tabTo(String selector, Keys... keys) {
		WebElement target = awaitEnabled(selector);
		for (int i = 0; i < 100 && !target.equals(this.driver.switchTo().activeElement()); i++) {
			new Actions(this.driver).sendKeys(Keys.TAB).perform();
		}
		assertThat(this.driver.switchTo().activeElement()).as(selector + " is not reached by tab").isEqualTo(target);
		Stream.of(keys).forEach((key) -> new Actions(this.driver).sendKeys(key).perform());
	}

	void awaitText(String selector, String expected) {
		await().atMost(PATIENCE)
			.ignoreExceptionsInstanceOf(WebDriverException.class)
			.untilAsserted(() -> assertThat(text(selector)).contains(expected));
	}

	WebElement awaitEnabled(String selector) {
		WebElement element = find(selector);
		await().atMost(PATIENCE).until(element::isEnabled);
		return element;
	}

	// Returns what axe finds fault with.
	List<?> violations() {
		this.driver.executeScript(axe());
		return (List<?>) Objects.requireNonNull(this.driver.executeAsyncScript(AXE));
	}

	// Returns what the console has said since it was last asked.
	List<String> console() {
		return this.driver.manage().logs().get(LogType.BROWSER).getAll().stream().map(Object::toString).toList();
	}

	// Returns the hosts that were asked for something since this was last asked.
	List<String> hosts() {
		return this.driver.manage()
			.logs()
			.get(LogType.PERFORMANCE)
			.getAll()
			.stream()
			.map((entry) -> JsonMapper.shared().readTree(entry.getMessage()).path("message"))
			.filter((message) -> message.path("method").asString().equals("Network.requestWillBeSent"))
			.map((message) -> URI.create(message.at("/params/request/url").asString()))
			.filter((url) -> String.valueOf(url.getScheme()).startsWith("http"))
			.map((url) -> String.valueOf(url.getHost()))
			.distinct()
			.toList();
	}

	// Takes a picture of an element, wherever on the page it is, with nothing above it.
	void screenshot(String selector, Path file) throws IOException {
		this.driver.executeScript("document.querySelector('.top').style.position = 'static'");
		JsonNode box = JsonMapper.shared().valueToTree(this.driver.executeScript("""
				const box = document.querySelector(arguments[0]).getBoundingClientRect();
				return { x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height };""", selector));
		Map<?, ?> picture = this.driver.executeCdpCommand("Page.captureScreenshot",
				Map.of("format", "png", "captureBeyondViewport", true, "clip",
						Map.of("x", box.path("x").asDouble(), "y", box.path("y").asDouble(), "width",
								box.path("width").asDouble(), "height", box.path("height").asDouble(), "scale", 1)));
		Files.createDirectories(file.getParent());
		Files.write(file, Base64.getDecoder().decode(String.valueOf(picture.get("data"))));
	}

	@Override
	public void close() {
		this.driver.quit();
	}

	private static String axe() {
		try (InputStream script = Browser.class.getResourceAsStream("/axe.min.js")) {
			return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Optional<Path> onPath(String... names) {
		String[] folders = String.valueOf(System.getenv("PATH")).split(File.pathSeparator);
		return Stream.of(names)
			.flatMap((name) -> Stream.of(folders).map((folder) -> Path.of(folder, name)))
			.filter(Files::isExecutable)
			.findFirst();
	}

}
