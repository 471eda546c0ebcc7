package tessera.kube.scheduling;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.demo.schedule.Yaml;
import tessera.kube.scheduling.RequiredNodeAffinity.NodeAffinityMismatch;

import static org.assertj.core.api.Assertions.assertThat;

class RequiredNodeAffinityTest {

    private static final Map<String, String> LABELS = Map.of("pool", "h100", "gpus", "8", "zone", "");

    private static RequiredNodeAffinity affinity(String selector, String terms) {
        return NodeAffinityReader.readPodAffinity(Yaml.of("""
                nodeSelector: %s
                affinity:
                  nodeAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: %s}
                """.formatted(selector, terms)));
    }

    private static String expression(String key, String operator, String values) {
        return "{matchExpressions: [{key: %s, operator: %s, values: %s}]}".formatted(key, operator, values);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{}            | [{matchExpressions: [{key: pool, operator: In, values: [a100, h100]}]}]           | true",
        "{pool: h100}  | [{matchExpressions: [{key: pool, operator: NotIn, values: [h100]}]}]              | false",
        "{pool: a100}  | [{matchExpressions: [{key: pool, operator: Exists}]}]                              | false",
        "{}            | [{matchExpressions: [{key: gpus, operator: Gt, values: ['7']}]}]                   | true",
        "{}            | [{matchExpressions: [{key: gpus, operator: Gt, values: ['8']}]}]                   | false",
        "{}            | [{matchExpressions: [{key: gpus, operator: Lt, values: ['9']}]}]                   | true",
        "{}            | [{matchExpressions: [{key: none, operator: DoesNotExist}]}]                        | true",
        "{}            | [{matchFields: [{key: metadata.name, operator: In, values: [n1, n2]}]}]            | true",
        "{}            | [{matchFields: [{key: metadata.name, operator: NotIn, values: [n1]}]}]             | false",
        "{}            | [{matchFields: [{key: metadata.uid, operator: NotIn, values: [n1]}]}]              | false",
        "{}            | [{}]                                                                               | false",
        "{}            | []                                                                                 | false",
        "{}            | [{}, {matchExpressions: [{key: pool, operator: Exists}]}]                          | true",
        "{}            | [{matchExpressions: [{key: pool, operator: Exists}, {key: none, operator: Exists}]}] | false"})
    void theSelectorAndOneOfTheTermsMustHold(String selector, String terms, boolean matches) {
        assertThat(affinity(selector, terms).matches("n1", LABELS)).isEqualTo(matches);
        assertThat(affinity(selector, terms).mismatchesOf("n1", LABELS).isEmpty()).isEqualTo(matches);
    }

    @Test
    void aPodWithoutAffinityAcceptsEveryNode() {
        var read = NodeAffinityReader.readPodAffinity(Yaml.of("containers: []"));

        assertThat(read).isEqualTo(RequiredNodeAffinity.ANY);
        assertThat(read.matches("n1", Map.of())).isTrue();
        assertThat(read.matchesNothing()).isFalse();
        assertThat(read.pinnedNodeNames()).isEmpty();
    }

    @Test
    void whatANodeLacksIsNamedWithWhatItHas() {
        assertThat(affinity("{pool: a100, team: ml, zone: west}", "[" + expression("gpus", "Gt", "['8']") + "]")
                .mismatchesOf("n1", LABELS)).containsExactly(new NodeAffinityMismatch.LabelDiffers("pool=a100", "h100"),
                        new NodeAffinityMismatch.LabelMissing("team=ml"),
                        new NodeAffinityMismatch.LabelEmpty("zone=west"),
                        new NodeAffinityMismatch.LabelDiffers("gpus > 8", "8"));
        assertThat(affinity("{}",
                "[%s, {matchFields: [{key: metadata.name, operator: In, values: [n2]}]}]"
                        .formatted(expression("pool", "In", "[a100]")))
                .mismatchesOf("n1", LABELS))
                .containsExactly(new NodeAffinityMismatch.NoTermMatches("pool=a100 or metadata.name=n2"));
        var nothing = affinity("{}", "[{}, {}]").mismatchesOf("n1", LABELS).getFirst();
        assertThat(nothing.briefText()).isEqualTo("its node affinity matches no node");
        assertThat(nothing.text()).isEqualTo("its node affinity has no conditions, so it matches no node");
        var pool = new NodeAffinityMismatch.LabelDiffers("pool=a100", "h100");
        assertThat(pool.briefText()).isEqualTo("not pool=a100");
        assertThat(pool.text()).isEqualTo("requires pool=a100, has h100");
    }

    @Test
    void onlyTermsWithoutAnyConditionMatchNothing() {
        assertThat(affinity("{}", "[{}, {}]").matchesNothing()).isTrue();
        assertThat(affinity("{}", "[{}, %s]".formatted(expression("pool", "Exists", "[]"))).matchesNothing()).isFalse();
        assertThat(
                affinity("{}", "[{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}]").matchesNothing())
                .isFalse();
    }

    @Test
    void requirementsThatEveryNodeMustMeetAreTheSelectorsAndThoseOfAnOnlyTerm() {
        var only = affinity("{pool: h100}", "[" + expression("gpus", "Exists", "[]") + "]");
        var either = affinity("{pool: h100}",
                "[%s, %s]".formatted(expression("gpus", "Exists", "[]"), expression("zone", "Exists", "[]")));

        assertThat(only.commonRequirements()).extracting("key").containsExactly("pool", "gpus");
        assertThat(either.commonRequirements()).extracting("key").containsExactly("pool");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", value = {
        "[{matchFields: [{key: metadata.name, operator: In, values: [a, b]}]}]                     | a,b",
        "[{matchFields: [{key: metadata.name, operator: In, values: [a]}]}, {matchFields: [{key: metadata.name, operator: In, values: [b]}]}] | a,b",
        "[{matchFields: [{key: metadata.name, operator: In, values: [a, b]}, {key: metadata.name, operator: In, values: [b, c]}]}] | b",
        "[{matchFields: [{key: metadata.name, operator: In, values: [a]}]}, {matchExpressions: [{key: x, operator: Exists}]}] | none",
        "[{matchFields: [{key: metadata.name, operator: NotIn, values: [a]}]}]                     | none",
        "[{matchFields: [{key: other, operator: In, values: [a]}]}]                                | none",
        "[]                                                                                        | none"})
    void namesThatEveryTermDemandsPinThePod(String terms, String names) {
        var pinned = affinity("{}", terms).pinnedNodeNames();

        if (names == null) {
            assertThat(pinned).isEmpty();
        } else {
            assertThat(pinned.orElseThrow()).containsExactlyInAnyOrder(names.split(",", -1));
        }
    }

    @Test
    void aVolumeIsReachedWhereItsAffinitySays() {
        var volume = Yaml.of("""
                spec:
                  nodeAffinity:
                    required:
                      nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [a]}]}]
                """);

        assertThat(NodeAffinityReader.readVolumeAffinity(volume).orElseThrow().matches("n", Map.of("zone", "a")))
                .isTrue();
        assertThat(NodeAffinityReader.readVolumeAffinity(volume).orElseThrow().matches("n", Map.of("zone", "b")))
                .isFalse();
        assertThat(NodeAffinityReader.readVolumeAffinity(Yaml.of("spec: {}"))).isEmpty();
    }
}
