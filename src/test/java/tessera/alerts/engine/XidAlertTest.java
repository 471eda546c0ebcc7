package tessera.alerts.engine;

import org.junit.jupiter.api.Test;
import tessera.alerts.Alert.AlertState;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.model.reading.DeviceMetric;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.alerts.engine.Scene.alertsOf;
import static tessera.alerts.engine.Scene.instance;
import static tessera.alerts.engine.Scene.measured;
import static tessera.alerts.engine.Scene.only;

class XidAlertTest {

    private final Scene scene = new Scene();

    @Test
    void anXidThatHappensIsToldAtOnceWithWhatToDo() {
        scene.held(3, "train", DeviceMetric.XID, 0);
        assertThat(scene.passMinutes(5).active()).isEmpty();
        scene.held(3, "train", DeviceMetric.XID, 79);

        var alert = only(scene.passMinutes(1).active(), "xid-critical");

        assertThat(alert.sentence()).isEqualTo("GPU 3 of h100-04 reported XID 79, GPU has fallen off the bus");
        assertThat(alert.severity()).isEqualTo(AlertOrFindingSeverity.CRITICAL);
        assertThat(alert.remedy()).startsWith("Cordon and drain the node, then reboot it");
        assertThat(alert.holders()).containsExactly("ml/train");
        assertThat(alert.subject().part()).isEqualTo("XID 79");
    }

    @Test
    void aCriticalXidStandsAsLongAsTheExporterTellsIt() {
        scene.gpu(0, DeviceMetric.XID, 79);
        assertThat(alertsOf(scene.passMinutes(180).active(), "xid-critical")).hasSize(1);

        scene.gpu(0, DeviceMetric.XID, 0);

        assertThat(scene.passMinutes(1).active()).as("a reset, and an exporter that began anew").isEmpty();
    }

    @Test
    void anXidThatWasThereAtFirstSightIsSaidToBeOldAndDoesNotKeepAnAlertAliveForEver() {
        scene.gpu(0, DeviceMetric.XID, 94);

        var alert = only(scene.judge().active(), "xid-error");

        assertThat(alert.sentence()).isEqualTo(
                "GPU 0 of h100-04 shows XID 94, Contained memory error, which occurred before 2026-11-21 14:00 UTC");
        assertThat(scene.passMinutes(59).active()).hasSize(1);
        var later = scene.passMinutes(2);
        assertThat(later.active()).isEmpty();
        assertThat(alertsOf(later.history(), "xid-error")).hasSize(1);
        assertThat(scene.passMinutes(120).active()).as("the number still stands").isEmpty();
    }

    @Test
    void anXidStaysWhileTheNodeWithholdsDevicesAndOneOfAProgramDoesNot() {
        scene.allocatable = 7;
        scene.gpu(0, DeviceMetric.XID, 94);
        scene.gpu(1, DeviceMetric.XID, 31);

        var state = scene.passMinutes(90);

        assertThat(alertsOf(state.active(), "xid-error")).hasSize(1);
        assertThat(alertsOf(state.active(), "xid-warning")).isEmpty();
        scene.allocatable = 8;
        assertThat(alertsOf(scene.passMinutes(1).active(), "xid-error")).isEmpty();
    }

    @Test
    void anOldXidOfAProgramIsOnlyMentionedAndANewOneIsAWarning() {
        scene.gpu(0, DeviceMetric.XID, 31);
        scene.gpu(1, DeviceMetric.XID, 0);
        scene.judge();
        scene.gpu(1, DeviceMetric.XID, 31);

        var alerts = alertsOf(scene.passMinutes(1).active(), "xid-warning");

        assertThat(alerts).extracting(alert -> alert.subject().deviceTitle() + " " + alert.severity())
                .containsExactly("GPU 1 WARNING", "GPU 0 INFO");
    }

    @Test
    void anotherXidIsAnotherAlertAndTheSameOneAgainIsSeenOnlyAfterAnother() {
        scene.gpu(0, DeviceMetric.XID, 0);
        scene.judge();
        scene.gpu(0, DeviceMetric.XID, 31);
        scene.passMinutes(1);
        scene.gpu(0, DeviceMetric.XID, 31);
        assertThat(only(scene.passMinutes(1).active(), "xid-warning").evidence())
                .as("the same number again looks like the number before")
                .noneMatch(fact -> fact.startsWith("Seen 2 times"));
        scene.gpu(0, DeviceMetric.XID, 43);
        assertThat(alertsOf(scene.passMinutes(1).active(), "xid-warning")).hasSize(2);
        scene.gpu(0, DeviceMetric.XID, 31);

        var alerts = alertsOf(scene.passMinutes(1).active(), "xid-warning");

        assertThat(alerts).hasSize(2).filteredOn(alert -> alert.subject().part().equals("XID 31"))
                .allSatisfy(alert -> assertThat(alert.evidence()).anyMatch(fact -> fact.startsWith("Seen 2 times")));
    }

    @Test
    void theXidOfADividedGpuIsOneAlert() {
        scene.cut(0, measured(DeviceMetric.XID, 0), instance(7, "a"), instance(8, "b"));
        scene.judge();
        scene.cut(0, measured(DeviceMetric.XID, 95), instance(7, "a"), instance(8, "b"));

        var alert = only(scene.passMinutes(1).active(), "xid-critical");
        assertThat(alert.holders()).containsExactly("ml/a", "ml/b");
        assertThat(alert.evidence())
                .contains("Each MIG instance has its own time series. If they differ, the largest value is shown.");
    }

    @Test
    void aGpuThatVanishesAfterAnXidIsNotCalledHealthyAgain() {
        scene.gpu(0, DeviceMetric.XID, 0);
        scene.gpu(1, DeviceMetric.XID, 0);
        scene.judge();
        scene.gpu(0, DeviceMetric.XID, 79);
        scene.passMinutes(1);
        scene.devices.remove(0);

        assertThat(only(scene.passMinutes(180).active(), "xid-critical").state()).isEqualTo(AlertState.UNKNOWN);
    }
}
