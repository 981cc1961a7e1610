package dev.stampede.redis.json;

import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import tools.jackson.core.JsonParser;
import tools.jackson.core.sym.PropertyNameMatcher;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.bean.BeanDeserializer;

/**
 * Beans with setters whose JSON has all properties that are written. One that lacks a
 * property is of an older version of the class, and is not read, as with constructors.
 */
final class CompleteBeans extends ValueDeserializerModifier {

	private static final long serialVersionUID = 1;

	private final transient Function<JavaType, ClassView> views;

	CompleteBeans(Function<JavaType, ClassView> views) {
		this.views = views;
	}

	@Override
	public ValueDeserializer<?> modifyDeserializer(DeserializationConfig config, BeanDescription.Supplier bean,
			ValueDeserializer<?> deserializer) {
		boolean plain = deserializer.getClass() == BeanDeserializer.class
				&& config.getAnnotationIntrospector().findSerializer(config, bean.getClassInfo()) == null;
		if (!plain) {
			return deserializer;
		}
		Set<String> written = this.views.apply(bean.getType())
			.properties()
			.stream()
			.map(ClassView.Property::name)
			.collect(Collectors.toSet());
		return new Reader((BeanDeserializer) deserializer, written);
	}

	private static final class Reader extends BeanDeserializer {

		private final Set<String> written;

		private boolean[] required = {};

		private int all;

		Reader(BeanDeserializer deserializer, Set<String> written) {
			super(deserializer);
			this.written = written;
		}

		@Override
		protected void initNameMatcher(DeserializationContext context) {
			super.initNameMatcher(context);
			this.required = new boolean[this._propsByIndex.length];
			for (int i = 0; i < this.required.length; i++) {
				SettableBeanProperty property = this._propsByIndex[i];
				this.required[i] = property != null && this.written.contains(property.getName());
			}
			this.all = (int) Arrays.stream(this._propsByIndex)
				.filter(Objects::nonNull)
				.map(SettableBeanProperty::getName)
				.filter(this.written::contains)
				.distinct()
				.count();
		}

		@Override
		public Object deserialize(JsonParser json, DeserializationContext context) {
			if (this._vanillaProcessing && json.isExpectedStartObjectToken()) {
				json.nextToken();
				return deserializeFromObject(json, context);
			}
			return super.deserialize(json, context);
		}

		@Override
		public Object deserializeFromObject(JsonParser json, DeserializationContext context) {
			if (this._nonStandardCreation || this._objectIdReader != null || this._injectables != null) {
				return super.deserializeFromObject(json, context);
			}
			Object bean = this._valueInstantiator.createUsingDefault(context);
			json.assignCurrentValue(bean);
			int found = 0;
			int index = json.currentNameMatch(this._propNameMatcher);
			for (; index != PropertyNameMatcher.MATCH_END_OBJECT; index = json.nextNameMatch(this._propNameMatcher)) {
				if (index >= 0) {
					json.nextToken();
					set(this._propsByIndex[index], json, context, bean);
					if (this.required[index]) {
						found++;
					}
				}
				else if (index == PropertyNameMatcher.MATCH_UNKNOWN_NAME) {
					json.nextToken();
					handleUnknownVanilla(json, context, bean, json.currentName());
				}
				else {
					return _handleUnexpectedWithin(json, context, bean);
				}
			}
			if (found < this.all) {
				context.reportInputMismatch(this, "%d of %d properties are missing", this.all - found, this.all);
			}
			return bean;
		}

		private void set(SettableBeanProperty property, JsonParser json, DeserializationContext context, Object bean) {
			try {
				property.deserializeAndSet(json, context, bean);
			}
			catch (Exception ex) {
				throw wrapAndThrow(ex, bean, property.getName(), context);
			}
		}

	}

}
