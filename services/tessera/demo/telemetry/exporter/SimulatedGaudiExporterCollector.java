package tessera.demo.telemetry.exporter;

import io.prometheus.client.Collector;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import tessera.demo.telemetry.SimulatedDeviceSample;
import tessera.demo.telemetry.SimulatedDeviceSample.DeviceOwner;

/** One node's Gaudi accelerators as the metric exporter of Habana names them; it does not say on which node they are. */
final class SimulatedGaudiExporterCollector extends Collector {

    private static final DeviceOwner NOBODY = new DeviceOwner("", "", "", null);
    private static final double MEBIBYTE = 1 << 20;
    private static final int SLOWDOWN = 95;
    private static final int SHUTDOWN = 105;

    private final List<SimulatedDeviceSample> readings;

    SimulatedGaudiExporterCollector(List<SimulatedDeviceSample> readings) {
        this.readings = readings;
    }

    @Override
    public List<MetricFamilySamples> collect() {
        var families = new ArrayList<MetricFamilySamples>();
        addGauge(families, "clock_soc_mhz", "Current frequency of the SOC", reading -> reading.condition().clock());
        addGauge(families, "clock_soc_max_mhz", "Max frequency of the SOC",
                reading -> reading.unit().physicalGpu().model().clock());
        addGauge(families, "device_config", "Config for the device", _ -> 1);
        addGauge(families, "ecc_feature_mode", "ECC feature mode", _ -> 1);
        addGauge(families, "energy", "Energy usage of the device", reading -> reading.condition().energy());
        addGauge(families, "memory_free_bytes", "Current free bytes of memory",
                reading -> reading.memory().free() * MEBIBYTE);
        addGauge(families, "memory_total_bytes", "Current total bytes of memory",
                reading -> reading.unit().memoryMib() * MEBIBYTE);
        addGauge(families, "memory_used_bytes", "Current used bytes of memory",
                reading -> (reading.memory().used() + reading.memory().reserved()) * MEBIBYTE);
        addGauge(families, "pcie_replay_count", "PCIe replay count",
                reading -> (double) reading.condition().replays());
        addGauge(families, "power_default_limit_mW", "Default power usage limit in milli-watts",
                reading -> reading.unit().physicalGpu().model().limit() * 1000);
        addGauge(families, "power_mW", "Power usage in milli-watts",
                reading -> Math.rint(reading.condition().power() * 1000));
        addGauge(families, "temperature_onboard", "Board temperature in celsius",
                reading -> reading.condition().temperature() - 9);
        addGauge(families, "temperature_onchip", "Chip temperature in celsius",
                reading -> reading.condition().temperature());
        addGauge(families, "temperature_threshold_shutdown", "Temperature threshold for shutdown", _ -> SHUTDOWN);
        addGauge(families, "temperature_threshold_slowdown", "Temperature threshold for slowdown", _ -> SLOWDOWN);
        addGauge(families, "utilization", "Utilization of the device",
                reading -> Math.rint(100 * reading.engine()));
        return families;
    }

    private void addGauge(List<MetricFamilySamples> families, String name, String help,
            ToDoubleFunction<SimulatedDeviceSample> value) {
        var full = "habanalabs_" + name;
        families.add(new MetricFamilySamples(full, Type.GAUGE, help, readings.stream()
                .map(reading -> labelsOf(reading).createSample(full, value.applyAsDouble(reading))).toList()));
    }

    private static SimulatedSeriesLabels labelsOf(SimulatedDeviceSample reading) {
        var physicalGpu = reading.unit().physicalGpu();
        var deviceOwner = reading.holders().isEmpty() ? NOBODY : reading.holders().getFirst();
        var serial = "AN" + physicalGpu.uuid().substring(0, 8).toUpperCase(Locale.ROOT);
        var labels = new SimulatedSeriesLabels();
        labels.addLabel("Serial", serial);
        labels.addLabel("UUID", physicalGpu.uuid());
        labels.addLabel("device", serial);
        labels.addLabel("id", Integer.toString(physicalGpu.index()));
        labels.addLabel("fit", "hl-gaudi2-1.22.0-fw-61.0.2-sec-9");
        labels.addLabel("spi", "Preboot version hl-gaudi2-1.22.0-fw-61.0.2-sec-9");
        labels.addLabel("driver", "1.22.0");
        labels.addLabel("pod_namespace", deviceOwner.namespace());
        labels.addLabel("pod_name", deviceOwner.pod());
        return labels;
    }
}
