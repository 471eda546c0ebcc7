package tessera.alerts.engine;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tessera.alerts.Alert;
import tessera.alerts.Alert.AlertState;
import tessera.gpu.Sample;
import tessera.gpu.health.NodeFaultSignalCatalog;
import tessera.model.StatusCondition;
import tessera.model.reading.DeviceMetric;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.alerts.engine.Scene.alertsOf;
import static tessera.alerts.engine.Scene.only;

class NodeAlertTest {

    private final Scene scene = new Scene();

    @Test
    void aNodeThatWasNotReadyBeforeItWasSeenIsAnAlertAtOnce() {
        scene.conditions.set(0, Scene.ready("False"));
        scene.now = Sample.NOW.plusSeconds(360);

        var alert = only(scene.judge().active(), "node-not-ready");

        assertThat(alert.sentence()).isEqualTo("h100-04 has not been ready for 6 min");
        assertThat(alert.evidence()).containsExactly("kubelet said so");
        scene.conditions.set(0, Scene.ready("True"));
        assertThat(only(scene.passMinutes(1).history(), "node-not-ready").state()).isEqualTo(AlertState.RESOLVED);
    }

    @Test
    void devicesThatAreWithheldFromTheSchedulerAreTold() {
        scene.allocatable = 6;

        var alert = only(scene.passMinutes(6).active(), "devices-unhealthy");

        assertThat(alert.sentence()).isEqualTo("2 devices of h100-04 have been withheld from the scheduler for 6 min");
    }

    @Test
    void ofTheOperatorsPartsTheFirstThatDoesNotRunIsNamed() {
        scene.component("nvidia-driver-daemonset", true);
        scene.component("nvidia-dcgm-exporter", false);
        scene.component("nvidia-container-toolkit-daemonset", false);

        var alert = only(scene.passMinutes(11).active(), "operator-component-down");

        assertThat(alert.sentence())
                .isEqualTo("nvidia-container-toolkit-daemonset has not been running on h100-04 for 11 min");
        assertThat(alert.evidence()).hasSize(2);
    }

    @Test
    void aFiringAlertIsNoEvidenceOfOneThatIsStillPending() {
        scene.gpu(0, DeviceMetric.FABRIC_MANAGER, 3);
        scene.component("nvidia-operator-validator", false);
        assertThat(scene.passMinutes(11).active()).extracting(Alert::ruleId).contains("operator-component-down");
        scene.gpu(0, DeviceMetric.FABRIC_MANAGER, 2);

        var state = scene.passMinutes(1);

        assertThat(state.pending()).extracting(Alert::ruleId).contains("fabric-manager-in-progress");
        assertThat(state.active()).extracting(Alert::ruleId).contains("operator-component-down");
        assertThat(scene.passMinutes(30).active()).extracting(Alert::ruleId).contains("fabric-manager-in-progress")
                .doesNotContain("operator-component-down");
    }

    @Test
    void aPartThatNeedsNoGpuFailsForACauseOfItsOwn() {
        scene.gpu(0, DeviceMetric.FABRIC_MANAGER, 4);
        scene.component("nvidia-operator-validator", false);
        assertThat(scene.passMinutes(11).active()).extracting(Alert::ruleId).containsExactly("fabric-manager-failed");
        scene.component("nvidia-dcgm-exporter", false);

        assertThat(scene.passMinutes(1).active()).extracting(Alert::ruleId).contains("fabric-manager-failed",
                "operator-component-down");
    }

    @Test
    void whatAnXidAsksForIsToldOfSharedGpusToo() {
        scene.labels.putAll(
                Map.of("nvidia.com/gpu.count", "2", "nvidia.com/gpu.replicas", "4", "nvidia.com/gpu.sharing-strategy",
                        "time-slicing", "nvidia.com/gpu.product", "NVIDIA-H100-80GB-HBM3-SHARED"));
        scene.allocatable = 4;
        scene.gpu(0, DeviceMetric.XID, 0);
        scene.passMinutes(6);
        scene.gpu(0, DeviceMetric.XID, 79);

        assertThat(only(scene.passMinutes(6).active(), "xid-critical").remedy())
                .startsWith("Cordon and drain the node, then reboot it")
                .endsWith("The plugin does not add a device back by itself.");
        assertThat(NodeFaultSignalCatalog.standard().withheldRemedy("NVIDIA", "mps")).isEmpty();
        assertThat(NodeFaultSignalCatalog.standard().withheldRemedy("NVIDIA", "hami"))
                .hasValueSatisfying(remedy -> assertThat(remedy).contains("hami.io/node-nvidia-register"));
        assertThat(NodeFaultSignalCatalog.standard().withheldRemedy("Intel", "")).isPresent();
    }

    @Test
    void aMigChangeMayTakeAWhileAndAFailedOneIsToldAtOnce() {
        scene.labels.put("nvidia.com/mig.config.state", "rebooting");
        assertThat(scene.passMinutes(14).active()).isEmpty();
        assertThat(only(scene.passMinutes(2).active(), "mig-change-stuck").sentence())
                .isEqualTo("The MIG change of h100-04 has been rebooting for 16 min");
        scene.labels.put("nvidia.com/mig.config.state", "failed");

        assertThat(scene.judge().active()).extracting(alert -> alert.ruleId()).containsExactly("mig-change-failed");
    }

    @Test
    void faultsThatMonitorsOnTheNodeReportAreTold() {
        scene.conditions.add(new StatusCondition("KernelDeadlock", "True", "DockerHung", "task docker blocked", null));
        scene.conditions.add(new StatusCondition("SysLogsXIDError", "False", "", "", null));
        scene.conditions.add(new StatusCondition("GpuMemWatch", "True", "", "row remap pending", null));
        scene.conditions.add(new StatusCondition("MemoryPressure", "True", "", "", null));

        assertThat(alertsOf(scene.judge().active(), "node-condition")).extracting(alert -> alert.subject().part())
                .containsExactlyInAnyOrder("KernelDeadlock", "GpuMemWatch");
        scene.conditions.removeIf(statusCondition -> statusCondition.type().equals("KernelDeadlock"));
        assertThat(alertsOf(scene.judge().active(), "node-condition")).extracting(alert -> alert.subject().part())
                .containsExactly("GpuMemWatch");
    }

    @Test
    void aHealthyNodeIsNoAlert() {
        scene.component("nvidia-driver-daemonset", true);
        scene.held(0, "train", DeviceMetric.UTILISATION, 0.98, DeviceMetric.TEMPERATURE, 70, DeviceMetric.XID, 0,
                DeviceMetric.PCIE_REPLAYS, 7, DeviceMetric.POWER, 600, DeviceMetric.POWER_LIMIT, 700,
                DeviceMetric.THROTTLE_REASONS, 1);

        var state = scene.passMinutes(180);

        assertThat(state.active()).isEmpty();
        assertThat(state.pending()).isEmpty();
        assertThat(state.history()).isEmpty();
    }
}
