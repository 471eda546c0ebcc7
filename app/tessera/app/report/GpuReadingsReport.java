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
import java.util.stream.Collectors;
import tessera.alerts.ReportedXids;
import tessera.gpu.GpuDevice;
import tessera.gpu.GpuFleet;
import tessera.model.PodListCompleteness;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.MetricReading;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** A report on the readings of every GPU and MIG instance: the fleet's {@code nvidia-smi}. */
public final class GpuReadingsReport extends AbstractMultiFormatReport {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuReadingsReport.class);
    private static final List<String> NARROW = List.of("NODE", "GPU", "MIG", "MODEL", "BUSY%", "MEM-GIB", "OF-GIB",
            "°C", "W", "XID", "READ", "STATE", "PODS");
    private static final List<String> WIDE = List.of("SM-MHZ", "TENSOR%", "LIMIT-W", "UUID", "MEASURED-BY", "FAULT");
    private static final Pattern WORD = Pattern.compile("_(.)");
    private static final double GIBIBYTE = 1L << 30;

    private final List<GpuDevice> devices;
    private final Instant now;
    private final PodListCompleteness visibility;
    private final FleetReadings readings;

    /**
     * A report on the devices of some nodes.
     *
     * @param wanted what the labels of a node must be like
     */
    public GpuReadingsReport(GpuFleet fleet, Predicate<Map<String, String>> wanted, Instant now) {
        super(NARROW, WIDE);
        this.devices = GpuDevice.devicesOf(fleet).stream()
                .filter(device -> wanted.test(device.node().info().nodeSummary().labels())).toList();
        this.now = now;
        this.visibility = fleet.snapshot().podVisibility();
        this.readings = fleet.readings();
    }

    @Override
    String emptyText() {
        return "No GPUs found.";
    }

    @Override
    void fillTable(TextTable table, boolean wide) {
        for (var device : devices) {
            var row = new ArrayList<>(
                    List.of(device.node().name(), indexText(device), partName(device), device.product().title(),
                            metricText(device, DeviceMetric.UTILISATION, GpuReadingsReport::percentText),
                            metricText(device, DeviceMetric.MEMORY_USED, GpuReadingsReport::gibibytesText),
                            metricText(device, DeviceMetric.MEMORY_TOTAL, GpuReadingsReport::gibibytesText),
                            metricText(device, DeviceMetric.TEMPERATURE, GpuReadingsReport::wholeNumberText),
                            metricText(device, DeviceMetric.POWER, GpuReadingsReport::wholeNumberText), xidText(device),
                            ageText(device), stateText(device), holders(device, visibility)));
            if (wide) {
                row.addAll(List.of(metricText(device, DeviceMetric.SM_CLOCK, GpuReadingsReport::wholeNumberText),
                        metricText(device, DeviceMetric.TENSOR_ACTIVE, GpuReadingsReport::percentText),
                        metricText(device, DeviceMetric.POWER_LIMIT, GpuReadingsReport::wholeNumberText), device.uuid(),
                        OptionalText.orElse(sourceName(device), "-"), device.faultText()));
            }
            table.add(row);
        }
    }

    private static String stateText(GpuDevice device) {
        return statusName(device) + NodeDevicesReport.closedName(device.node());
    }

    private static String statusName(GpuDevice device) {
        return switch (device.status()) {
            case USABLE -> "Ready";
            case UNHEALTHY -> "Unhealthy";
            case FAULTY -> "Faulty";
            case MAINTENANCE -> "Maintenance";
            case NOT_OFFERED -> "NotOffered";
            case UNKNOWN -> "Unknown";
        };
    }

    private static String indexText(GpuDevice device) {
        var label = device.numberLabel();
        return OptionalText.orElse(label, "-");
    }

    private static String partName(GpuDevice device) {
        var instance = device.instance();
        return instance == null ? device.profile() : device.profile() + "#" + instance.id();
    }

    /** Where nobody tells which of its GPUs a pod holds, all that is known is that it may be this one. */
    static String holders(GpuDevice device, PodListCompleteness visibility) {
        var nobody = device.node().sight(visibility) == PodListCompleteness.ALL ? "-" : "unknown";
        var pods = device.holderText(",");
        return OptionalText.orElse(pods, nobody);
    }

    /** Returns all XIDs that the exporter tells, the gravest first. */
    private static String xidText(GpuDevice device) {
        var deviceReadings = device.readings();
        var codes = deviceReadings == null || device.isInstance() ? ""
                : ReportedXids.allCodes(deviceReadings).stream().map(String::valueOf).collect(Collectors.joining(","));
        return codes.isEmpty() ? metricText(device, DeviceMetric.XID, GpuReadingsReport::wholeNumberText) : codes;
    }

    private static String metricText(GpuDevice device, DeviceMetric deviceMetric, DoubleFunction<String> words) {
        if (device.reading(deviceMetric) instanceof MetricReading.MeasuredMetricReading(double value)) {
            return words.apply(value);
        }
        return "-";
    }

    private static String percentText(double ratio) {
        return Long.toString(Math.round(100 * ratio));
    }

    private static String wholeNumberText(double number) {
        return Long.toString(Math.round(number));
    }

    private static String gibibytesText(double bytes) {
        return String.format(Locale.ROOT, "%.1f", bytes / GIBIBYTE);
    }

    private String ageText(GpuDevice device) {
        var at = device.age().at();
        if (at == null) {
            return MESSAGES.text("readings.never");
        }
        return Math.max(0, Duration.between(at, now).toSeconds()) + "s"
                + (device.age().recent() ? "" : ",stale");
    }

    /** Returns the source of the readings: the node's exporters or a Prometheus; empty where there is none. */
    private String sourceName(GpuDevice device) {
        var node = readings.readingsOf(device.node().name());
        return node == null || node.at() == null ? "" : node.source();
    }

    @Override
    ObjectNode toJson() {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", "tessera/v1").put("kind", "DeviceList").put("allocationComplete",
                devices.stream().allMatch(device -> device.node().sight(visibility) == PodListCompleteness.ALL));
        var list = json.putArray("devices");
        devices.forEach(device -> list.add(deviceJson(device)));
        return json;
    }

    private ObjectNode deviceJson(GpuDevice device) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("node", device.node().name());
        if (device.index() >= 0) {
            json.put("index", device.index());
        } else {
            json.putNull("index");
        }
        json.put("uuid", device.uuid()).put("model", device.product().title()).put("boardsFrom",
                device.node().isUncounted() ? null : device.node().boardCount().source());
        if (device.isInstance()) {
            var mig = json.putObject("mig").put("profile", device.profile()).put("boardFrom", device.boardSourceText());
            var instance = device.instance();
            if (instance != null) {
                mig.put("gpuInstance", instance.id());
            }
        }
        putHolders(device, json);
        var at = device.age().at();
        json.put("status", device.status().name().toLowerCase(Locale.ROOT)).put("fault", device.faultText())
                .put("fresh", device.age().recent()).put("readAt", at == null ? null : at.toString())
                .put("measuredBy", sourceName(device));
        var measured = json.putObject("metrics");
        var missing = json.putObject("missing");
        for (var deviceMetric : DeviceMetric.values()) {
            switch (device.reading(deviceMetric)) {
                case MetricReading.MeasuredMetricReading(double value) -> measured.put(jsonKey(deviceMetric), value);
                case MetricReading.MissingMetricReading(var reason) ->
                    missing.put(jsonKey(deviceMetric), reason.reasonText());
            }
        }
        putCategories(device, json);
        return json;
    }

    static void putHolders(GpuDevice device, ObjectNode json) {
        var pods = json.putArray("pods");
        device.knownHolders().forEach(pod -> {
            var holder = pods.addObject().put("namespace", pod.namespace()).put("name", pod.name());
            if (device.shareOf(pod) > 0) {
                holder.put("share", device.shareOf(pod));
            }
        });
        if (!device.possibleHolders().isEmpty()) {
            var perhaps = json.putArray("perhapsPods");
            device.possibleHolders()
                    .forEach(pod -> perhaps.addObject().put("namespace", pod.namespace()).put("name", pod.name()));
        }
    }

    private static void putCategories(GpuDevice device, ObjectNode json) {
        var deviceReadings = device.readings();
        if (deviceReadings != null && !device.isInstance() && !deviceReadings.categories().isEmpty()) {
            var told = json.putArray("categories");
            deviceReadings.categories().forEach(reading -> told.addObject().put("metric", jsonKey(reading.metric()))
                    .put("category", reading.category()).put("value", reading.value()).put("detail", reading.detail()));
        }
    }

    /** Returns a metric's name as programs spell it, e.g. {@code memoryUsed}. */
    private static String jsonKey(DeviceMetric deviceMetric) {
        return WORD.matcher(deviceMetric.name().toLowerCase(Locale.ROOT))
                .replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT));
    }
}
