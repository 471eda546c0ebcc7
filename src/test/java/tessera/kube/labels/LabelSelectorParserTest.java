package tessera.kube.labels;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class LabelSelectorParserTest {

    private static final Map<String, String> LABELS = Map.of("pool", "train", "nvidia.com/gpu.product", "NVIDIA-H200",
            "empty", "", "count", "8");

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"pool=train; true", "pool==train; true", "pool!=train; false",
        "pool in (a, train); true", "pool notin (a,train); false", "zone notin (a); true", "pool; true", "!pool; false",
        "!zone; true", "zone!=a; true", "pool=train,!zone; true", "pool=train,zone=a; false",
        "nvidia.com/gpu.product in (NVIDIA-H100,NVIDIA-H200),pool; true", "empty=; true", "count>4; true",
        "count < 8; false", "count>8; false", "pool>1; false", "zone<9; false", "'' ; true"})
    void selectsAsKubectlDoes(String selector, boolean expected) throws LabelSelectorSyntaxException {
        assertThat(LabelSelectorParser.parse(selector).matches(LABELS)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a in b", "=x", "a in (b", "a=b=c", "-x=1", "ä=b", "a=b,,c=d", "a=b,", "a>b", "!a>1",
        "a=0123456789012345678901234567890123456789012345678901234567890123", "/pool=a", "a/b/c=d", "Foo_/x=1", "a>-1",
        "a in (b c)", "a in (b=c)", "a>9223372036854775808"})
    void whatIsNoSelectorIsRefused(String selector) {
        assertThatExceptionOfType(LabelSelectorSyntaxException.class)
                .isThrownBy(() -> LabelSelectorParser.parse(selector)).satisfies(e -> assertThat(e.argumentMessage())
                        .startsWith("“" + selector + "” is not a label selector: "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"empty in (x,); true", "empty in (,x); true", "empty in (x,,y); true",
        "empty in (); true", "empty in (x); false", "count<9223372036854775807; true", "in=b; false",
        "pool in (in, train); true"})
    void anEmptyPlaceInAListIsTheEmptyValue(String selector, boolean expected) throws LabelSelectorSyntaxException {
        assertThat(LabelSelectorParser.parse(selector).matches(LABELS)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"a in (b c); unable to parse requirement: found 'c', expected: ',' or ')'",
        "a in b; unable to parse requirement: found 'b' expected: '('", "a,; found '', expected: identifier after ','",
        "/x=1; unable to parse requirement: <nil>: Invalid value: \"/x\": prefix part must be non-empty"})
    void theWordsAreTheServers(String selector, String message) {
        assertThatExceptionOfType(LabelSelectorSyntaxException.class)
                .isThrownBy(() -> LabelSelectorParser.parse(selector))
                .satisfies(e -> assertThat(e.serverMessage()).isEqualTo(message));
    }

    @Test
    void aSelectorIsPrintedInTheOrderOfItsKeys() throws LabelSelectorSyntaxException {
        assertThat(LabelSelectorParser.parse("zone in (b, a),pool=train,!old,count>4"))
                .hasToString("count>4,!old,pool=train,zone in (a,b)");
    }
}
