package tessera.demo.signal.exporter;

import com.fasterxml.jackson.databind.JsonNode;
import io.prometheus.client.Collector;
import io.prometheus.client.Collector.MetricFamilySamples.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tessera.demo.fleet.plan.Facts;
import tessera.demo.signal.Reading;
import tessera.demo.store.Json;

/** One node's GPUs as dcgm-exporter 4.5 names them. */
final class DcgmCollector extends Collector {

    private static final String FAULTS = "DCGM_EXP_XID_ERRORS_COUNT";

    /** Of all metrics that it may have. */
    static final List<String> NAMES = Stream.concat(DcgmField.ALL.stream().map(DcgmField::metric), Stream.of(FAULTS))
            .toList();

    private final String node;
    private final List<Reading> readings;
    private final boolean thorough;
    private final Predicate<String> wanted;
    private final String driver;

    /**
     * What is told of one node.
     *
     * @param thorough whether the exporter was given the longer list
     * @param wanted   whether a metric is asked for
     */
    DcgmCollector(JsonNode node, List<Reading> readings, boolean thorough, Predicate<String> wanted) {
        this.node = Json.text(node, "metadata", "name");
        this.readings = readings;
        this.thorough = thorough;
        this.wanted = wanted;
        var told = Json.text(node, "metadata", "labels", "nvidia.com/cuda.driver-version.full");
        driver = told.isEmpty() ? Facts.DRIVER : told;
    }

    @Override
    public List<MetricFamilySamples> collect() {
        var families = new ArrayList<MetricFamilySamples>();
        for (var field : DcgmField.ALL) {
            if ((thorough || !field.rare()) && wanted.test(field.metric())) {
                add(families, field.metric(), field, readings.stream()
                        .filter(reading -> !Double.isNaN(field.of(reading)))
                        .map(reading -> sample(field, reading)).toList());
            }
        }
        if (thorough) {
            var faults = readings.stream().filter(reading -> reading.condition().trouble().code() != 0)
                    .map(this::faults).toList();
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

    private Sample sample(DcgmField field, Reading reading) {
        var labels = labels(reading);
        if (field.metric().equals(DcgmField.TROUBLE)) {
            var trouble = reading.condition().trouble();
            labels.add("err_code", Integer.toString(trouble.code()));
            labels.add("err_msg", trouble.text());
        }
        return labels.sample(field.metric(), field.of(reading));
    }

    private Sample faults(Reading reading) {
        var labels = labels(reading);
        labels.add("window_size_in_ms", "300000");
        labels.add("xid", Integer.toString(reading.condition().trouble().code()));
        return labels.sample(FAULTS, reading.condition().trouble().recent());
    }

    private Labels labels(Reading reading) {
        var board = reading.unit().board();
        var labels = new Labels();
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
        // Of several pods that share a device, the exporter names one.
        reading.holders().stream().findFirst().ifPresent(holder -> {
            labels.add("container", holder.container());
            labels.add("namespace", holder.namespace());
            labels.add("pod", holder.pod());
        });
        return labels;
    }
}
