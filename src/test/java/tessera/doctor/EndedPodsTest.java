package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSnapshot;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.Sample;
import tessera.stack.ContainerLogTail;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.NOW;
import static tessera.gpu.Sample.node;

/** A pod that has ended badly is never said to be well, whatever is known of why. */
class EndedPodsTest {

    private final Sample sample = new Sample().with(node("a").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4));
    private final List<String> skipped = new ArrayList<>();

    private List<DiagnosisFinding> findings(DiagnosisScope focus, Map<String, ContainerLogTail> written) {
        return Examined.findings(new DiagnosisInput(sample.fleet(), AlertRules.standardRules(),
                new AlertSnapshot(NOW, List.of(), List.of(), List.of()), Optional.empty(), GpuStackConfigInventory.NONE,
                List.of(), List.of(), List.of(), written, Map.of(), List.of(), List.of(), NodeDiagnosisFacts.NONE,
                List.of(), List.of(), NOW), focus);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Error      | exit code 137 | killed      | A container of ml/train was killed (exit code 137)",
        "Error      | exit code 139 | crash       | A container of ml/train crashed with a segmentation fault (exit code 139)",
        "Error      | exit code 127 | crash       | The command of ml/train is missing in its image or not executable (exit code 127)",
        "Error      | exit code 1   | ended-badly | A container of ml/train failed",
        "Init:Error | exit code 3   | ended-badly | A container of ml/train failed",
        "ExitCode:2 | ''            | ended-badly | A container of ml/train failed",
        "OOMKilled  | exit code 137 | oom         | ml/train ran out of host memory"})
    void howItEndedIsToldWithWhatItWroteLast(String status, String message, String id, String headline) {
        sample.pod("ml/train", "a", "nvidia.com/gpu", 1).failed(status, message);

        assertThat(findings(DiagnosisScope.ALL,
                Map.of("ml/train", new ContainerLogTail("main", false, List.of("epoch 7", "bad magic number", " ")))))
                .singleElement().satisfies(finding -> {
                    assertThat(finding.id()).isEqualTo(id);
                    assertThat(finding.headline()).isEqualTo(headline);
                    assertThat(finding.evidence().contains("last log line: bad magic number"))
                            .isEqualTo(!id.equals("oom"));
                    assertThat(finding.commands()).as("it has no run before this").isNotEmpty()
                            .noneMatch(command -> command.contains("--previous"));
                });
    }

    @Test
    void whatItWroteTellsMoreAndItsLogIsNotThatOfARunBefore() {
        sample.pod("ml/train", "a", "nvidia.com/gpu", 1).failed("Error", "exit code 1");

        assertThat(findings(DiagnosisScope.ALL,
                Map.of("ml/train",
                        new ContainerLogTail("main", false, List.of("CUDA out of memory. Tried to allocate")))))
                .singleElement().satisfies(finding -> {
                    assertThat(finding.id()).isEqualTo("cuda-oom");
                    assertThat(finding.commands()).containsExactly("tessera logs ml/train -c main --tail=50");
                });
    }

    @Test
    void whoIsStartedAgainHasItsTroubleInTheRunBefore() {
        sample.crashing("ml/train", "a", "nvidia.com/gpu", 1);

        assertThat(findings(DiagnosisScope.ALL,
                Map.of("ml/train",
                        new ContainerLogTail("main", true, List.of("CUDA out of memory. Tried to allocate")))))
                .singleElement().satisfies(finding -> assertThat(finding.commands())
                        .containsExactly("tessera logs ml/train --previous -c main --tail=50"));
    }

    @Test
    void withoutItsLogTheContainerIsTheOneThatTheKubeletNamesOrElseNoneIsAskedForARunBefore() {
        sample.crashing("ml/train", "a", "nvidia.com/gpu", 1)
                .troubled("CrashLoopBackOff",
                        "back-off 5m0s restarting failed container=sidecar pod=train_ml(30ee16b6)")
                .crashing("ml/other", "a", "nvidia.com/gpu", 1);

        assertThat(findings(DiagnosisScope.ALL, Map.of())).extracting(DiagnosisFinding::commands).containsExactly(
                List.of("tessera logs ml/other --all-containers"),
                List.of("tessera logs ml/train --previous -c sidecar"));
    }

    @ParameterizedTest
    @CsvSource({"UnexpectedAdmissionError, 0", "OutOfnvidia.com/gpu, 0", "Error, 1", "Evicted, 1"})
    void whatNeverRanHasNoLogThatCouldBeMissed(String status, int unread) throws Exception {
        sample.with(node("b").nvidia("NVIDIA-L40S", 1).has("nvidia.com/gpu", 1))
                .pod("ml/mute", "b", "nvidia.com/gpu", 1).failed(status, "");

        assertThat(
                new TerminatedPodLogReader(ClusterDiagnoserTest.logs(Map.of()), AcceleratorCatalog.standard(), skipped)
                        .readLogs(sample.fleet(), DiagnosisScope.ALL))
                .isEmpty();
        assertThat(skipped).hasSize(unread);
    }

    @Test
    void aPodWithoutDevicesIsExaminedWhenItIsAskedForAndItsLogRead() throws Exception {
        sample.pod("ml/tool", "a", "cpu", 1).failed("Error", "exit code 1");
        var logs = new TerminatedPodLogReader(ClusterDiagnoserTest.logs(Map.of("tool", List.of("no such file"))),
                AcceleratorCatalog.standard(), skipped);

        assertThat(findings(DiagnosisScope.ALL, logs.readLogs(sample.fleet(), DiagnosisScope.ALL))).isEmpty();
        assertThat(findings(DiagnosisScope.ofPod("ml/tool"),
                logs.readLogs(sample.fleet(), DiagnosisScope.ofPod("ml/tool")))).singleElement()
                .satisfies(finding -> assertThat(finding.evidence()).containsExactly("Error: exit code 1",
                        "last log line: no such file"));
    }
}
