package dev.stampede.interceptor;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.data.domain.Pageable;

import dev.stampede.StampedeProtected;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests that an expression that can never work, or a key that says nothing, is refused,
 * with advice.
 */
class InvalidExpressionTests {

	private final Advice advice = new Advice();

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					UnparsableKey     | '#{#id' in the attribute 'key' is no SpEL       | without #{ and }
					UnknownVariable   | names #idd, which is no parameter               | #id, #p0, #root
					ResultInKey       | names #result                                   | #id, #p0, #root
					IndexTooHigh      | names #p1                                       | #id, #p0, #root
					UnknownCondition  | in the attribute 'condition' names #user        | #id
					UnknownUnless     | in the attribute 'unless' names #value          | #id, #p0, #result, #root
					Nested            | names #nope                                     | #p0
					OpenObject        | 'any' of type java.lang.Object                  | key = "#any.id"
					OpenClass         | 'filter' of type                                | key = "#filter.id"
					OpenList          | 'list' of type java.util.List<?>                | key =
					OpenSecond        | 'card' of type                                  | key = "{#country, #card.number, #card.set}"
					OpenElements      | 'cards' of type java.util.List                  | key = "#cards.![{number, set}]"
					KeyOfAClass       | its key '#filter' has a part '#filter' of type  | key = "#filter.id"
					KeyWithAClass     | has a part '#card' of type                      | key = "{#country, #card.number, #card.set}"
					KeyOfAProperty    | has a part '#card.owner' of type                | key = "{#country, #card.number, #card.set}"
					KeyOfAListOfThem  | has a part '#cards' of type java.util.List      | key = "#cards.![{number, set}]"
					RootCaches        | names caches, which is no property of #root     | #root has method, methodName
					RootCachesInside  | names caches, which is no property of #root     | #root has method, methodName
					RootMethodname    | names methodname, which is no property of #root | methodName
					RootArgument      | names argument 3, and the method has 1          | #root.args[0]
					RootTarget        | names tenant, which is no property of           | Use one of its properties
					PageableId        | names id, which is no property of org.springf   | pageNumber
					MapProperty       | names id, which is no property of java.util.Map | Use one of its properties
					NoSuchMethod      | calls nope(), which is no method of java.lang   | public method
					NoSuchArguments   | calls concat with 2 arguments, which is no      | public method
					NoSuchBean        | names @nope, and there is no such bean          | declare one
					NoSuchType        | names the type a.b.C, which is not there        | full name
					NumberAsCondition | gives a int, which is neither true nor false    | Compare it
					BareText          | names all, which is no property of #root        | Write 'all'
					BareProperty      | names id, which is no property of #root         | #id for a parameter
					""")
	void expressionIsRefused(String type, String problem, String action) throws Exception {
		Class<?> misuse = Class.forName(InvalidExpressionTests.class.getName() + "$" + type);
		assertThatExceptionOfType(InvalidStampedeProtectedException.class)
			.isThrownBy(() -> this.advice.methods.of(misuse))
			.withMessageContaining(problem)
			.withMessageContaining(type + ".find(")
			.satisfies((ex) -> assertThat(ex.getAction()).contains(action));
	}

	@Test
	void expressionsThatMayWorkAreNotRefused() {
		assertThat(this.advice.methods.of(Possible.class)).hasSize(11);
	}

	static class UnparsableKey {

		@StampedeProtected(key = "#{#id")
		String find(String id) {
			return "";
		}

	}

	static class UnknownVariable {

		@StampedeProtected(key = "#idd")
		String find(String id) {
			return "";
		}

	}

	static class ResultInKey {

		@StampedeProtected(key = "#result")
		String find(String id) {
			return "";
		}

	}

	static class IndexTooHigh {

		@StampedeProtected(key = "#p1")
		String find(String id) {
			return "";
		}

	}

	static class BareText {

		@StampedeProtected(key = "all")
		String find(String id) {
			return "";
		}

	}

	static class BareProperty {

		@StampedeProtected(key = "id.length")
		String find(String id) {
			return "";
		}

	}

	static class UnknownCondition {

		@StampedeProtected(condition = "#user != null")
		String find(String id) {
			return "";
		}

	}

	static class UnknownUnless {

		@StampedeProtected(unless = "#value == null")
		String find(String id) {
			return "";
		}

	}

	static class Nested {

		@StampedeProtected(key = "{#id, {1, #id + (#nope)}}")
		String find(String id) {
			return "";
		}

	}

	static class OpenObject {

		@StampedeProtected
		String find(Object any) {
			return "";
		}

	}

	static class OpenClass {

		@StampedeProtected
		String find(Thread filter) {
			return "";
		}

	}

	static class OpenList {

		@StampedeProtected
		String find(String id, List<?> list) {
			return "";
		}

	}

	static class OpenSecond {

		@StampedeProtected
		String find(String country, Card card) {
			return "";
		}

	}

	static class OpenElements {

		@StampedeProtected
		String find(List<Card> cards) {
			return "";
		}

	}

	static class KeyOfAClass {

		@StampedeProtected(key = "#filter")
		String find(OpenClass filter) {
			return "";
		}

	}

	static class KeyWithAClass {

		@StampedeProtected(key = "{#country, {#card}}")
		String find(String country, Card card) {
			return "";
		}

	}

	static class KeyOfAProperty {

		@StampedeProtected(key = "#card.owner")
		String find(String country, Card card) {
			return "";
		}

	}

	static class KeyOfAListOfThem {

		@StampedeProtected(key = "#cards")
		String find(List<Card> cards) {
			return "";
		}

	}

	static class RootCaches {

		@StampedeProtected(key = "#root.caches")
		String find(String id) {
			return "";
		}

	}

	static class RootCachesInside {

		@StampedeProtected(key = "#root.caches[0].name + #id")
		String find(String id) {
			return "";
		}

	}

	static class RootMethodname {

		@StampedeProtected(key = "#root.methodname + #id")
		String find(String id) {
			return "";
		}

	}

	static class RootArgument {

		@StampedeProtected(key = "#root.args[3]")
		String find(String id) {
			return "";
		}

	}

	static class RootTarget {

		@StampedeProtected(key = "#root.target.tenant + #id")
		String find(String id) {
			return "";
		}

	}

	static class PageableId {

		@StampedeProtected(key = "#page.id")
		String find(Pageable page) {
			return "";
		}

	}

	static class MapProperty {

		@StampedeProtected(key = "#map.id")
		String find(Map<String, String> map) {
			return "";
		}

	}

	static class NoSuchMethod {

		@StampedeProtected(key = "#id.nope()")
		String find(String id) {
			return "";
		}

	}

	static class NoSuchArguments {

		@StampedeProtected(key = "#id.concat('a', 'b')")
		String find(String id) {
			return "";
		}

	}

	static class NoSuchBean {

		@StampedeProtected(key = "@nope.of(#id)")
		String find(String id) {
			return "";
		}

	}

	static class NoSuchType {

		@StampedeProtected(key = "T(a.b.C).of(#id)")
		String find(String id) {
			return "";
		}

	}

	static class NumberAsCondition {

		@StampedeProtected(condition = "#id.length()")
		String find(String id) {
			return "";
		}

	}

	static class Possible implements Named {

		@StampedeProtected(key = "#page")
		String page(Pageable page) {
			return "";
		}

		@StampedeProtected(key = "{#page.pageNumber, #page.sort.toString(), #root.args[0].pageSize}")
		String parts(Pageable page) {
			return "";
		}

		@StampedeProtected(key = "#any")
		String any(Object any) {
			return "";
		}

		@StampedeProtected(key = "#any.name")
		String ofSubclasses(Runnable any) {
			return "";
		}

		@StampedeProtected(key = "#cards.![{number, #this.set}]", condition = "#cards.?[number > 1].size() > 0")
		String projection(List<Card> cards) {
			return "";
		}

		@StampedeProtected(key = "{a: #map[id], b: #map['x'].length()}")
		String map(Map<String, String> map) {
			return "";
		}

		@StampedeProtected(key = "#root.target.name + #root.methodName + methodName + #root.targetClass.simpleName")
		String target() {
			return "";
		}

		@StampedeProtected(key = "#card?.set?.trim() + #card.getNumber()", condition = "#flag")
		String safe(Card card, Boolean flag) {
			return "";
		}

		@StampedeProtected(key = "T(java.lang.Math).abs(#p0) + T(int[]).name + T(String).valueOf(#number)")
		String types(int number) {
			return "";
		}

		@StampedeProtected(key = "#optional?.number + #numbers.length", condition = "'true'")
		String optional(Optional<Card> optional, int[] numbers) {
			return "";
		}

		@StampedeProtected(key = "#card.toString() + #card.owner.name", unless = "#result == null")
		String owner(Card card) {
			return "";
		}

		@Override
		public String getName() {
			return "";
		}

	}

	abstract static class Card implements CardProperties {

	}

	interface CardProperties {

		String getSet();

		int getNumber();

		Thread getOwner();

	}

	interface Named {

		String getName();

	}

}
