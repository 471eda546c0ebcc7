package tessera.demo.telemetry.exporter;

import io.prometheus.client.Collector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import tessera.demo.telemetry.SimulatedDeviceSample;
import tessera.demo.telemetry.SimulatedDeviceSample.DeviceOwner;

/** One node's GPUs as GKE's device plugin names them: series of each container that holds some, and of each GPU. */
final class SimulatedGkeDevicePluginCollector extends Collector {

    private static final double MEBIBYTE = 1 << 20;

    private final String node;
    private final List<SimulatedDeviceSample> readings;

    /** @param readings of all boards; the driver does not show one that fell off the bus */
    SimulatedGkeDevicePluginCollector(String node, List<SimulatedDeviceSample> readings) {
        this.node = node;
        this.readings = readings.stream().filter(reading -> !reading.unit().physicalGpu().fallenOffBus()).toList();
    }

    @Override
    public List<MetricFamilySamples> collect() {
        var families = new ArrayList<MetricFamilySamples>();
        add(families, "duty_cycle", "Percent of time when the GPU was actively processing",
                reading -> Math.rint(100 * reading.engine()));
        add(families, "memory_total", "Total memory available on the GPU in bytes",
                reading -> reading.unit().memoryMib() * MEBIBYTE);
        add(families, "memory_used", "Allocated GPU memory in bytes",
                reading -> (reading.memory().used() + reading.memory().reserved()) * MEBIBYTE);
        return families;
    }

    private void add(List<MetricFamilySamples> families, String name, String help,
            ToDoubleFunction<SimulatedDeviceSample> value) {
        families.add(new MetricFamilySamples(name, Type.GAUGE, help, readings.stream()
                .flatMap(reading -> holderSamples(reading, name, value))
                .toList()));
        var ofNode = name + "_gpu_node";
        families.add(new MetricFamilySamples(ofNode, Type.GAUGE, help, readings.stream()
                .map(reading -> labels(reading).createSample(ofNode, value.applyAsDouble(reading))).toList()));
    }

    private static Stream<Collector.MetricFamilySamples.Sample> holderSamples(SimulatedDeviceSample reading,
            String name, ToDoubleFunction<SimulatedDeviceSample> value) {
        return reading.holders().stream()
                .map(holder -> labels(reading, holder).createSample(name, value.applyAsDouble(reading)));
    }

    private static SimulatedSeriesLabels labels(SimulatedDeviceSample reading, DeviceOwner holder) {
        var labels = new SimulatedSeriesLabels();
        labels.addLabel("namespace", holder.namespace());
        labels.addLabel("pod", holder.pod());
        labels.addLabel("container", holder.container());
        labels.addLabel("make", "nvidia");
        labels.addLabel("accelerator_id", reading.unit().physicalGpu().uuid());
        labels.addLabel("model", reading.unit().physicalGpu().model().name());
        return labels;
    }

    private SimulatedSeriesLabels labels(SimulatedDeviceSample reading) {
        var labels = new SimulatedSeriesLabels();
        labels.addLabel("node_name", node);
        labels.addLabel("make", "nvidia");
        labels.addLabel("accelerator_index", Integer.toString(reading.unit().physicalGpu().index()));
        labels.addLabel("model", reading.unit().physicalGpu().model().name());
        return labels;
    }
}
