package tessera.kube.scheduling;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.demo.schedule.Yaml;

import static org.assertj.core.api.Assertions.assertThat;

class TolerationTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"{key: gpu, operator: Exists}                               | true",
        "{operator: Exists}                                         | true",
        "{key: other, operator: Exists}                             | false",
        "{key: gpu, operator: Equal, value: h100}                   | true",
        "{key: gpu, value: h100}                                    | true",
        "{key: gpu, value: a100}                                    | false",
        "{key: other, value: h100}                                  | false",
        "{value: h100}                                              | false",
        "{key: gpu, operator: Near, value: h100}                    | false",
        "{key: gpu, operator: Exists, effect: NoSchedule}           | true",
        "{key: gpu, operator: Exists, effect: NoExecute}            | false"})
    void aTaintIsToleratedByKeyValueAndEffect(String toleration, boolean tolerated) {
        var taint = new Taint("gpu", "h100", "NoSchedule");
        var read = TolerationReader.readTolerations(Yaml.of("list: [" + toleration + "]").path("list"));

        assertThat(read.getFirst().toleratesTaint(taint)).isEqualTo(tolerated);
        assertThat(Toleration.anyTolerates(read, taint)).isEqualTo(tolerated);
        assertThat(Toleration.anyTolerates(List.of(), taint)).isFalse();
    }

    @Test
    void tolerationsAreReadWithTheirSeconds() {
        assertThat(TolerationReader
                .readTolerations(Yaml.of("list: [{key: a, tolerationSeconds: 300}, {operator: Exists}]").path("list")))
                .containsExactly(new Toleration("a", "", "", "", 300L), new Toleration("", "Exists", "", "", null));
    }

    @Test
    void onlyTaintsThatRepelAndAreNotToleratedKeepAPodAway() {
        var taints = TolerationReader.readTaints(Yaml.of("""
                taints:
                - {key: soft, effect: PreferNoSchedule}
                - {key: gpu, value: h100, effect: NoSchedule}
                - {key: down, effect: NoExecute}
                """));
        var tolerations = List.of(new Toleration("gpu", "Exists", "", "", null));

        assertThat(taints).extracting(Taint::toString).containsExactly("soft:PreferNoSchedule", "gpu=h100:NoSchedule",
                "down:NoExecute");
        assertThat(Toleration.untoleratedTaints(taints, tolerations)).extracting(Taint::key).containsExactly("down");
        assertThat(Toleration.firstUntolerated(taints, List.of())).map(Taint::key).hasValue("gpu");
        assertThat(Toleration.firstUntolerated(taints.subList(0, 2), tolerations)).isEmpty();
    }

    @Test
    void taintsThatTheClusterSetsItselfNameTheirProblem() {
        assertThat(new Taint("node.kubernetes.io/disk-pressure", "", "NoSchedule").nodeProblemText())
                .hasValue("under disk pressure");
        assertThat(Taint.UNSCHEDULABLE.nodeProblemText()).hasValue("cordoned");
        assertThat(new Taint("team", "", "NoSchedule").nodeProblemText()).isEmpty();
    }
}
