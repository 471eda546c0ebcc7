package tessera.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSnapshot;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.stack.ClusterPolicySummary;
import tessera.stack.ClusterReadResult;
import tessera.stack.GpuStackComponent;
import tessera.stack.GpuStackObjects;
import tessera.stack.GpuStackStatus;
import tessera.stack.Scene;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.NOW;
import static tessera.gpu.Sample.node;

/** Words of an operator, or to it, are told where nobody heeds them. */
class OrphanedOperatorLabelCheckTest {

    private static final GpuStackObjects NOTHING = new GpuStackObjects(
            new ClusterReadResult.SuccessfulRead<>(Optional.empty()), new ClusterReadResult.SuccessfulRead<>(List.of()),
            new ClusterReadResult.SuccessfulRead<>(List.of()),
            new ClusterReadResult.SuccessfulRead<>(Optional.empty()));
    private static final String DRIVER = "nvidia.com/gpu.deploy.driver";

    private final Sample sample = new Sample();

    private static List<DiagnosisFinding> findings(GpuFleet fleet, GpuStackObjects objects,
            GpuStackConfigInventory remains, DiagnosisScope focus) {
        var input = new DiagnosisInput(fleet, AlertRules.standardRules(),
                new AlertSnapshot(NOW, List.of(), List.of(), List.of()),
                Optional.of(new GpuStackStatus.GpuStackStatusEvaluator().readStack(fleet, objects, NOW)), remains,
                List.of(), List.of(), List.of(), Map.of(), Map.of(), List.of(), List.of(), NodeDiagnosisFacts.NONE,
                List.of(), List.of(), NOW);
        return Examined.findings(input, focus).stream().filter(finding -> !finding.id().equals("no-stack")).toList();
    }

    private List<DiagnosisFinding> withoutOperator(String... left) {
        return findings(sample.fleet(), NOTHING, new GpuStackConfigInventory(List.of(left), Optional.empty()),
                DiagnosisScope.ALL);
    }

    private static List<DiagnosisFinding> of(Scene scene, GpuStackConfigInventory remains) {
        return findings(scene.fleet(), scene.objects(), remains, DiagnosisScope.ALL);
    }

    private static List<DiagnosisFinding> of(Scene scene) {
        return of(scene, GpuStackConfigInventory.NONE);
    }

    @Test
    void labelsOfAnOperatorThatIsGoneAreToldWithWhatElseItLeft() {
        sample.with(node("a").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4).label(DRIVER, "true")
                .label("nvidia.com/gpu-driver-upgrade-state", "upgrade-done"))
                .with(node("b").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4).label(DRIVER, "pre-installed"))
                .with(node("c"));

        assertThat(withoutOperator("customresourcedefinitions/clusterpolicies.nvidia.com", "runtimeclasses/nvidia"))
                .singleElement().satisfies(finding -> {
                    assertThat(finding.headline())
                            .isEqualTo("Labels of an uninstalled GPU operator are still on a and b");
                    assertThat(finding.evidence()).containsExactly(
                            "label nvidia.com/gpu-driver-upgrade-state on 1 node", "label " + DRIVER + " on 2 nodes",
                            "customresourcedefinitions/clusterpolicies.nvidia.com", "runtimeclasses/nvidia");
                    assertThat(finding.commands()).containsExactly("tessera plan label a b "
                            + "nvidia.com/gpu-driver-upgrade-state- nvidia.com/gpu.deploy.driver-");
                    assertThat(finding.remediation()).hasValue(new FindingRemediation.NodeLabelRemedy(List.of("a", "b"),
                            Map.of(), Set.of("nvidia.com/gpu-driver-upgrade-state", DRIVER)));
                });
    }

    @Test
    void manyNodesAreMeantByALabelOfAllAndOneByItself() {
        for (var name : List.of("a", "b", "c", "d", "e")) {
            sample.with(node(name).nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4).label(DRIVER, "true"));
        }

        assertThat(withoutOperator()).singleElement().satisfies(finding -> assertThat(finding.commands())
                .containsExactly("tessera plan label --selector " + DRIVER + " " + DRIVER + "-"));
        assertThat(findings(sample.fleet(), NOTHING, GpuStackConfigInventory.NONE, DiagnosisScope.ofNode("e")))
                .singleElement().satisfies(finding -> assertThat(finding.headline()).endsWith("on e"));
    }

    @Test
    void labelsThatAreThereBeforeAnyOperatorAreNotLeftByOne() {
        sample.with(node("a").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4).label(DRIVER, "false")
                .label("nvidia.com/gpu.deploy.operands", "false"));

        assertThat(withoutOperator("customresourcedefinitions/clusterpolicies.nvidia.com")).isEmpty();
    }

    @Test
    void whereAPartOfTheStackIsThereOrMayNotBeSeenNothingCountsAsLeft() {
        sample.with(node("a").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4).label(DRIVER, "true"));
        var unknown = new GpuStackObjects(
                new ClusterReadResult.FailedRead<>(Problem.of(Problem.OperationProblemKind.FORBIDDEN, "You may not")),
                new ClusterReadResult.SuccessfulRead<>(List.of()), new ClusterReadResult.SuccessfulRead<>(List.of()),
                new ClusterReadResult.SuccessfulRead<>(Optional.empty()));
        assertThat(findings(sample.fleet(), unknown, GpuStackConfigInventory.NONE, DiagnosisScope.ALL)).isEmpty();

        sample.pod("gpu/toolkit", "a", "cpu", 1, Map.of("app", "nvidia-container-toolkit-daemonset"));
        assertThat(withoutOperator()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"60, '', true", "60, upgrade-done, true", "5, '', false", "60, pod-restart-required, false"})
    void whatStaysPausedLongAfterTheDriverIsReadyIsTold(int minutes, String state, boolean told) {
        var scene = new Scene().label("nvidia.com/gpu-driver-upgrade-state", state)
                .pod(GpuStackComponent.DRIVER, "Running", 0, Duration.ofMinutes(minutes))
                .without(GpuStackComponent.EXPORTER)
                .label("nvidia.com/gpu.deploy.dcgm-exporter", "paused-for-driver-upgrade");

        assertThat(of(scene)).hasSize(told ? 1 : 0).allSatisfy(finding -> {
            assertThat(finding.headline())
                    .isEqualTo("n1: dcgm-exporter still paused for a driver upgrade that has ended");
            assertThat(finding.remediation()).hasValue(new FindingRemediation.NodeLabelRemedy(List.of("n1"),
                    Map.of("nvidia.com/gpu.deploy.dcgm-exporter", "true"), Set.of()));
        });
    }

    @ParameterizedTest
    @CsvSource({"all-balanced, '', true", "all-disabled, '', false", "all-balanced, success, false"})
    void aLayoutThatNobodyMakesIsTold(String layout, String state, boolean told) {
        var scene = new Scene().label("nvidia.com/mig.config", layout).label("nvidia.com/mig.config.state", state);

        assertThat(of(scene)).extracting(DiagnosisFinding::headline)
                .isEqualTo(told ? List.of("n1 requests MIG configuration all-balanced, but no MIG manager runs there")
                        : List.of());
        assertThat(of(scene.pod(GpuStackComponent.MIG, "Running"))).isEmpty();
    }

    @Test
    void configurationsOfTheDevicePluginThatAreNotThereAreTold() {
        var map = new ObjectRef("v1", "ConfigMap", "configmaps", "gpu-operator", "shares");
        var scene = new Scene().label("nvidia.com/device-plugin.config", "eight");
        var configs = new GpuStackConfigInventory.NamedDevicePluginConfigs(map, true, Set.of("four", "whole"), "whole");

        assertThat(of(scene, new GpuStackConfigInventory(List.of(), Optional.of(configs)))).singleElement()
                .satisfies(finding -> {
                    assertThat(finding.headline()).isEqualTo("n1: device plugin configuration eight does not exist");
                    assertThat(finding.evidence()).containsExactly("label nvidia.com/device-plugin.config=eight",
                            "the ConfigMap contains four and whole");
                    assertThat(finding.commands())
                            .containsExactly("kubectl -n gpu-operator get configmap shares -o yaml");
                    assertThat(finding.remediation()).as("nodes without the label take another")
                            .contains(new FindingRemediation.NodeLabelRemedy(List.of("n1"), Map.of(),
                                    Set.of("nvidia.com/device-plugin.config")));
                });
        assertThat(of(new Scene().label("nvidia.com/device-plugin.config", "wholes"),
                new GpuStackConfigInventory(List.of(), Optional.of(configs)))).singleElement()
                .satisfies(finding -> assertThat(finding.remediation()).contains(new FindingRemediation.NodeLabelRemedy(
                        List.of("n1"), Map.of("nvidia.com/device-plugin.config", "whole"), Set.of())));
        assertThat(of(scene,
                new GpuStackConfigInventory(List.of(),
                        Optional.of(
                                new GpuStackConfigInventory.NamedDevicePluginConfigs(map, true, Set.of("eight"), "")))))
                .isEmpty();
        assertThat(of(scene, new GpuStackConfigInventory(List.of(),
                Optional.of(
                        new GpuStackConfigInventory.NamedDevicePluginConfigs(map, true, Set.of("eight"), "whole")))))
                .extracting(DiagnosisFinding::headline)
                .containsExactly("The default configuration whole of the device plugins does not exist");
        assertThat(of(scene,
                new GpuStackConfigInventory(List.of(),
                        Optional.of(
                                new GpuStackConfigInventory.NamedDevicePluginConfigs(map, false, Set.of(), "whole")))))
                .extracting(DiagnosisFinding::headline)
                .containsExactly("ConfigMap shares, which configures the device plugins, does not exist");
    }

    @Test
    void aPolicyBesideTheOneThatCountsIsTold() {
        var scene = new Scene();
        var objects = scene.objects();
        var policies = new ArrayList<>(objects.policies().result().orElseThrow());
        assertThat(of(scene)).isEmpty();
        policies.add(new ClusterPolicySummary("second", "ignored", List.of(), "", List.of(),
                ClusterPolicySummary.HelmReleaseRef.NOBODY));

        assertThat(findings(scene.fleet(),
                new GpuStackObjects(objects.release(), new ClusterReadResult.SuccessfulRead<>(policies),
                        objects.operandSets(), objects.operator()),
                GpuStackConfigInventory.NONE, DiagnosisScope.ALL)).extracting(DiagnosisFinding::headline)
                .containsExactly("The ClusterPolicy second is ignored");
    }
}
