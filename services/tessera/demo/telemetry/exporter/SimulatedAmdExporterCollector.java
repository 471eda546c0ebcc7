package tessera.demo.telemetry.exporter;

import com.fasterxml.jackson.databind.JsonNode;
import io.prometheus.client.Collector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.telemetry.SimulatedDeviceSample;
import tessera.demo.telemetry.SimulatedDeviceSample.DeviceOwner;

/** One node's GPUs as AMD's device-metrics-exporter 1.5 names them. */
final class SimulatedAmdExporterCollector extends Collector {

    private static final DeviceOwner NOBODY = new DeviceOwner("", "", "", null);

    /** Into how many partitions each compute mode divides a GPU. */
    private static final Map<String, Integer> DIVISIONS = Map.of("dpx", 2, "qpx", 4, "cpx", 8);

    private final String node;
    private final List<SimulatedDeviceSample> readings;
    private final String compute;
    private final String memoryPartition;
    private final int partitions;

    /** @param readings of its devices: where its GPUs are partitioned, of each partition */
    SimulatedAmdExporterCollector(JsonNode node, List<SimulatedDeviceSample> readings) {
        this.node = SimulatedStoreJsonCodec.textAt(node, "metadata", "name");
        this.readings = readings;
        var mode = SimulatedStoreJsonCodec.textAt(node, "metadata", "labels", "amd.com/compute-memory-partition");
        int split = mode.indexOf('_');
        compute = split < 0 ? "spx" : mode.substring(0, split);
        memoryPartition = split < 0 ? "nps1" : mode.substring(split + 1);
        partitions = DIVISIONS.getOrDefault(compute, 1);
    }

    @Override
    public List<MetricFamilySamples> collect() {
        var families = new ArrayList<MetricFamilySamples>();
        families.add(new MetricFamilySamples("gpu_nodes_total", Type.GAUGE, "Number of GPUs on the node",
                List.of(new MetricFamilySamples.Sample("gpu_nodes_total", List.of("hostname"), List.of(node),
                        readings.size()))));
        first(families, "gpu_gfx_activity", "Graphics engine usage in percentage (0 - 100)",
                reading -> Math.rint(100 * reading.engine()));
        first(families, "gpu_umc_activity", "Memory engine usage in percentage (0 - 100)",
                reading -> Math.rint(100 * reading.dram()));
        addGauge(families, "gpu_total_vram", "Total VRAM of the GPU (in MB)",
                reading -> share(reading.unit().memoryMib()));
        addGauge(families, "gpu_used_vram", "Used VRAM of the GPU (in MB)",
                reading -> share(reading.memory().used() + reading.memory().reserved()));
        addGauge(families, "gpu_free_vram", "Free VRAM of the GPU (in MB)", reading -> share(reading.memory().free()));
        first(families, "gpu_junction_temperature", "Junction/hotspot temperature in Celsius",
                reading -> reading.condition().temperature());
        first(families, "gpu_memory_temperature", "Memory temperature in Celsius",
                reading -> reading.condition().memoryTemperature());
        addGauge(families, "gpu_package_power", "Current socket power in Watts",
                this::power);
        addGauge(families, "gpu_power_usage", "Power usage in Watts", this::power);
        first(families, "gpu_energy_consumed", "Accumulated energy consumed by the GPU in uJ",
                reading -> reading.condition().energy() * 1000.0);
        addGauge(families, "gpu_ecc_correct_total", "Total correctable errors", _ -> 0);
        addGauge(families, "gpu_ecc_uncorrect_total", "Total uncorrectable errors", _ -> 0);
        addGauge(families, "gpu_health", "Health of the GPU (0 = Unhealthy, 1 = Healthy)", _ -> 1);
        first(families, "pcie_replay_count", "PCIe replay count", reading -> (double) reading.condition().replays());
        families.add(clockFamily());
        return families;
    }

    private int partition(SimulatedDeviceSample reading) {
        return reading.unit().physicalGpu().index() % partitions;
    }

    /** Partitions share the memory of their GPU where it is one domain. */
    private double share(int mebibytes) {
        return memoryPartition.equals("nps1") ? mebibytes : Math.rint((double) mebibytes / partitions);
    }

    /** What the first partition draws is what the GPU does; of the others the exporter says 0. */
    private double power(SimulatedDeviceSample reading) {
        return partition(reading) > 0 ? 0 : Math.rint(reading.condition().power());
    }

    /** What is told with the first partition of a GPU alone. */
    private void first(List<MetricFamilySamples> families, String name, String help,
            ToDoubleFunction<SimulatedDeviceSample> value) {
        families.add(new MetricFamilySamples(name, Type.GAUGE, help,
                readings.stream().filter(reading -> partition(reading) == 0)
                        .map(reading -> labelsOf(reading).createSample(name, value.applyAsDouble(reading))).toList()));
    }

    private void addGauge(List<MetricFamilySamples> families, String name, String help,
            ToDoubleFunction<SimulatedDeviceSample> value) {
        families.add(new MetricFamilySamples(name, Type.GAUGE, help,
                readings.stream().map(reading -> labelsOf(reading).createSample(name, value.applyAsDouble(reading)))
                        .toList()));
    }

    private MetricFamilySamples clockFamily() {
        var samples = new ArrayList<MetricFamilySamples.Sample>();
        for (var reading : readings.stream().filter(reading -> partition(reading) == 0).toList()) {
            samples.add(clockSample(reading, "0", "GPU_CLOCK_TYPE_SYSTEM", reading.condition().clock()));
            samples.add(clockSample(reading, "8", "GPU_CLOCK_TYPE_MEMORY", reading.condition().memoryClock()));
        }
        return new MetricFamilySamples("gpu_clock", Type.GAUGE, "Clock measure of the GPU in Mhz", samples);
    }

    private MetricFamilySamples.Sample clockSample(SimulatedDeviceSample reading, String index, String type,
            int megahertz) {
        var labels = labelsOf(reading);
        labels.addLabel("clock_index", index);
        labels.addLabel("clock_type", type);
        return labels.createSample("gpu_clock", megahertz);
    }

    /** Returns the labels of a reading; the exporter names a workload even where there is none. */
    private SimulatedSeriesLabels labelsOf(SimulatedDeviceSample reading) {
        var physicalGpu = reading.unit().physicalGpu();
        var deviceOwner = reading.holders().isEmpty() ? NOBODY : reading.holders().getFirst();
        var labels = new SimulatedSeriesLabels();
        labels.addLabel("card_model", physicalGpu.model().name());
        labels.addLabel("container", deviceOwner.container());
        labels.addLabel("gpu_compute_partition_type", compute);
        labels.addLabel("gpu_id", Integer.toString(physicalGpu.index()));
        labels.addLabel("gpu_memory_partition_type", memoryPartition);
        labels.addLabel("gpu_partition_id", Integer.toString(partition(reading)));
        labels.addLabel("gpu_uuid", physicalGpu.uuid());
        labels.addLabel("hostname", node);
        labels.addLabel("namespace", deviceOwner.namespace());
        labels.addLabel("pod", deviceOwner.pod());
        labels.addLabel("serial_number", physicalGpu.uuid().substring(24));
        return labels;
    }
}
