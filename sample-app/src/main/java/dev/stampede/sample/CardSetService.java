package dev.stampede.sample;

import java.util.Optional;

import org.springframework.stereotype.Service;

import dev.stampede.StampedeProtected;

/**
 * The catalogue: the same source read with and without protection.
 */
@Service
class CardSetService {

	private final CardSets sets;

	CardSetService(CardSets sets) {
		this.sets = sets;
	}

	// Finds a set; the fleet reads the source once per expiry.
	@StampedeProtected("sets")
	Optional<CardSet> find(String code) {
		return this.sets.read(code);
	}

	// Finds a set; every call reads the source.
	Optional<CardSet> findUnprotected(String code) {
		return this.sets.read(code);
	}

}
