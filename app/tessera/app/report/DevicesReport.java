package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import tessera.insight.GpuDevice;
import tessera.insight.GpuFleet;
import tessera.model.PodVisibility;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricReading;

/** What is measured of every GPU and MIG instance: the fleet's {@code nvidia-smi}. */
public final class DevicesReport extends CommandReport {

    private static final List<String> NARROW = List.of("NODE", "GPU", "MIG", "MODEL", "BUSY%", "MEM-GIB", "OF-GIB",
            "°C",
            "W", "XID", "READ", "PODS");
    private static final List<String> WIDE = List.of("SM-MHZ", "TENSOR%", "LIMIT-W", "UUID", "MEASURED-BY");
    private static final Pattern WORD = Pattern.compile("_(.)");
    private static final double GIBIBYTE = 1L << 30;

    private final List<GpuDevice> devices;
    private final Instant now;
    private final PodVisibility sight;
    private final FleetReadings readings;

    /**
     * A report on the devices of some nodes.
     *
     * @param wanted what the labels of a node must be like
     */
    public DevicesReport(GpuFleet fleet, Predicate<Map<String, String>> wanted, Instant now) {
        super(NARROW, WIDE);
        this.devices = GpuDevice.of(fleet).stream()
                .filter(device -> wanted.test(device.node().info().facts().labels())).toList();
        this.now = now;
        this.sight = fleet.snapshot().podSight();
        this.readings = fleet.readings();
    }

    @Override
    String nothing() {
        return "No GPUs found.";
    }

    @Override
    void fill(TextTable table, boolean wide) {
        for (var device : devices) {
            var row = new ArrayList<>(List.of(device.node().name(), index(device), part(device),
                    device.product().title(), text(device, Metric.UTILISATION, DevicesReport::percent),
                    text(device, Metric.MEMORY_USED, DevicesReport::gibibytes),
                    text(device, Metric.MEMORY_TOTAL, DevicesReport::gibibytes),
                    text(device, Metric.TEMPERATURE, DevicesReport::whole),
                    text(device, Metric.POWER, DevicesReport::whole), text(device, Metric.XID, DevicesReport::whole),
                    age(device),
                    holders(device, sight)));
            if (wide) {
                row.addAll(List.of(text(device, Metric.SM_CLOCK, DevicesReport::whole),
                        text(device, Metric.TENSOR_ACTIVE, DevicesReport::percent),
                        text(device, Metric.POWER_LIMIT, DevicesReport::whole), device.uuid(),
                        source(device).isEmpty() ? "-" : source(device)));
            }
            table.add(row);
        }
    }

    private static String index(GpuDevice device) {
        return device.index() < 0 ? "?" : Integer.toString(device.index());
    }

    private static String part(GpuDevice device) {
        var instance = device.instance();
        return instance == null ? device.profile() : device.profile() + "#" + instance.id();
    }

    /** Where nobody tells which of its GPUs a pod holds, all that is known is that it may be this one. */
    static String holders(GpuDevice device, PodVisibility sight) {
        var nobody = device.node().sight(sight) == PodVisibility.ALL ? "-" : "unknown";
        var pods = device.holderText(",");
        return pods.isEmpty() ? nobody : pods;
    }

    private static String text(GpuDevice device, Metric metric, DoubleFunction<String> words) {
        return device.reading(metric) instanceof MetricReading.MeasuredValue(double value) ? words.apply(value) : "-";
    }

    private static String percent(double ratio) {
        return Long.toString(Math.round(100 * ratio));
    }

    private static String whole(double number) {
        return Long.toString(Math.round(number));
    }

    private static String gibibytes(double bytes) {
        return String.format(Locale.ROOT, "%.1f", bytes / GIBIBYTE);
    }

    private String age(GpuDevice device) {
        var at = device.age().at();
        return at == null ? "never read"
                : Math.max(0, Duration.between(at, now).toSeconds()) + "s" + (device.age().fresh() ? "" : ",stale");
    }

    /** Who told what is measured: the exporters of the node, or a Prometheus; empty where nobody did. */
    private String source(GpuDevice device) {
        var node = readings.node(device.node().name());
        return node == null || node.at() == null ? "" : node.source();
    }

    @Override
    ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", "tessera/v1").put("kind", "DeviceList").put("allocationComplete",
                devices.stream().allMatch(device -> device.node().sight(sight) == PodVisibility.ALL));
        var list = json.putArray("devices");
        devices.forEach(device -> list.add(json(device)));
        return json;
    }

    private ObjectNode json(GpuDevice device) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("node", device.node().name());
        if (device.index() >= 0) {
            json.put("index", device.index());
        } else {
            json.putNull("index");
        }
        json.put("uuid", device.uuid()).put("model", device.product().title())
                .put("boardsFrom", device.node().uncounted() ? null : device.node().boardCount().source());
        if (device.isInstance()) {
            var mig = json.putObject("mig").put("profile", device.profile())
                    .put("boardFrom", device.boardFrom());
            var instance = device.instance();
            if (instance != null) {
                mig.put("gpuInstance", instance.id());
            }
        }
        holders(device, json);
        var at = device.age().at();
        json.put("status", device.status().name().toLowerCase(Locale.ROOT)).put("fresh", device.age().fresh())
                .put("readAt", at == null ? null : at.toString())
                .put("measuredBy", source(device));
        var measured = json.putObject("metrics");
        var missing = json.putObject("missing");
        for (var metric : Metric.values()) {
            switch (device.reading(metric)) {
                case MetricReading.MeasuredValue(double value) -> measured.put(name(metric), value);
                case MetricReading.MissingValue(var reason) -> missing.put(name(metric), reason.words());
            }
        }
        categories(device, json);
        return json;
    }

    static void holders(GpuDevice device, ObjectNode json) {
        var pods = json.putArray("pods");
        device.knownHolders().forEach(pod -> {
            var holder = pods.addObject().put("namespace", pod.namespace()).put("name", pod.name());
            if (device.share(pod) > 0) {
                holder.put("share", device.share(pod));
            }
        });
        if (!device.perhaps().isEmpty()) {
            var perhaps = json.putArray("perhapsPods");
            device.perhaps().forEach(pod -> perhaps.addObject().put("namespace", pod.namespace()).put("name",
                    pod.name()));
        }
    }

    private static void categories(GpuDevice device, ObjectNode json) {
        var board = device.measured();
        if (board != null && !device.isInstance() && !board.categories().isEmpty()) {
            var told = json.putArray("categories");
            board.categories().forEach(each -> told.addObject().put("metric", name(each.metric()))
                    .put("category", each.category()).put("value", each.value()).put("detail", each.detail()));
        }
    }

    /** As programs spell it, e.g. {@code memoryUsed}. */
    private static String name(Metric metric) {
        return WORD.matcher(metric.name().toLowerCase(Locale.ROOT))
                .replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT));
    }
}
