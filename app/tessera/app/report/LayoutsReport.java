package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.DoubleFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tessera.insight.GpuFleet;
import tessera.insight.GpuLayout;
import tessera.insight.GpuLayout.LayoutInstance;
import tessera.insight.MigLayouts;
import tessera.mig.MigPlacement;
import tessera.mig.SliceMap;
import tessera.model.PodVisibility;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricReading;

/** How every MIG GPU is cut, with its instances, what is left of it, and how well that is known. */
public final class LayoutsReport extends CommandReport {

    private static final List<String> NARROW = List.of("NODE", "GPU", "PLACE", "PROFILE", "GI", "BUSY%", "MEM-GIB",
            "OF-GIB", "POD");
    private static final List<String> WIDE = List.of("MODEL", "UUID", "SOURCE", "SENTENCE");
    private static final double GIBIBYTE = 1L << 30;

    private final List<GpuLayout> layouts;
    private final PodVisibility sight;

    /**
     * A report on the MIG GPUs of some nodes.
     *
     * @param wanted what the labels of a node must be like
     */
    public LayoutsReport(GpuFleet fleet, Predicate<Map<String, String>> wanted) {
        super(NARROW, WIDE);
        this.layouts = MigLayouts.of(fleet).stream()
                .filter(layout -> wanted.test(layout.node().info().facts().labels())).toList();
        this.sight = fleet.snapshot().podSight();
    }

    @Override
    String nothing() {
        return "No MIG GPUs found.";
    }

    @Override
    void fill(TextTable table, boolean wide) {
        for (var layout : layouts) {
            for (var row : rows(layout)) {
                var words = new ArrayList<>(List.of(layout.node().name(), gpu(layout)));
                words.addAll(row);
                if (wide) {
                    words.addAll(List.of(layout.node().product().title(), uuid(layout), certainty(layout),
                            layout.source().sentence()));
                }
                table.add(words);
            }
        }
    }

    /** An instance, or a run of memory without one, on every line. */
    private List<List<String>> rows(GpuLayout layout) {
        var rows = new ArrayList<List<String>>();
        layout.pieces().forEach(piece -> rows.add(row(piece)));
        if (layout.pieces().isEmpty() && !layout.placed()) {
            rows.add(List.of("-", "not known", "-", "-", "-", "-", "-"));
        }
        layout.map().ifPresent(map -> {
            map.freeRuns().forEach(run -> rows.add(List.of(run.toString(), "(free)", "-", "-", "-", "-", "-")));
            map.deadRuns().forEach(run -> rows.add(List.of(run.toString(), "(unusable)", "-", "-", "-", "-", "-")));
        });
        return rows;
    }

    private List<String> row(LayoutInstance piece) {
        var instance = piece.device().instance();
        return List.of(piece.placement() == null ? "-" : piece.placement().toString(), piece.device().profile(),
                instance == null ? "-" : Integer.toString(instance.id()),
                text(piece, Metric.UTILISATION, ratio -> Long.toString(Math.round(100 * ratio))),
                text(piece, Metric.MEMORY_USED, LayoutsReport::gibibytes),
                text(piece, Metric.MEMORY_TOTAL, LayoutsReport::gibibytes),
                DevicesReport.holders(piece.device(), sight));
    }

    private static String gpu(GpuLayout layout) {
        return layout.index() >= 0 ? Integer.toString(layout.index())
                : layout.gpus() > 1 ? "? of " + layout.gpus() : "?";
    }

    /** What was read too long ago is no number of now. */
    private static String text(LayoutInstance piece, Metric metric, DoubleFunction<String> words) {
        return piece.device().age().fresh()
                && piece.device().reading(metric) instanceof MetricReading.MeasuredValue(double value)
                        ? words.apply(value)
                        : "-";
    }

    private static String gibibytes(double bytes) {
        return String.format(Locale.ROOT, "%.1f", bytes / GIBIBYTE);
    }

    private static String certainty(GpuLayout layout) {
        return layout.source().certainty().name().toLowerCase(Locale.ROOT);
    }

    private static String uuid(GpuLayout layout) {
        var measured = layout.measured();
        return measured == null ? "" : measured.uuid();
    }

    @Override
    ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", "tessera/v1").put("kind", "MigLayoutList").put("allocationComplete",
                sight == PodVisibility.ALL);
        var list = json.putArray("layouts");
        layouts.forEach(layout -> list.add(json(layout)));
        return json;
    }

    private ObjectNode json(GpuLayout layout) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("node", layout.node().name()).put("index", layout.index() < 0 ? null : layout.index())
                .put("gpus", layout.gpus()).put("uuid", uuid(layout)).put("model", layout.node().product().title())
                .put("product", layout.product().map(product -> product.id()).orElse(null))
                .put("source", certainty(layout)).put("sentence", layout.source().sentence());
        var instances = json.putArray("instances");
        layout.pieces().forEach(piece -> instances.add(json(piece)));
        var map = layout.map();
        if (map.isEmpty()) {
            return json.putNull("memory").putNull("compute");
        }
        json.set("memory", memory(map.get()));
        json.putObject("compute").put("slices", map.get().computeSlices()).put("inUse", map.get().computeInUse())
                .put("free", map.get().computeFree()).put("unusable", map.get().computeUnusable());
        return json;
    }

    private static ObjectNode memory(SliceMap map) {
        var json = JsonNodeFactory.instance.objectNode().put("units", map.units());
        units(json, "free", map.free());
        units(json, "unusable", map.dead());
        return json;
    }

    private static void units(ObjectNode json, String name, SortedSet<Integer> units) {
        var list = json.putArray(name);
        units.forEach(list::add);
    }

    private static ObjectNode json(LayoutInstance piece) {
        var json = JsonNodeFactory.instance.objectNode().put("profile", piece.device().profile());
        var instance = piece.device().instance();
        json.put("gpuInstance", instance == null ? null : instance.id());
        json.set("placement", json(piece.placement()));
        DevicesReport.holders(piece.device(), json);
        json.put("fresh", piece.device().age().fresh());
        json.put("utilisation", number(piece, Metric.UTILISATION)).put("memoryUsed", number(piece, Metric.MEMORY_USED))
                .put("memoryTotal", number(piece, Metric.MEMORY_TOTAL));
        return json;
    }

    private static @Nullable ObjectNode json(@Nullable MigPlacement placement) {
        return placement == null ? null
                : JsonNodeFactory.instance.objectNode().put("start", placement.start()).put("size", placement.size());
    }

    private static @Nullable Double number(LayoutInstance piece, Metric metric) {
        return piece.device().reading(metric) instanceof MetricReading.MeasuredValue(double value) ? value : null;
    }
}
