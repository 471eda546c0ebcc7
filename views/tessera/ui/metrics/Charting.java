package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertRules;
import tessera.insight.GpuDevice;
import tessera.metrics.history.DeviceKey;
import tessera.metrics.history.History;
import tessera.metrics.history.Past;
import tessera.metrics.history.Series;
import tessera.model.PodFacts;
import tessera.model.reading.Metric;
import tessera.model.reading.NodeReadings;
import tessera.ui.kit.Measures;
import tessera.ui.metrics.MetricsState.Chart;

/** Makes charts of what is known of some nodes. One thread, once. */
final class Charting {

    private static final int MOST_LINES = 64;
    private static final int INKS = 8;
    /** Exporters are read at least so often, where the node does not tell. */
    private static final Duration USUAL = Duration.ofSeconds(30);

    private final Past past;
    private final AlertRules rules;
    private final List<Of> nodes;
    private final Duration apart;
    private final Duration step;

    /**
     * What is charted.
     *
     * @param node     whose devices
     * @param readings the newest of them; null where there are none
     */
    record Of(String node, List<GpuDevice> devices, @Nullable NodeReadings readings) {

        private Duration interval() {
            return readings == null ? USUAL : readings.interval();
        }
    }

    /**
     * @param rules whose thresholds are drawn
     * @param step  how far values lie apart at least; nothing where they are as close as they were read
     */
    Charting(Past past, List<Of> nodes, AlertRules rules, Duration step) {
        this.past = past;
        this.rules = rules;
        this.nodes = List.copyOf(nodes);
        this.step = step;
        // As long as readings count as fresh.
        var usual = nodes.stream().map(Of::interval).max(Comparator.naturalOrder()).orElse(USUAL);
        apart = Collections.max(List.of(step, usual)).multipliedBy(2);
    }

    /** The nodes of which there are lines. */
    List<String> drawn() {
        return keys().stream().limit(MOST_LINES).map(known -> known.key().node()).distinct().toList();
    }

    Chart chart(Frame frame, MetricsQuery query) {
        var keys = keys();
        var lines = lines(keys.subList(0, Math.min(MOST_LINES, keys.size())));
        if (lines.isEmpty()) {
            return Chart.empty(frame);
        }
        var begin = begin(lines, since(frame, query.now()));
        var panels = new ArrayList<Panel>();
        for (var quantity : Quantity.ALL) {
            var series = lines.stream()
                    .map(line -> past.series(key(line), quantity.metric(), frame.from(), frame.to()))
                    .toList();
            panels.add(new Paneling(quantity, devices(), rules).panel(series));
        }
        var from = begin.filter(moment -> moment.isAfter(frame.from())).orElse(frame.from());
        var to = frame.to().isAfter(query.now()) ? query.now() : frame.to();
        var gaps = begin.isEmpty() || !from.isBefore(to) ? List.<Gap>of()
                : Gap.of(panels.stream().flatMap(panel -> panel.series().stream()).toList(), apart, from, to);
        return new Chart(frame, query.zoom().isPresent(), begin, lines, panels, gaps, apart,
                keys.size() - lines.size(), step.isZero() ? Chart.GROWS : "Nothing is remembered before %s");
    }

    private List<GpuDevice> devices() {
        return nodes.stream().flatMap(of -> of.devices().stream()).toList();
    }

    /** When the first of what is kept of the nodes was measured; empty where nothing is. */
    Optional<Instant> begin(Instant now) {
        return begin(lines(keys()), Frame.ending(now, History.SPAN));
    }

    /** What is kept here, or as far back as is looked. */
    private static Frame since(Frame frame, Instant now) {
        var kept = Frame.ending(now, History.SPAN);
        return frame.from().isBefore(kept.from()) ? new Frame(frame.from(), kept.to()) : kept;
    }

    private Optional<Instant> begin(List<Line> lines, Frame whole) {
        Instant first = null;
        for (var line : lines) {
            for (var quantity : Quantity.ALL) {
                var series = past.series(key(line), quantity.metric(), whole.from(), whole.to());
                var at = first(series);
                first = at != null && (first == null || at.isBefore(first)) ? at : first;
            }
        }
        return Optional.ofNullable(first);
    }

    /** Every line here is of a device. */
    private static DeviceKey key(Line line) {
        return (DeviceKey) line.key();
    }

    private static @Nullable Instant first(Series series) {
        for (int i = 0; i < series.size(); i++) {
            if (!Float.isNaN(series.value(i))) {
                return series.time(i);
            }
        }
        return null;
    }

    /** A device of a node, known now or from the past only. */
    private record Known(DeviceKey key, @Nullable GpuDevice device) {}

    /** Those of now in their order, then those that are gone. */
    private List<Known> keys() {
        return nodes.stream().flatMap(of -> keys(of.node(), of.devices()).stream()).toList();
    }

    private List<Known> keys(String node, List<GpuDevice> devices) {
        var keys = new ArrayList<Known>();
        var seen = new HashSet<DeviceKey>();
        for (var device : devices) {
            var measured = device.measured();
            var instance = device.instance();
            if (measured != null && (instance != null || !device.isInstance())) {
                var board = DeviceKey.of(node, measured);
                var key = instance == null ? board : board.of(instance.id());
                if (seen.add(key)) {
                    keys.add(new Known(key, device));
                }
            }
        }
        past.devices().stream().filter(key -> key.node().equals(node) && !seen.contains(key))
                .sorted(Comparator.comparing(DeviceKey::device).thenComparingInt(DeviceKey::instance))
                .forEach(key -> keys.add(new Known(key, null)));
        return keys;
    }

    /** Of several nodes each has a colour. */
    private List<Line> lines(List<Known> known) {
        boolean several = nodes.size() > 1;
        var inks = new HashMap<String, Integer>();
        var lines = new ArrayList<Line>();
        for (var each : known) {
            int ink = inks.computeIfAbsent(several ? each.key().node() : each.key().device(),
                    device -> inks.size() % INKS);
            var board = board(each, known);
            boolean whole = each.key().instance() == DeviceKey.WHOLE;
            var name = whole ? board : board + "·" + each.key().instance();
            var device = each.device();
            var title = "GPU " + name + (several ? " of " + each.key().node() : "");
            lines.add(new Line(each.key(), name, title, ink, device == null ? gone() : facts(device)));
        }
        return lines;
    }

    /** The number of a board; where it is gone, the end of what it was known by. */
    private static String board(Known one, List<Known> all) {
        var index = all.stream().filter(each -> each.key().of(DeviceKey.WHOLE).equals(one.key().of(DeviceKey.WHOLE)))
                .map(Known::device).filter(device -> device != null && device.index() >= 0)
                .map(device -> Integer.toString(device.index())).findFirst();
        var uuid = one.key().device();
        return index.orElseGet(() -> "…" + uuid.substring(Math.max(0, uuid.length() - 4)));
    }

    private static List<Line.Fact> gone() {
        return List.of(new Line.Fact("State", "not on this node any more"));
    }

    private static List<Line.Fact> facts(GpuDevice device) {
        var facts = new ArrayList<Line.Fact>();
        if (device.isInstance()) {
            facts.add(new Line.Fact("Profile", device.profile()));
        }
        facts.add(new Line.Fact("Held by", device.holders().isEmpty() ? Measures.MISSING
                : device.holders().stream().map(PodFacts::name).collect(Collectors.joining(", "))));
        if (!device.age().fresh()) {
            facts.add(new Line.Fact("Now", "not measured of late"));
            return facts;
        }
        var values = device.values();
        if (values.has(Metric.SM_CLOCK)) {
            facts.add(new Line.Fact("Clock", Measures.whole(values.get(Metric.SM_CLOCK)) + (values
                    .has(Metric.MAX_SM_CLOCK) ? " of " + Measures.whole(values.get(Metric.MAX_SM_CLOCK)) : "")
                    + " MHz"));
        }
        if (values.has(Metric.XID)) {
            facts.add(new Line.Fact("Last XID", Measures.code(values.get(Metric.XID))));
        }
        return facts;
    }
}
