package tessera.kube.labels;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.demo.schedule.Yaml;

import static org.assertj.core.api.Assertions.assertThat;

class LabelRequirementTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"In           | a,b | pool in (a, b)     | pool in (a,b)",
        "In           | a   | pool=a             | pool=a",
        "NotIn        | b,a | pool not in (b, a) | pool notin (a,b)",
        "NotIn        | a   | pool!=a            | pool!=a", "Exists       |     | pool               | pool",
        "DoesNotExist |     | no pool            | !pool", "Gt           | 7   | pool > 7           | pool>7",
        "Lt           | 7   | pool < 7           | pool<7", "Near         | 7   | pool Near 7        | pool"})
    void aRequirementIsWrittenForPeopleAndForTheServer(String operator, String values, String people, String server) {
        var requirement = new LabelRequirement("pool", operator,
                values == null ? List.of() : List.of(values.split(",", -1)));
        var selector = new LabelSelector(List.of(requirement));

        assertThat(requirement.selectorText()).isEqualTo(people);
        assertThat(selector.selectorText()).isEqualTo(people);
        assertThat(selector).hasToString(server);
        assertThat(requirement.hasKnownOperator()).isEqualTo(!operator.equals("Near"));
        assertThat(requirement.onlyValue()).isEqualTo(operator.equals("In") && "a".equals(values) ? "a" : "");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", value = {"Gt | 8 | true", "Gt | 7 | false", "Gt | none | false",
        "Gt | x | false", "Lt | 6 | true", "Lt | 7 | false", "Lt | none | false"})
    void onlyWholeNumbersAreCompared(String operator, String value, boolean matches) {
        assertThat(new LabelRequirement("gpus", operator, List.of("7")).matchesValue(value)).isEqualTo(matches);
        assertThat(new LabelRequirement("gpus", operator, List.of()).matchesValue(value)).isFalse();
    }

    @Test
    void anAbsentLabelDiffersFromEveryValue() {
        assertThat(LabelRequirement.notEqualTo("pool", "a").matchesLabels(Map.of())).isTrue();
        assertThat(LabelRequirement.equalTo("pool", "a").matchesLabels(Map.of())).isFalse();
        assertThat(new LabelRequirement("pool", "DoesNotExist", List.of()).matchesLabels(Map.of())).isTrue();
    }

    @Test
    void keysOfAPodsOwnLabelsAreAddedWhereItHasThem() {
        var keys = Yaml.of("keys: [rev, none]").path("keys");
        var own = Map.of("rev", "2");

        assertThat(LabelSelector.EVERYTHING.withLabelKeys(keys, own, true)).hasToString("rev=2");
        assertThat(LabelSelector.EVERYTHING.withLabelKeys(keys, own, false)).hasToString("rev!=2");
        assertThat(LabelSelector.NOTHING.selectorText()).isEqualTo("nothing");
    }

    @Test
    void labelsOfMetadataAreMatchedToo() {
        var selector = LabelSelector.ofLabels(Yaml.of("{app: llm}"));

        assertThat(selector.matches(Yaml.of("{app: llm, x: y}"))).isTrue();
        assertThat(selector.matches(Yaml.of("{app: web}"))).isFalse();
        assertThat(selector.matches(Yaml.of("{}"))).isFalse();
    }
}
