package tessera.alerts.engine;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import tessera.alerts.Alert.AlertState;
import tessera.model.reading.DeviceMetric;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.alerts.engine.Scene.alertsOf;
import static tessera.alerts.engine.Scene.only;

class UnknownTest {

    private final Scene scene = new Scene();

    @Test
    void aValueOfAnExporterThatFellSilentNeverBecomesAnAlert() {
        scene.gpu(0, DeviceMetric.TEMPERATURE, 95);
        scene.judge();
        scene.answers = false;

        var state = scene.passMinutes(30);

        assertThat(alertsOf(state.active(), "gpu-temperature-critical")).isEmpty();
        assertThat(alertsOf(state.active(), "gpu-temperature-warning")).isEmpty();
        assertThat(only(state.active(), "exporter-silent").sentence())
                .isEqualTo("The exporter of h100-04 has not answered for 28 min");
    }

    @Test
    void anExporterIsSilentWhateverItsNamespaceIsCalledAndADevicePluginNeedNotTellMetrics() {
        scene.source = "device-plugin/nvidia-dcgm-exporter-x7k2p";
        scene.neverAnswers();
        assertThat(alertsOf(scene.passMinutes(30).active(), "exporter-silent")).hasSize(1);

        var plugins = new Scene();
        plugins.source = "kube-system/nvidia-gpu-plugin-abcde";
        plugins.pluginsOnly = true;
        plugins.neverAnswers();
        assertThat(plugins.passMinutes(30).active()).isEmpty();
    }

    @Test
    void anAlertWhoseMetricWentMissingIsUnknownSinceThenAndNotOver() {
        scene.gpu(0, DeviceMetric.TEMPERATURE, 95);
        scene.passMinutes(2);
        var lastSeen = scene.now;
        scene.gpu(0, DeviceMetric.POWER, 300);

        var unknown = only(scene.passMinutes(10).active(), "gpu-temperature-critical");

        assertThat(unknown.state()).isEqualTo(AlertState.UNKNOWN);
        assertThat(unknown.times().unknownSince()).isEqualTo(lastSeen);

        scene.gpu(0, DeviceMetric.TEMPERATURE, 94);
        var again = only(scene.passMinutes(1).active(), "gpu-temperature-critical");
        assertThat(again.state()).isEqualTo(AlertState.FIRING);
        assertThat(again.key()).isEqualTo(unknown.key());

        scene.gpu(0, DeviceMetric.TEMPERATURE, 60);
        assertThat(scene.passMinutes(1).active()).isEmpty();
    }

    @Test
    void aDeviceThatIsNoLongerReportedIsUnknownAndPutWithThePastAfterADay() {
        scene.gpu(0, DeviceMetric.TEMPERATURE, 95);
        scene.gpu(1, DeviceMetric.TEMPERATURE, 40);
        scene.passMinutes(2);
        scene.devices.remove(0);

        assertThat(only(scene.passMinutes(60).active(), "gpu-temperature-critical").state())
                .isEqualTo(AlertState.UNKNOWN);
        scene.now = scene.now.plus(Duration.ofHours(24));
        var state = scene.judge();
        assertThat(state.active()).isEmpty();
        assertThat(only(state.history(), "gpu-temperature-critical").times().endedAt()).isEqualTo(scene.now);
    }

    @Test
    void timeInWhichNothingWasKnownDoesNotCount() {
        scene.gpu(0, DeviceMetric.TEMPERATURE, 87);
        scene.passMinutes(3);
        scene.answers = false;
        scene.passMinutes(10);
        scene.answers = true;

        assertThat(alertsOf(scene.passMinutes(1).active(), "gpu-temperature-warning")).isEmpty();
        assertThat(alertsOf(scene.passMinutes(2).active(), "gpu-temperature-warning")).hasSize(1);
    }

    @Test
    void timeInWhichThisMachineSleptDoesNotCount() {
        scene.gpu(0, DeviceMetric.TEMPERATURE, 87);
        scene.judge();
        scene.now = scene.now.plus(Duration.ofHours(8));

        assertThat(scene.judge().active()).isEmpty();
        assertThat(scene.passMinutes(5).active()).hasSize(1);
    }

    @Test
    void readingsThatAreOldBecauseThisMachineSleptAreNotTakenForASilentExporter() {
        scene.judge();
        scene.answers = false;
        scene.now = scene.now.plus(Duration.ofHours(8));
        assertThat(scene.judge().active()).isEmpty();
        scene.answers = true;

        var state = scene.passMinutes(1);

        assertThat(state.active()).isEmpty();
        assertThat(state.pending()).isEmpty();
    }

    @Test
    void alertsOfANodeThatWasRemovedAreOver() {
        scene.gpu(0, DeviceMetric.TEMPERATURE, 95);
        scene.passMinutes(2);
        scene.present = false;

        var state = scene.passMinutes(1);

        assertThat(state.active()).isEmpty();
        assertThat(alertsOf(state.history(), "gpu-temperature-critical")).hasSize(1);
    }

    @Test
    void aLostConnectionIsNotTakenForSilentExportersNorForAllClear() {
        scene.labels.put("nvidia.com/mig.config.state", "failed");
        scene.gpu(0, DeviceMetric.TEMPERATURE, 40);
        assertThat(scene.judge().active()).hasSize(1);
        scene.connected = false;
        scene.answers = false;

        var state = scene.passMinutes(30);

        assertThat(only(state.active(), "mig-change-failed").state()).isEqualTo(AlertState.UNKNOWN);
        assertThat(alertsOf(state.active(), "exporter-silent")).isEmpty();
        assertThat(state.history()).isEmpty();
    }
}
