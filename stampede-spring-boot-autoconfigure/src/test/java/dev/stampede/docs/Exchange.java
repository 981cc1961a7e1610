package dev.stampede.docs;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.springframework.stereotype.Component;

/**
 * The source of the first steps, slow, and easy to break.
 */
// tag::exchange
@Component
class Exchange {

	Quote ask(String symbol) throws IOException, InterruptedException {
		System.out.println("The exchange is asked for " + symbol);
		TimeUnit.SECONDS.sleep(2);
		return new Quote(symbol, new BigDecimal(Files.readString(Path.of("quotes", symbol)).strip()));
	}

}
// end::exchange
