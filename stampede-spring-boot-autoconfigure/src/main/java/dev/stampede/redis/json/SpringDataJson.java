package dev.stampede.redis.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageImpl;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Range;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.SliceImpl;
import org.springframework.data.domain.Sort;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/**
 * Pages, sorts and ranges of Spring Data. A class of its own, since Spring Data may be
 * missing.
 */
@SuppressWarnings("unused") // Jackson calls the parts by reflection
final class SpringDataJson {

	private SpringDataJson() {
	}

	static void addTo(SimpleModule module) {
		module.addAbstractTypeMapping(Page.class, PageImpl.class);
		module.addAbstractTypeMapping(Slice.class, SliceImpl.class);
		module.setMixInAnnotation(Page.class, PageParts.class);
		module.setMixInAnnotation(Slice.class, SliceParts.class);
		module.setMixInAnnotation(PageImpl.class, PageParts.class);
		module.setMixInAnnotation(SliceImpl.class, SliceParts.class);
		module.setMixInAnnotation(Range.class, RangeParts.class);
		module.setMixInAnnotation(Range.Bound.class, BoundParts.class);
		module.setMixInAnnotation(Sort.Order.class, OrderParts.class);
		module.addSerializer(Sort.class, new SortWriter());
		module.addDeserializer(Sort.class, new SortReader());
		module.addSerializer(Pageable.class, new PageableWriter());
		module.addDeserializer(Pageable.class, new PageableReader<>(Pageable.class));
		module.addDeserializer(PageRequest.class, new PageableReader<>(PageRequest.class));
	}

	/**
	 * Parts of a page.
	 *
	 * @param <T> the type of the elements
	 */
	@JsonFormat(shape = JsonFormat.Shape.OBJECT)
	@JsonAutoDetect(getterVisibility = Visibility.NONE, isGetterVisibility = Visibility.NONE,
			fieldVisibility = Visibility.NONE)
	private abstract static class PageParts<T> {

		@JsonCreator
		PageParts(@JsonProperty("content") List<T> content, @JsonProperty("pageable") Pageable pageable,
				@JsonProperty("total") long total) {
		}

		@JsonProperty("content")
		abstract List<T> getContent();

		@JsonProperty("pageable")
		abstract Pageable getPageable();

		@JsonProperty("total")
		abstract long getTotalElements();

		@JsonIgnore
		abstract boolean hasNext();

	}

	/**
	 * Parts of a slice.
	 *
	 * @param <T> the type of the elements
	 */
	@JsonFormat(shape = JsonFormat.Shape.OBJECT)
	@JsonAutoDetect(getterVisibility = Visibility.NONE, isGetterVisibility = Visibility.NONE,
			fieldVisibility = Visibility.NONE)
	private abstract static class SliceParts<T> {

		@JsonCreator
		SliceParts(@JsonProperty("content") List<T> content, @JsonProperty("pageable") Pageable pageable,
				@JsonProperty("hasNext") boolean hasNext) {
		}

		@JsonProperty("content")
		abstract List<T> getContent();

		@JsonProperty("pageable")
		abstract Pageable getPageable();

		@JsonProperty("hasNext")
		abstract boolean hasNext();

	}

	/**
	 * Parts of a range.
	 *
	 * @param <T> the type of the bounds
	 */
	@JsonAutoDetect(getterVisibility = Visibility.NONE, isGetterVisibility = Visibility.NONE,
			fieldVisibility = Visibility.NONE)
	private abstract static class RangeParts<T> {

		@JsonCreator
		RangeParts(@JsonProperty("lowerBound") Range.Bound<T> lowerBound,
				@JsonProperty("upperBound") Range.Bound<T> upperBound) {
		}

		@JsonProperty("lowerBound")
		abstract Range.Bound<T> getLowerBound();

		@JsonProperty("upperBound")
		abstract Range.Bound<T> getUpperBound();

	}

	/**
	 * Parts of a bound.
	 *
	 * @param <T> the type of the bound
	 */
	@JsonAutoDetect(getterVisibility = Visibility.NONE, isGetterVisibility = Visibility.NONE,
			fieldVisibility = Visibility.NONE)
	private abstract static class BoundParts<T> {

		@JsonCreator
		BoundParts(@JsonProperty("value") Optional<T> value, @JsonProperty("inclusive") boolean inclusive) {
		}

		@JsonProperty("value")
		abstract Optional<T> getValue();

		@JsonProperty("inclusive")
		abstract boolean isInclusive();

	}

	/**
	 * Parts of an order.
	 */
	@JsonAutoDetect(getterVisibility = Visibility.NONE, isGetterVisibility = Visibility.NONE,
			fieldVisibility = Visibility.NONE)
	private abstract static class OrderParts {

		@JsonCreator
		OrderParts(@JsonProperty("direction") Sort.Direction direction, @JsonProperty("property") String property,
				@JsonProperty("ignoreCase") boolean ignoreCase,
				@JsonProperty("nullHandling") Sort.NullHandling nullHandling) {
		}

		@JsonProperty("direction")
		abstract Sort.Direction getDirection();

		@JsonProperty("property")
		abstract String getProperty();

		@JsonProperty("ignoreCase")
		abstract boolean isIgnoreCase();

		@JsonProperty("nullHandling")
		abstract Sort.NullHandling getNullHandling();

	}

	private static final class SortWriter extends StdScalarSerializer<Sort> {

		SortWriter() {
			super(Sort.class);
		}

		@Override
		public void serialize(Sort value, JsonGenerator json, SerializationContext context) {
			json.writeStartArray();
			for (Sort.Order order : value) {
				context.writeValue(json, order);
			}
			json.writeEndArray();
		}

	}

	private static final class SortReader extends StdDeserializer<Sort> {

		SortReader() {
			super(Sort.class);
		}

		@Override
		public Sort deserialize(JsonParser json, DeserializationContext context) {
			return sort(context.readTree(json), context);
		}

		static Sort sort(JsonNode orders, DeserializationContext context) {
			List<Sort.Order> read = new ArrayList<>();
			for (JsonNode order : orders) {
				read.add(context.readTreeAsValue(order, Sort.Order.class));
			}
			return Sort.by(read);
		}

	}

	private static final class PageableWriter extends StdScalarSerializer<Pageable> {

		PageableWriter() {
			super(Pageable.class);
		}

		@Override
		public void serialize(Pageable value, JsonGenerator json, SerializationContext context) {
			json.writeStartObject();
			if (value.isPaged()) {
				json.writeNumberProperty("page", value.getPageNumber());
				json.writeNumberProperty("size", value.getPageSize());
			}
			json.writeName("sort");
			context.writeValue(json, value.getSort());
			json.writeEndObject();
		}

	}

	private static final class PageableReader<T extends Pageable> extends StdDeserializer<T> {

		private final Class<T> type;

		PageableReader(Class<T> type) {
			super(type);
			this.type = type;
		}

		@Override
		public T deserialize(JsonParser json, DeserializationContext context) {
			JsonNode parts = context.readTree(json);
			Sort sort = SortReader.sort(parts.path("sort"), context);
			@Nullable JsonNode page = parts.get("page");
			Pageable pageable = (page != null) ? PageRequest.of(page.intValue(), parts.path("size").intValue(), sort)
					: Pageable.unpaged(sort);
			if (!parts.has("sort") || !this.type.isInstance(pageable)) {
				throw MismatchedInputException.from(json, this.type, "no parts of a page");
			}
			return this.type.cast(pageable);
		}

	}

}
