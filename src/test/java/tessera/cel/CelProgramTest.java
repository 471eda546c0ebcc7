package tessera.cel;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Expressions compile and have the values, and the errors, that an API server has of them. */
class CelProgramTest {

    private static final String OBJECT = """
            {"replicas": 3, "share": 0.5, "on": true, "name": "a", "none": null, "max-size": 4, "a.b/c": 5, "__x": 6,
             "namespace": 7, "items": [{"key": "k", "n": 1}, {"key": "l", "n": 2}], "labels": {"app-name": "b"}}
            """;

    private static Object value(String rule) throws CelException, JsonProcessingException {
        var self = CelValues.fromJson(new JsonMapper().readTree(OBJECT));
        return CelProgram.compile(CelScope.SCHEMA_RULE, rule).evaluate(Map.of("self", self));
    }

    @ParameterizedTest
    @ValueSource(strings = {"self.replicas == 3 && self.replicas + 1 > 3", "self.share < 1 && self.on",
        "self.none == null", "self.max__dash__size == 4 && has(self.max__dash__size)", "self.a__dot__b__slash__c == 5",
        "self.__underscores__x == 6 && self.__namespace__ == 7", "!has(self.missing) && has(self.none)",
        "self.items.all(item, item.n < 3) && self.items.map(item, item.key) == ['k', 'l']",
        "self.labels.all(key, key == 'app-name') && 'app-name' in self.labels && self.labels['app-name'] == 'b'",
        "size(self.labels) == 1 && !('other' in self.labels)", "self.?missing.orValue(8) == 8",
        "self.items.exists_one(item, item.n == 1)", "dyn(self.name) == 'a' && type(self.name) == string"})
    void aRuleReadsWhatTheObjectSays(String rule) throws Exception {
        assertThat(value(rule)).isEqualTo(true);
    }

    @Test
    void aMessageIsAText() throws Exception {
        assertThat(value("'at most ' + string(self.replicas)")).isEqualTo("at most 3");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            self.missing == 1          | no such key: missing
            self.name > 3              | no such overload
            self.replicas / 0 == 1     | division by zero
            [].max() == 1              | max called on empty list
            quantity('1x') == quantity('1') | quantities must match the regular expression
            """)
    void whatHasNoValueIsToldInTheWordsOfAServer(String rule, String message) {
        assertThatExceptionOfType(CelException.class).isThrownBy(() -> value(rule))
                .satisfies(error -> assertThat(error.getMessage()).contains(message))
                .satisfies(error -> assertThat(error.isUndetermined()).isFalse());
    }

    @ParameterizedTest
    @ValueSource(strings = {"url(self.name).getHost() == 'a'",
        "format.dns1123Label().validate(self.name) == optional.none()", "cidr('10.0.0.0/8').containsIP('10.1.1.1')",
        "['ab'].map(a, a + a)" + ".map(a, a + a)" + ".map(a, string(a))" + " == [] || ip(self.name).family() == 4"})
    void aFunctionThatIsOnlyCompiledHereLeavesTheValueOpen(String rule) {
        assertThat(CelProgram.findFault(CelScope.SCHEMA_RULE, rule)).isEmpty();
        assertThatExceptionOfType(CelException.class).isThrownBy(() -> value(rule))
                .satisfies(error -> assertThat(error.isUndetermined()).isTrue());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            device.nope == 1 | compilation failed: ERROR: <input>:1:7: undefined field 'nope'\\n | device.nope == 1\\n | ......^
            device.driver == ( | compilation failed: ERROR: <input>:1:19: Syntax error: mismatched input '<EOF>' expecting
            1 | must evaluate to bool or the unknown type, not int
            device.capacity['a'].b > quantity('1') | found no matching overload for '_>_' applied to '(kubernetes.Quantity,
            """)
    void aSelectorThatDoesNotCompileIsToldAsAServerTellsIt(String selector, String message) {
        assertThat(CelProgram.findFault(CelScope.DEVICE_SELECTOR, selector))
                .hasValueSatisfying(fault -> assertThat(fault.message()).contains(message.replace("\\n", "\n")));
    }

    @Test
    void functionsAreKnownByTheirNames() {
        assertThat(CelProgram.functionNames()).containsAll(Set.of("startsWith", "quantity", "isGreaterThan", "semver"));
    }
}
