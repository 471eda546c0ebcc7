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
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRules;
import tessera.alerts.XidCatalog;
import tessera.alerts.engine.AlertEngine;
import tessera.model.ObjectRef;
import tessera.stack.GpuStackComponent;
import tessera.stack.GpuStackStatus;
import tessera.stack.Scene;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.NOW;

/** Why a node offers no GPU is told once, and nothing that only follows from it. */
class ExplainedProblemNodesTest {

    private static final String OPERANDS = "nvidia.com/gpu.deploy.operands";
    private static final String PLUGIN = "nvidia.com/gpu.deploy.device-plugin";
    private static final String CONFIG = "nvidia.com/device-plugin.config";
    private static final ObjectRef MAP = new ObjectRef("v1", "ConfigMap", "configmaps", "gpu-operator", "shares");

    private static List<DiagnosisFinding> findings(Scene scene, GpuStackConfigInventory remains) {
        var fleet = scene.fleet();
        var rules = AlertRules.standardRules();
        var rung = new AlertEngine(rules, XidCatalog.standardCatalog()).evaluate(fleet, fleet.readings(), NOW);
        return Examined
                .findings(
                        new DiagnosisInput(fleet, rules, rung,
                                Optional.of(new GpuStackStatus.GpuStackStatusEvaluator().readStack(fleet,
                                        scene.objects(), NOW)),
                                remains, List.of(), List.of(), List.of(), Map.of(), Map.of(), List.of(), List.of(),
                                NodeDiagnosisFacts.NONE, List.of(), List.of(), NOW),
                        DiagnosisScope.ALL);
    }

    private static Scene divided(Scene scene) {
        return scene.label("nvidia.com/mig.capable", "true").label("nvidia.com/mig.config", "all-disabled")
                .label("nvidia.com/mig.config.state", "success").pod(GpuStackComponent.MIG, "Running")
                .label("nvidia.com/gpu.deploy.mig-manager", "true");
    }

    private static GpuStackConfigInventory configs(Set<String> keys, String usual, Map<String, String> rejected) {
        return new GpuStackConfigInventory(List.of(),
                Optional.of(new GpuStackConfigInventory.NamedDevicePluginConfigs(MAP, true, keys, usual, rejected,
                        Map.of(), Optional.empty())));
    }

    @ParameterizedTest
    @CsvSource({PLUGIN + ", the device plugin", OPERANDS + ", the GPU stack"})
    void theLabelThatKeepsTheDevicePluginOffIsTheCauseAndWhatFollowsIsNotTold(String label, String subject) {
        var scene = divided(new Scene()).offers(4, 0).without(GpuStackComponent.PLUGIN).label(label, "false");

        assertThat(findings(scene, GpuStackConfigInventory.NONE)).singleElement().satisfies(finding -> {
            assertThat(finding.headline())
                    .isEqualTo("n1 advertises no GPU: the label %s keeps %s off the node".formatted(label, subject));
            assertThat(finding.evidence()).contains("label " + label + "=false");
            assertThat(finding.commands()).containsExactly("tessera plan label n1 " + label + "=true");
            assertThat(finding.remediation())
                    .hasValue(new FindingRemediation.NodeLabelRemedy(List.of("n1"), Map.of(label, "true"), Set.of()));
        });
    }

    @Test
    void aDevicePluginThatAnUpgradeLeftPausedIsTheCauseAndNoDeviceIsSaidToBeFaulty() {
        var scene = divided(new Scene()).pod(GpuStackComponent.DRIVER, "Running", 0, Duration.ofMinutes(60))
                .offers(4, 0).without(GpuStackComponent.PLUGIN).label(PLUGIN, "paused-for-driver-upgrade");

        assertThat(findings(scene, GpuStackConfigInventory.NONE)).singleElement()
                .satisfies(finding -> assertThat(finding.headline())
                        .isEqualTo("n1: device-plugin still paused for a driver upgrade that has ended"));
    }

    @Test
    void whoOffersGpusAllTheSameIsNotKeptOffAndDevicesWithheldWithoutALabelAreTold() {
        assertThat(findings(divided(new Scene()).without(GpuStackComponent.PLUGIN).label(PLUGIN, "false"),
                GpuStackConfigInventory.NONE)).isEmpty();
        assertThat(
                findings(divided(new Scene()).undeployed(GpuStackComponent.PLUGIN).offers(4, 0).label(PLUGIN, "false"),
                        GpuStackConfigInventory.NONE))
                .extracting(DiagnosisFinding::id).doesNotContain("kept-off").contains("devices-unhealthy");
        assertThat(findings(new Scene().offers(4, 3), GpuStackConfigInventory.NONE))
                .extracting(DiagnosisFinding::headline)
                .containsExactly("1 device of n1 has been withheld from the scheduler");
    }

    @Test
    void aConfigurationThatNoPluginTakesIsTheCauseAndNamesWhereItComesFrom() {
        var scene = divided(new Scene()).offers(4, 0).pod(GpuStackComponent.PLUGIN, "CrashLoopBackOff")
                .pod(GpuStackComponent.FEATURES, "CrashLoopBackOff");
        var wrong = configs(Set.of("whole", "four"), "whole", Map.of("whole", "line 1: version is “v9”"));

        assertThat(findings(scene, wrong)).singleElement().satisfies(finding -> {
            assertThat(finding.headline()).isEqualTo("n1: the device plugin does not accept its configuration whole");
            assertThat(finding.severity()).isEqualTo(AlertOrFindingSeverity.CRITICAL);
            assertThat(finding.evidence()).containsExactly("whole: line 1: version is “v9”",
                    "set in devicePlugin.config.default of the ClusterPolicy, used by n1",
                    "nodes where the device plugin or GPU Feature Discovery is not running: n1");
            assertThat(finding.explanation() + finding.remedy()).doesNotContain("label");
        });
        assertThat(findings(scene.label(CONFIG, "whole"), wrong)).singleElement()
                .satisfies(finding -> assertThat(finding.evidence()).contains("label " + CONFIG + "=whole on n1"));
        assertThat(findings(scene.label(CONFIG, "four"), wrong)).extracting(DiagnosisFinding::headline)
                .as("its own entry is well: something else is wrong with the plugin")
                .containsExactly("n1: Device plugin keeps restarting");
    }

    @Test
    void aConfigurationThatIsNotThereIsTheCause() {
        var scene = divided(new Scene()).offers(4, 0).pod(GpuStackComponent.PLUGIN, "Init:0/1")
                .pod(GpuStackComponent.FEATURES, "Init:0/1").label(CONFIG, "fuor");

        assertThat(findings(scene, configs(Set.of("four"), "four", Map.of()))).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("config-unknown");
            assertThat(finding.severity()).isEqualTo(AlertOrFindingSeverity.CRITICAL);
        });
    }

    @Test
    void aPluginWithoutAnImageHasAnotherTroubleThanItsConfiguration() {
        var scene = new Scene().offers(4, 0).pod(GpuStackComponent.PLUGIN, "ImagePullBackOff");

        assertThat(findings(scene, configs(Set.of("whole"), "whole", Map.of("whole", "this is no YAML"))))
                .extracting(DiagnosisFinding::id).containsExactlyInAnyOrder("stack", "config-rejected");
    }

    @Test
    void aConfigurationThatNobodyTakesIsNotToldAndOneThatPluginsHaveIsLessUrgent() {
        assertThat(findings(new Scene(), configs(Set.of("whole", "four"), "whole", Map.of("four", "wrong")))).isEmpty();
        assertThat(findings(new Scene(), configs(Set.of("whole"), "whole", Map.of("whole", "wrong")))).singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(AlertOrFindingSeverity.WARNING));
    }

    @ParameterizedTest
    @CsvSource({"all-9g.99gb, ''", "all-balnced, all-balanced"})
    void aLayoutThatIsNotThereIsToldWithThoseThatAre(String layout, String near) {
        var scene = divided(new Scene()).label("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-80GB")
                .label("nvidia.com/mig.config", layout).label("nvidia.com/mig.config.state", "failed");
        var layouts = new AvailableMigLayouts(MAP, Set.of("all-balanced", "all-3g.40gb", "all-3g.90gb", "half"));

        assertThat(findings(scene,
                new GpuStackConfigInventory(List.of(), Optional.empty(), Map.of("n1", layouts), GpuStackSymptoms.NONE)))
                .singleElement().satisfies(finding -> {
                    assertThat(finding.headline())
                            .isEqualTo("n1 requests MIG configuration %s, which does not exist".formatted(layout));
                    var evidence = new ArrayList<>(List.of("label nvidia.com/mig.config=" + layout));
                    if (!near.isEmpty()) {
                        evidence.add("the most similar name is " + near);
                    }
                    evidence.add("the ConfigMap contains all-3g.40gb, all-balanced and half");
                    assertThat(finding.evidence()).isEqualTo(evidence);
                    assertThat(finding.commands()).first().asString()
                            .startsWith(near.isEmpty() ? "kubectl" : "tessera plan mig n1 --config all-balanced");
                });
        assertThat(findings(scene.label("nvidia.com/mig.config", "half"),
                new GpuStackConfigInventory(List.of(), Optional.empty(), Map.of("n1", layouts), GpuStackSymptoms.NONE)))
                .extracting(DiagnosisFinding::headline).containsExactly("n1: The MIG change to half failed");
    }
}
