package tessera.kube.labels;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.demo.schedule.Yaml;

import static org.assertj.core.api.Assertions.assertThat;

class LabelSelectorTest {

    private static final Map<String, String> LABELS = Map.of("app", "llm", "tier", "gpu");

    @Test
    void anEmptySelectorSelectsEverythingAndAnAbsentOneNothing() {
        assertThat(LabelSelector.of(Yaml.of("selector: {}").path("selector")).matches(LABELS)).isTrue();
        assertThat(LabelSelector.of(Yaml.of("selector: null").path("selector")).matches(LABELS)).isFalse();
        assertThat(LabelSelector.of(Yaml.of("other: {}").path("selector")).matches(Map.of())).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"In | [llm, web] | true", "NotIn | [llm] | false", "Exists | [] | true",
        "DoesNotExist | [] | false", "Gt | ['1'] | false", "Near | [llm] | false"})
    void anOperatorThatIsNotKnownSelectsNothing(String operator, String values, boolean selected) {
        var selector = Yaml.of("""
                matchLabels: {tier: gpu}
                matchExpressions:
                - {key: app, operator: %s, values: %s}
                """.formatted(operator, values));
        assertThat(LabelSelector.of(selector).matches(LABELS)).isEqualTo(selected);
    }
}
