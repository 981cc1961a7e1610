package dev.stampede.redis;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.SslOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import dev.stampede.key.EntryKey;
import dev.stampede.store.Acquisition.Outcome;
import dev.stampede.store.EntryStore;
import dev.stampede.store.Filling;
import dev.stampede.store.StoreCommand;
import dev.stampede.store.StoreState.WakeUp;
import dev.stampede.testing.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A server that is reached by TLS only as far as the store is concerned, with a
 * certificate that the application trusts and nobody else.
 */
class TlsTests {

	private static final Duration LONG = Duration.ofSeconds(30);

	private static final char[] PASSWORD = "changeit".toCharArray();

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private static Path folder;

	@SuppressWarnings("NullAway.Init")
	private static RedisServer server;

	private static int port;

	private final ExecutorService executor = Executors.newFixedThreadPool(4);

	private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

	@BeforeAll
	static void start() throws Exception {
		makeCertificate();
		port = freePort();
		try {
			server = RedisServer.start("--tls-port", String.valueOf(port), "--tls-auth-clients", "no",
					"--tls-cert-file", file("certificate.pem"), "--tls-key-file", file("key.pem"), "--tls-ca-cert-file",
					file("certificate.pem"));
		}
		catch (IllegalStateException ex) {
			Assumptions.assumeFalse(String.valueOf(ex.getMessage()).contains("tls-port"),
					"This server program is built without TLS");
			throw ex;
		}
	}

	@AfterAll
	static void stop() {
		if (server != null) {
			server.close();
		}
	}

	@AfterEach
	void shutDown() {
		this.executor.shutdownNow();
		this.scheduler.shutdownNow();
	}

	@Test
	void lettuceReachesTheServerByTheSettingsOfTheApplication() {
		SslOptions ssl = SslOptions.builder()
			.jdkSslProvider()
			.truststore(folder.resolve("store.p12").toFile(), new String(PASSWORD))
			.build();
		LettuceClientConfiguration client = LettuceClientConfiguration.builder()
			.clientOptions(ClientOptions.builder().sslOptions(ssl).build())
			.useSsl()
			.build();
		use(new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", port), client));
	}

	@Test
	void jedisReachesTheServerByTheSettingsOfTheApplication() throws Exception {
		TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
		trust.init(keyStore());
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(null, trust.getTrustManagers(), null);
		JedisClientConfiguration client = JedisClientConfiguration.builder()
			.useSsl()
			.sslSocketFactory(context.getSocketFactory())
			.build();
		use(new JedisConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", port), client));
	}

	private void use(RedisConnectionFactory application) {
		EntryKey key = new EntryKey("sets", UUID.randomUUID().toString());
		try (RedisEntryStore store = RedisEntryStore.builder(application, this.executor, this.scheduler)
			.timeout(Duration.ofSeconds(5))
			.build()) {
			store.listen(new Nobody());
			await().atMost(LONG).until(() -> store.state().wakeUp() == WakeUp.SUBSCRIBED);
			StoreCommand.Acquire acquire = new StoreCommand.Acquire(key, "a:1", LONG, 0);
			assertThat(store.execute(acquire).outcome()).isEqualTo(Outcome.WON);
			Filling value = new Filling(false, new byte[] { 1 }, LONG, LONG, LONG, Duration.ZERO);
			assertThat(store.execute(new StoreCommand.Fill(key, "a:1", value))).isTrue();
			assertThat(store.executeAsync(new StoreCommand.Read(key))).succeedsWithin(LONG)
				.satisfies((entry) -> assertThat(entry.payload()).containsExactly(1));
			assertThat(store.execute(new StoreCommand.Clear("sets"))).isOne();
		}
	}

	private static void makeCertificate() throws Exception {
		Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
		Process made = new ProcessBuilder(keytool.toString(), "-genkeypair", "-alias", "redis", "-keyalg", "EC",
				"-dname", "CN=localhost", "-ext", "SAN=IP:127.0.0.1", "-validity", "2", "-storetype", "PKCS12",
				"-keystore", file("store.p12"), "-storepass", new String(PASSWORD))
			.inheritIO()
			.start();
		assertThat(made.waitFor(60, TimeUnit.SECONDS)).isTrue();
		KeyStore store = keyStore();
		write("certificate.pem", "CERTIFICATE", store.getCertificate("redis").getEncoded());
		write("key.pem", "PRIVATE KEY", store.getKey("redis", PASSWORD).getEncoded());
		// a key entry is no anchor of trust
		store.setCertificateEntry("trusted", store.getCertificate("redis"));
		store.deleteEntry("redis");
		try (var out = Files.newOutputStream(folder.resolve("store.p12"))) {
			store.store(out, PASSWORD);
		}
	}

	private static KeyStore keyStore() throws Exception {
		return KeyStore.getInstance(folder.resolve("store.p12").toFile(), PASSWORD);
	}

	private static void write(String name, String kind, byte[] content) throws IOException {
		String encoded = Base64.getMimeEncoder(64, new byte[] { '\n' }).encodeToString(content);
		Files.writeString(folder.resolve(name),
				"-----BEGIN " + kind + "-----\n" + encoded + "\n-----END " + kind + "-----\n");
	}

	private static String file(String name) {
		return folder.resolve(name).toString();
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0)) {
			return socket.getLocalPort();
		}
	}

	/**
	 * Hears, and does nothing.
	 */
	private static final class Nobody implements EntryStore.Listener {

		@Override
		public void filled(EntryKey key, @Nullable String trace) {
		}

		@Override
		public void freed(EntryKey key) {
		}

		@Override
		public void evicted(EntryKey key) {
		}

		@Override
		public void cleared(String cacheName) {
		}

	}

}
