package dev.stampede.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;

import dev.stampede.policy.PolicySettings;
import dev.stampede.testing.PropertyMetadata;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that every property is described, for editors.
 */
class ConfigurationMetadataTests {

	/** Whose default follows from another value, or that have none. */
	private static final Set<String> WITHOUT_DEFAULT = Set.of("stampede.connection-factory", "stampede.caches",
			"stampede.defaults.stale-if-error-ttl", "stampede.defaults.null-ttl", "stampede.defaults.wait-timeout",
			"stampede.defaults.serializer", "stampede.refusal-exceptions", "stampede.shared-caches");

	private final List<PropertyMetadata> properties = PropertyMetadata.all();

	@Test
	void everyPropertyHasADescription() {
		assertThat(this.properties).allSatisfy(
				(property) -> assertThat(property.description()).as(property.name()).isNotBlank().endsWith("."));
	}

	@Test
	void everyPropertyHasADefaultUnlessItFollowsFromAnother() {
		assertThat(this.properties).filteredOn((property) -> property.defaultValue() == null)
			.extracting(PropertyMetadata::name)
			.containsExactlyInAnyOrderElementsOf(WITHOUT_DEFAULT);
	}

	@Test
	void everySettingOfAPolicyIsThere() {
		assertThat(this.properties).extracting(PropertyMetadata::name)
			.containsAll(
					Arrays.stream(BeanUtils.getParameterNames(BeanUtils.getResolvableConstructor(PolicySettings.class)))
						.map((name) -> "stampede.defaults." + DataObjectPropertyName.toDashedForm(name))
						.filter((name) -> !name.endsWith(".near"))
						.toList())
			.contains("stampede.defaults.near.ttl", "stampede.defaults.near.max-entries");
	}

}
