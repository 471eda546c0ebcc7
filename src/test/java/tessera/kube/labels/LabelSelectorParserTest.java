package tessera.kube.labels;

import java.util.Map;
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
        "pool in (a, train); true", "pool notin (a,train); false", "zone notin (a); true", "pool; true",
        "!pool; false", "!zone; true", "zone!=a; true", "pool=train,!zone; true", "pool=train,zone=a; false",
        "nvidia.com/gpu.product in (NVIDIA-H100,NVIDIA-H200),pool; true", "empty=; true", "count>4; true",
        "count < 8; false", "count>8; false", "pool>1; false", "zone<9; false", "'' ; true"})
    void selectsAsKubectlDoes(String selector, boolean expected) throws LabelSelectorSyntaxException {
        assertThat(LabelSelectorParser.parse(selector).matches(LABELS)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a in b", "=x", "a in (b", "a=b=c", "-x=1", "ä=b", "a=b,,c=d", "a=b,",
        "a>b", "!a>1", "a=0123456789012345678901234567890123456789012345678901234567890123"})
    void whatIsNoSelectorIsRefused(String selector) {
        assertThatExceptionOfType(LabelSelectorSyntaxException.class)
                .isThrownBy(() -> LabelSelectorParser.parse(selector))
                .satisfies(
                        e -> assertThat(e.argumentMessage()).startsWith("“" + selector + "” is no label selector: "));
    }
}
