package dev.stampede.sample;

import java.math.BigDecimal;
import java.time.LocalDate;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.DatabasePopulatorUtils;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import dev.stampede.sample.CardSet.CardSales;

import static org.assertj.core.api.Assertions.assertThat;

class CardSetsTests {

	private static final DriverManagerDataSource database = new DriverManagerDataSource(
			"jdbc:h2:mem:card-sets-tests;DB_CLOSE_DELAY=-1");

	private final JdbcClient jdbc = JdbcClient.create(database);

	private final CardSets sets = new CardSets(this.jdbc);

	@BeforeAll
	static void fillTwice() {
		ResourceDatabasePopulator scripts = new ResourceDatabasePopulator(new ClassPathResource("schema.sql"),
				new ClassPathResource("data.sql"));
		DatabasePopulatorUtils.execute(scripts, database);
		DatabasePopulatorUtils.execute(scripts, database);
	}

	@Test
	void fillingAgainAddsNothing() {
		assertThat(this.jdbc.sql("SELECT COUNT(*) FROM order_line").query(Integer.class).single()).isEqualTo(200_000);
		assertThat(this.jdbc.sql("SELECT COUNT(*) FROM card_set").query(Integer.class).single()).isEqualTo(8);
	}

	@Test
	void readAddsUpTheOrderLinesOfTheSet() {
		CardSet set = this.sets.read("EMS0").orElseThrow();
		assertThat(set.name()).isEqualTo("Ember Shore");
		assertThat(set.releasedOn()).isEqualTo(LocalDate.of(2019, 3, 1));
		assertThat(set.copiesSold()).isEqualTo(50_001);
		assertThat(set.revenue()).isEqualTo(new BigDecimal("502493.85"));
		assertThat(set.bestSellers()).hasSize(5)
			.startsWith(new CardSales(45, 419, new BigDecimal("4338.75")),
					new CardSales(24, 419, new BigDecimal("4331.95")));
	}

	@Test
	void readWhenSetIsUnknownFindsNothing() {
		assertThat(this.sets.read("EMS8")).isEmpty();
	}

	@Test
	void readsAreCounted() {
		this.sets.read("EMS1");
		this.sets.read("EMS8");
		assertThat(this.sets.reads()).isEqualTo(2);
	}

}
