package tessera.demo.telemetry.exporter;

import com.fasterxml.jackson.databind.JsonNode;
import io.prometheus.client.Collector;
import io.prometheus.client.Collector.MetricFamilySamples.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tessera.demo.fixture.plan.SimulatedFleetVersions;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.telemetry.SimulatedDeviceSample;
import tessera.demo.telemetry.SimulatedDeviceSample.DeviceOwner;

/** One node's GPUs as dcgm-exporter 4.5 names them. */
final class SimulatedDcgmExporterCollector extends Collector {

    private static final String FAULTS = "DCGM_EXP_XID_ERRORS_COUNT";

    /** Of all metrics that it may have. */
    static final List<String> NAMES = Stream
            .concat(SimulatedDcgmField.ALL.stream().map(SimulatedDcgmField::metric), Stream.of(FAULTS))
            .toList();

    private final String node;
    private final List<SimulatedDeviceSample> readings;
    private final boolean thorough;
    private final Predicate<String> metricFilter;
    private final String driver;

    /**
     * What is told of one node.
     *
     * @param thorough whether the exporter was given the longer list
     * @param metricFilter   whether a metric is asked for
     */
    SimulatedDcgmExporterCollector(JsonNode node, List<SimulatedDeviceSample> readings, boolean thorough,
            Predicate<String> metricFilter) {
        this.node = SimulatedStoreJsonCodec.textAt(node, "metadata", "name");
        this.readings = readings;
        this.thorough = thorough;
        this.metricFilter = metricFilter;
        var told = SimulatedStoreJsonCodec.textAt(node, "metadata", "labels", "nvidia.com/cuda.driver-version.full");
        driver = told.isEmpty() ? SimulatedFleetVersions.DRIVER : told;
    }

    /** A reading with the labels of one holder, which are the same for each metric. */
    private record LabeledSensorSample(SimulatedDeviceSample reading, SimulatedSeriesLabels labels) {}

    @Override
    public List<MetricFamilySamples> collect() {
        var families = new ArrayList<MetricFamilySamples>();
        var all = readings.stream().flatMap(this::labelledSample).toList();
        for (var field : SimulatedDcgmField.ALL) {
            if ((thorough || !field.isExtra()) && metricFilter.test(field.metric())) {
                addFamily(families, field.metric(), field, all.stream()
                        .filter(sample -> !Double.isNaN(field.valueOf(sample.reading())))
                        .map(sample -> sampleOf(field, sample.reading(), sample.labels())).toList());
            }
        }
        if (thorough) {
            var faults = all.stream().filter(sample -> sample.reading().condition().error().code() != 0)
                    .map(sample -> faultSample(sample.reading(), sample.labels().copy())).toList();
            if (!faults.isEmpty()) {
                families.add(new MetricFamilySamples(FAULTS, Type.GAUGE,
                        "Count of XID Errors within user-specified time window (see xid-count-window-size param).",
                        faults));
            }
        }
        return families;
    }

    private Stream<LabeledSensorSample> labelledSample(SimulatedDeviceSample reading) {
        return holderLabels(reading).map(labels -> new LabeledSensorSample(reading, labels.freeze()));
    }

    private static void addFamily(List<MetricFamilySamples> families, String name, SimulatedDcgmField field,
            List<Sample> samples) {
        if (!samples.isEmpty()) {
            families.add(new MetricFamilySamples(name, field.type(), field.help(), samples));
        }
    }

    private static Sample sampleOf(SimulatedDcgmField field, SimulatedDeviceSample reading,
            SimulatedSeriesLabels labels) {
        if (!field.metric().equals(SimulatedDcgmField.TROUBLE)) {
            return labels.createSample(field.metric(), field.valueOf(reading));
        }
        var boardFault = reading.condition().error();
        var more = labels.copy();
        more.addLabel("err_code", Integer.toString(boardFault.code()));
        more.addLabel("err_msg", boardFault.text());
        return more.createSample(field.metric(), field.valueOf(reading));
    }

    private static Sample faultSample(SimulatedDeviceSample reading, SimulatedSeriesLabels labels) {
        labels.addLabel("window_size_in_ms", "300000");
        labels.addLabel("xid", Integer.toString(reading.condition().error().code()));
        return labels.createSample(FAULTS, reading.condition().error().recent());
    }

    /** Returns the labels of each holder for a device shared by a claim; of others, of the first holder only. */
    private Stream<SimulatedSeriesLabels> holderLabels(SimulatedDeviceSample reading) {
        var holders = reading.holders();
        boolean claimed = holders.stream().anyMatch(holder -> holder.claim() != null);
        if (holders.isEmpty()) {
            return Stream.of(labelsOf(reading));
        }
        return holders.stream().limit(claimed ? holders.size() : 1).map(holder -> labelsOf(reading, holder));
    }

    private SimulatedSeriesLabels labelsOf(SimulatedDeviceSample reading, DeviceOwner holder) {
        var labels = labelsOf(reading);
        labels.addLabel("container", holder.container());
        var claim = holder.claim();
        if (claim != null) {
            labels.addLabel("dra_claim_name", claim.claim());
            labels.addLabel("dra_claim_namespace", claim.namespace());
            labels.addLabel("dra_device_name", claim.device());
            labels.addLabel("dra_driver_name", claim.driver());
            labels.addLabel("dra_pool_name", claim.pool());
        }
        labels.addLabel("namespace", holder.namespace());
        labels.addLabel("pod", holder.pod());
        return labels;
    }

    private SimulatedSeriesLabels labelsOf(SimulatedDeviceSample reading) {
        var physicalGpu = reading.unit().physicalGpu();
        var labels = new SimulatedSeriesLabels();
        labels.addLabel("gpu", Integer.toString(physicalGpu.index()));
        labels.addLabel("UUID", physicalGpu.uuid());
        labels.addLabel("pci_bus_id", physicalGpu.bus());
        labels.addLabel("device", "nvidia" + physicalGpu.index());
        labels.addLabel("modelName", physicalGpu.model().name());
        Stream.ofNullable(reading.unit().instance()).forEach(instance -> {
            labels.addLabel("GPU_I_PROFILE", instance.profile());
            labels.addLabel("GPU_I_ID", Integer.toString(instance.id()));
        });
        labels.addLabel("Hostname", node);
        labels.addLabel("DCGM_FI_DRIVER_VERSION", driver);
        return labels;
    }
}
