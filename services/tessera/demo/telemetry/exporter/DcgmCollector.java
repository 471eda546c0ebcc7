package tessera.demo.telemetry.exporter;

import com.fasterxml.jackson.databind.JsonNode;
import io.prometheus.client.Collector;
import io.prometheus.client.Collector.MetricFamilySamples.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tessera.demo.fixture.plan.FleetVersions;
import tessera.demo.store.StoreJson;
import tessera.demo.telemetry.TelemetrySample;
import tessera.demo.telemetry.TelemetrySample.Owner;

/** One node's GPUs as dcgm-exporter 4.5 names them. */
final class DcgmCollector extends Collector {

    private static final String FAULTS = "DCGM_EXP_XID_ERRORS_COUNT";

    /** Of all metrics that it may have. */
    static final List<String> NAMES = Stream.concat(DcgmField.ALL.stream().map(DcgmField::metric), Stream.of(FAULTS))
            .toList();

    private final String node;
    private final List<TelemetrySample> readings;
    private final boolean thorough;
    private final Predicate<String> wanted;
    private final String driver;

    /**
     * What is told of one node.
     *
     * @param thorough whether the exporter was given the longer list
     * @param wanted   whether a metric is asked for
     */
    DcgmCollector(JsonNode node, List<TelemetrySample> readings, boolean thorough, Predicate<String> wanted) {
        this.node = StoreJson.text(node, "metadata", "name");
        this.readings = readings;
        this.thorough = thorough;
        this.wanted = wanted;
        var told = StoreJson.text(node, "metadata", "labels", "nvidia.com/cuda.driver-version.full");
        driver = told.isEmpty() ? FleetVersions.DRIVER : told;
    }

    /** A reading, and the labels of one who has the device, which are the same for each metric. */
    private record LabelledSample(TelemetrySample reading, ExportedLabels labels) {}

    @Override
    public List<MetricFamilySamples> collect() {
        var families = new ArrayList<MetricFamilySamples>();
        var all = readings.stream().flatMap(reading -> named(reading).map(
                labels -> new LabelledSample(reading, labels.complete()))).toList();
        for (var field : DcgmField.ALL) {
            if ((thorough || !field.rare()) && wanted.test(field.metric())) {
                add(families, field.metric(), field, all.stream()
                        .filter(named -> !Double.isNaN(field.of(named.reading())))
                        .map(named -> sample(field, named.reading(), named.labels())).toList());
            }
        }
        if (thorough) {
            var faults = all.stream().filter(named -> named.reading().condition().trouble().code() != 0)
                    .map(named -> faults(named.reading(), named.labels().copy())).toList();
            if (!faults.isEmpty()) {
                families.add(new MetricFamilySamples(FAULTS, Type.GAUGE,
                        "Count of XID Errors within user-specified time window (see xid-count-window-size param).",
                        faults));
            }
        }
        return families;
    }

    private static void add(List<MetricFamilySamples> families, String name, DcgmField field, List<Sample> samples) {
        if (!samples.isEmpty()) {
            families.add(new MetricFamilySamples(name, field.type(), field.help(), samples));
        }
    }

    private static Sample sample(DcgmField field, TelemetrySample reading, ExportedLabels labels) {
        if (!field.metric().equals(DcgmField.TROUBLE)) {
            return labels.sample(field.metric(), field.of(reading));
        }
        var trouble = reading.condition().trouble();
        var more = labels.copy();
        more.add("err_code", Integer.toString(trouble.code()));
        more.add("err_msg", trouble.text());
        return more.sample(field.metric(), field.of(reading));
    }

    private static Sample faults(TelemetrySample reading, ExportedLabels labels) {
        labels.add("window_size_in_ms", "300000");
        labels.add("xid", Integer.toString(reading.condition().trouble().code()));
        return labels.sample(FAULTS, reading.condition().trouble().recent());
    }

    /** Of those who share a device by a claim each is named in a series of its own; of others, the first. */
    private Stream<ExportedLabels> named(TelemetrySample reading) {
        var holders = reading.holders();
        boolean claimed = holders.stream().anyMatch(holder -> holder.claim() != null);
        return holders.isEmpty() ? Stream.of(labels(reading))
                : holders.stream().limit(claimed ? holders.size() : 1).map(holder -> labels(reading, holder));
    }

    private ExportedLabels labels(TelemetrySample reading, Owner holder) {
        var labels = labels(reading);
        labels.add("container", holder.container());
        var claim = holder.claim();
        if (claim != null) {
            labels.add("dra_claim_name", claim.claim());
            labels.add("dra_claim_namespace", claim.namespace());
            labels.add("dra_device_name", claim.device());
            labels.add("dra_driver_name", claim.driver());
            labels.add("dra_pool_name", claim.pool());
        }
        labels.add("namespace", holder.namespace());
        labels.add("pod", holder.pod());
        return labels;
    }

    private ExportedLabels labels(TelemetrySample reading) {
        var board = reading.unit().board();
        var labels = new ExportedLabels();
        labels.add("gpu", Integer.toString(board.index()));
        labels.add("UUID", board.uuid());
        labels.add("pci_bus_id", board.bus());
        labels.add("device", "nvidia" + board.index());
        labels.add("modelName", board.make().name());
        Stream.ofNullable(reading.unit().instance()).forEach(instance -> {
            labels.add("GPU_I_PROFILE", instance.profile());
            labels.add("GPU_I_ID", Integer.toString(instance.id()));
        });
        labels.add("Hostname", node);
        labels.add("DCGM_FI_DRIVER_VERSION", driver);
        return labels;
    }
}
