package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.DoubleFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tessera.gpu.GpuFleet;
import tessera.gpu.MigGpuLayout;
import tessera.gpu.MigGpuLayout.MigLayoutInstance;
import tessera.gpu.MigLayoutDeriver;
import tessera.mig.MigPlacement;
import tessera.mig.MigSliceMap;
import tessera.model.PodListCompleteness;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.MetricReading;
import tessera.text.MessageCatalog;

/** A report on the MIG layout of every GPU: instances, free memory slices, certainty. */
public final class MigLayoutsReport extends AbstractMultiFormatReport {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MigLayoutsReport.class);
    private static final List<String> NARROW = List.of("NODE", "GPU", "PLACE", "PROFILE", "GI", "BUSY%", "MEM-GIB",
            "OF-GIB", "POD");
    private static final List<String> WIDE = List.of("MODEL", "UUID", "SOURCE", "SENTENCE");
    private static final String USUAL_PLACE = "~";
    private static final double GIBIBYTE = 1L << 30;

    private final List<MigGpuLayout> layouts;
    private final PodListCompleteness visibility;

    /**
     * A report on the MIG GPUs of some nodes.
     *
     * @param wanted what the labels of a node must be like
     */
    public MigLayoutsReport(GpuFleet fleet, Predicate<Map<String, String>> wanted) {
        super(NARROW, WIDE);
        this.layouts = MigLayoutDeriver.layoutsOf(fleet).stream()
                .filter(layout -> wanted.test(layout.node().info().nodeSummary().labels())).toList();
        this.visibility = fleet.snapshot().podVisibility();
    }

    /** Returns an explanation of the places that no driver told; empty where there are none. */
    public Optional<String> usualPlacesText() {
        if (layouts.stream().anyMatch(
                layout -> layout.isPlaced() && layout.source().certainty() != MigGpuLayout.MigLayoutCertainty.EXACT)) {
            return Optional.of(MESSAGES.text("mig.usualPlaces", USUAL_PLACE));
        }
        return Optional.empty();
    }

    @Override
    String emptyText() {
        return MESSAGES.text("mig.none");
    }

    @Override
    void fillTable(TextTable table, boolean wide) {
        for (var layout : layouts) {
            for (var row : layoutRows(layout)) {
                var texts = new ArrayList<>(List.of(layout.node().name(), gpuName(layout)));
                texts.addAll(row);
                if (wide) {
                    texts.addAll(List.of(layout.node().migProduct().title(), uuidText(layout), certaintyName(layout),
                            layout.source().sentence()));
                }
                table.add(texts);
            }
        }
    }

    /** Returns a row for each instance, and for each run of memory slices without one. */
    private List<List<String>> layoutRows(MigGpuLayout layout) {
        var rows = new ArrayList<List<String>>();
        // What no driver told is where drivers usually put instances.
        var sign = layout.source().certainty() == MigGpuLayout.MigLayoutCertainty.EXACT ? "" : USUAL_PLACE;
        layout.instances().forEach(layoutInstance -> rows.add(instanceRow(layoutInstance, sign)));
        if (layout.instances().isEmpty() && !layout.isPlaced()) {
            rows.add(List.of("-", MESSAGES.text("mig.unknown"), "-", "-", "-", "-", "-"));
        }
        var map = layout.map().orElse(null);
        if (map != null) {
            for (var run : map.freeRuns()) {
                rows.add(List.of(sign + run, "(free)", "-", "-", "-", "-", "-"));
            }
            for (var run : map.deadRuns()) {
                rows.add(List.of(sign + run, "(unusable)", "-", "-", "-", "-", "-"));
            }
        }
        return rows;
    }

    private List<String> instanceRow(MigLayoutInstance layoutInstance, String sign) {
        var instance = layoutInstance.device().instance();
        return List.of(layoutInstance.placement() == null ? "-" : sign + layoutInstance.placement(),
                layoutInstance.device().profile(), instance == null ? "-" : Integer.toString(instance.id()),
                metricText(layoutInstance, DeviceMetric.UTILISATION, ratio -> Long.toString(Math.round(100 * ratio))),
                metricText(layoutInstance, DeviceMetric.MEMORY_USED, MigLayoutsReport::gibibytesText),
                metricText(layoutInstance, DeviceMetric.MEMORY_TOTAL, MigLayoutsReport::gibibytesText),
                GpuReadingsReport.holders(layoutInstance.device(), visibility));
    }

    private static String gpuName(MigGpuLayout layout) {
        if (layout.index() >= 0) {
            return Integer.toString(layout.index());
        }
        if (layout.gpus() > 1) {
            return "? of " + layout.gpus();
        }
        return "?";
    }

    /** Returns a metric's value; a dash where it was read too long ago. */
    private static String metricText(MigLayoutInstance layoutInstance, DeviceMetric deviceMetric,
            DoubleFunction<String> words) {
        if (layoutInstance.device().age().recent() && layoutInstance.device()
                .reading(deviceMetric) instanceof MetricReading.MeasuredMetricReading(double value)) {
            return words.apply(value);
        }
        return "-";
    }

    private static String gibibytesText(double bytes) {
        return String.format(Locale.ROOT, "%.1f", bytes / GIBIBYTE);
    }

    private static String certaintyName(MigGpuLayout layout) {
        return layout.source().certainty().name().toLowerCase(Locale.ROOT);
    }

    private static String uuidText(MigGpuLayout layout) {
        var deviceReadings = layout.deviceReadings();
        return deviceReadings == null ? "" : deviceReadings.uuid();
    }

    @Override
    ObjectNode toJson() {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", "tessera/v1").put("kind", "MigLayoutList").put("allocationComplete",
                visibility == PodListCompleteness.ALL);
        var list = json.putArray("layouts");
        layouts.forEach(layout -> list.add(layoutJson(layout)));
        return json;
    }

    private ObjectNode layoutJson(MigGpuLayout layout) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("node", layout.node().name()).put("index", layout.index() < 0 ? null : layout.index())
                .put("gpus", layout.gpus()).put("uuid", uuidText(layout))
                .put("model", layout.node().migProduct().title())
                .put("product", layout.product().map(product -> product.id()).orElse(null))
                .put("source", certaintyName(layout)).put("sentence", layout.source().sentence());
        var instances = json.putArray("instances");
        layout.instances().forEach(layoutInstance -> instances.add(instanceJson(layoutInstance)));
        var map = layout.map();
        if (map.isEmpty()) {
            return json.putNull("memory").putNull("compute");
        }
        json.set("memory", memoryJson(map.get()));
        json.putObject("compute").put("slices", map.get().computeSlices()).put("inUse", map.get().computeInUse())
                .put("free", map.get().computeFree()).put("unusable", map.get().computeUnusable());
        return json;
    }

    private static ObjectNode memoryJson(MigSliceMap map) {
        var json = JsonNodeFactory.instance.objectNode().put("units", map.units());
        putUnits(json, "free", map.free());
        putUnits(json, "unusable", map.dead());
        return json;
    }

    private static void putUnits(ObjectNode json, String name, SortedSet<Integer> units) {
        var list = json.putArray(name);
        units.forEach(list::add);
    }

    private static ObjectNode instanceJson(MigLayoutInstance layoutInstance) {
        var json = JsonNodeFactory.instance.objectNode().put("profile", layoutInstance.device().profile());
        var instance = layoutInstance.device().instance();
        json.put("gpuInstance", instance == null ? null : instance.id());
        json.set("placement", placementJson(layoutInstance.placement()));
        GpuReadingsReport.putHolders(layoutInstance.device(), json);
        json.put("fresh", layoutInstance.device().age().recent());
        json.put("utilisation", metricNumber(layoutInstance, DeviceMetric.UTILISATION))
                .put("memoryUsed", metricNumber(layoutInstance, DeviceMetric.MEMORY_USED))
                .put("memoryTotal", metricNumber(layoutInstance, DeviceMetric.MEMORY_TOTAL));
        return json;
    }

    private static @Nullable ObjectNode placementJson(@Nullable MigPlacement placement) {
        if (placement == null) {
            return null;
        }
        return JsonNodeFactory.instance.objectNode().put("start", placement.start()).put("size", placement.size());
    }

    private static @Nullable Double metricNumber(MigLayoutInstance layoutInstance, DeviceMetric deviceMetric) {
        if (layoutInstance.device()
                .reading(deviceMetric) instanceof MetricReading.MeasuredMetricReading(double value)) {
            return value;
        }
        return null;
    }
}
