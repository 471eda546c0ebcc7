package tessera.alerts.engine;

import org.junit.jupiter.api.Test;
import tessera.model.reading.DeviceMetric;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.alerts.engine.Scene.alertsOf;
import static tessera.alerts.engine.Scene.only;

class CounterAlertTest {

    private final Scene scene = new Scene();

    @Test
    void errorsThatWereCountedBeforeTheFirstSightAreNoAlertAndNewOnesAre() {
        scene.gpu(0, DeviceMetric.ECC_UNCORRECTABLE, 12);
        assertThat(scene.passMinutes(5).active()).isEmpty();
        scene.gpu(0, DeviceMetric.ECC_UNCORRECTABLE, 14);

        var alert = only(scene.passMinutes(10).active(), "ecc-uncorrectable");

        assertThat(alert.sentence()).isEqualTo("GPU 0 of h100-04 counted 2 more uncorrectable memory errors");
        assertThat(scene.passMinutes(45).active()).hasSize(1);
        assertThat(scene.passMinutes(10).active()).as("an hour without another").isEmpty();
    }

    @Test
    void aCounterThatWasResetIsNoAlertAndCountsFromThereOn() {
        scene.gpu(0, DeviceMetric.ECC_UNCORRECTABLE, 12, DeviceMetric.PCIE_REPLAYS, 100_000);
        scene.passMinutes(5);
        scene.gpu(0, DeviceMetric.ECC_UNCORRECTABLE, 2, DeviceMetric.PCIE_REPLAYS, 3);

        var state = scene.passMinutes(5);

        assertThat(state.active()).isEmpty();
        assertThat(state.pending()).isEmpty();
        scene.gpu(0, DeviceMetric.ECC_UNCORRECTABLE, 3, DeviceMetric.PCIE_REPLAYS, 3);
        assertThat(only(scene.passMinutes(1).active(), "ecc-uncorrectable").sentence())
                .isEqualTo("GPU 0 of h100-04 counted 1 more uncorrectable memory error");
    }

    @Test
    void repeatedTransfersAreJudgedByTheirRate() {
        int count = 0;
        scene.gpu(0, DeviceMetric.PCIE_REPLAYS, count);
        scene.judge();
        for (int i = 0; i < 6; i++) {
            count += 10;
            scene.gpu(0, DeviceMetric.PCIE_REPLAYS, count);
            scene.pass(Scene.INTERVAL);
        }

        var alert = only(scene.judge().active(), "pcie-replays");

        assertThat(alert.sentence()).startsWith("GPU 0 of h100-04 replays 20 PCIe transfers per minute, above 10");
        assertThat(scene.passMinutes(1).active()).as("none any more").isEmpty();
    }

    @Test
    void whatACounterGrewWhileItWasNotReadIsSpreadOverThatTime() {
        scene.gpu(0, DeviceMetric.PCIE_REPLAYS, 0, DeviceMetric.ECC_UNCORRECTABLE, 0);
        scene.judge();
        scene.gpu(0, DeviceMetric.ECC_UNCORRECTABLE, 0);
        scene.passMinutes(10);
        scene.gpu(0, DeviceMetric.PCIE_REPLAYS, 50, DeviceMetric.ECC_UNCORRECTABLE, 0);

        var state = scene.passMinutes(1);

        assertThat(state.active()).isEmpty();
        assertThat(state.pending()).as("fewer than five a minute").isEmpty();
    }

    @Test
    void aRowThatCouldNotBeRemappedIsCriticalForAsLongAsItIsSo() {
        scene.gpu(0, DeviceMetric.ROW_REMAP_FAILURE, 1);
        assertThat(alertsOf(scene.judge().active(), "row-remap-failure")).hasSize(1);
        scene.gpu(0, DeviceMetric.ROW_REMAP_FAILURE, 0);

        assertThat(scene.passMinutes(1).active()).isEmpty();
    }
}
