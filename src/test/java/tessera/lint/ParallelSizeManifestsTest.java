package tessera.lint;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.gpu.AcceleratorCatalog;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintFix;

import static org.assertj.core.api.Assertions.assertThat;

/** Options that split a model are compared with the devices there are, as far as they can be read. */
class ParallelSizeManifestsTest {

    private static final ManifestLinter LINTER = new ManifestLinter(AcceleratorCatalog.standard());
    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: a}
            spec:
              containers:
              - name: a
                image: registry.example/vllm-openai:v0.14.0
                command: %s
                resources: {limits: {nvidia.com/gpu: 4}}
            """;
    private static final String GROUP = """
            apiVersion: leaderworkerset.x-k8s.io/v1
            kind: LeaderWorkerSet
            metadata: {name: a}
            spec:
              leaderWorkerTemplate:
                size: 2
                workerTemplate:
                  spec:
                    containers:
                    - name: a
                      image: registry.example/vllm-openai:v0.14.0
                      command: %s
                      resources: {limits: {nvidia.com/gpu: 8}}
            """;

    private static List<LintFinding> found(String text) {
        return LINTER.check(text, Optional.empty()).stream()
                .filter(finding -> finding.rule().id().equals("devices-miscounted")).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[vllm, --tensor-parallel-size, '0']", "[vllm, --tp=2, --pipeline-parallel-size=0]",
        "[vllm, --tp=2, --pp, $(STAGES)]", "[sh, -c, 'vllm serve a --tp 2 \"--pp\" 2']",
        "[sh, -c, 'vllm serve a --tp 2 --pp 2; sleep inf']", "[sh, -c, 'vllm serve a --tp 4 && true']",
        "[vllm, --tp, '2', -dp, '2']", "[torchrun, --nproc-per-node=gpu]"})
    void whatFitsOrCannotBeReadIsNotFound(String command) {
        assertThat(found(POD.formatted(command))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[vllm, --tp, '2']", "[sh, -c, 'vllm serve a --tp 2 --pp 4; sleep inf']",
        "[vllm, --tp, '4', -dp, '2']"})
    void whatDoesNotFitIsFound(String command) {
        assertThat(found(POD.formatted(command))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[sh, -c, 'serve leader --ray_address=a; vllm --tp 8 --pp $(LWS_GROUP_SIZE)']",
        "[sh, -c, 'serve leader --ray_address=a; vllm --tp 8 --pp 0']",
        "[sh, -c, 'serve leader --ray_address=a; vllm --tp 8 --pp 2;']",
        "[sh, -c, 'serve leader --ray_address=a; vllm --tp 8 -dp 2']"})
    void ofAGroupToo(String command) {
        assertThat(found(GROUP.formatted(command))).isEmpty();
    }

    @Test
    void subgroupsMayServeAlone() {
        var group = GROUP.formatted("[sh, -c, 'serve leader --ray_address=a; vllm --tp 8']");
        assertThat(found(group)).hasSize(1);
        assertThat(found(group.replace("    size: 2", "    size: 2\n    subGroupPolicy: {subGroupSize: 1}"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "[sh, -c, 'serve --ray_address=a; vllm --tp 8'] | [sh, -c, 'serve --ray_address=a; vllm --pipeline-parallel-size=2 --tp 8']",
        "[vllm, --ray_address=a, --tp, '8'] | [vllm, --ray_address=a, \"--pipeline-parallel-size=2\", --tp, '8']",
        "[vllm, --ray_address=a, --tp=8] | [vllm, --ray_address=a, \"--pipeline-parallel-size=2\", --tp=8]",
        "[vllm, --ray_address=a, --tp=8, --pp=4] | [vllm, --ray_address=a, --tp=8, --pp=2]"})
    void aModelIsSplitOverThePodsByStagesAndNotByMoreTensorsThanAPodHas(String command, String mended) {
        var text = GROUP.formatted(command);
        assertThat(found(text)).singleElement().satisfies(finding -> assertThat(finding.alternatives())
                .extracting(fix -> LintFix.apply(text, List.of(fix)).text()).contains(GROUP.formatted(mended))
                .noneMatch(fixed -> fixed.contains("--tp=16") || fixed.contains("--tp 16") || fixed.contains("'16'")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"        - --tp=8", "        - --tp\n        - '8'"})
    void anOptionIsAddedToAListOfLinesToo(String option) {
        var head = "\n        - vllm\n        - --ray_address=a\n";
        var text = GROUP.formatted(head.indent(8).stripTrailing() + "\n" + option.indent(8).stripTrailing());
        var fixed = GROUP.formatted(head.indent(8).stripTrailing()
                + "\n                - \"--pipeline-parallel-size=2\"\n" + option.indent(8).stripTrailing());
        assertThat(found(text)).singleElement().satisfies(finding -> assertThat(finding.alternatives())
                .extracting(fix -> LintFix.apply(text, List.of(fix)).text()).contains(fixed));
    }
}
