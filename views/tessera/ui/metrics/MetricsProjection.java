package tessera.ui.metrics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tessera.alerts.AlertRules;
import tessera.insight.Fleet;
import tessera.insight.GpuDevice;
import tessera.insight.GpuNode;
import tessera.insight.Tiles;
import tessera.metrics.history.Past;
import tessera.model.reading.Metric;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.Reading;
import tessera.model.reading.Readings;
import tessera.ui.kit.NaturalOrder;
import tessera.ui.kit.Notice;
import tessera.ui.kit.Numbers;
import tessera.ui.kit.Picker.Choice;
import tessera.ui.metrics.Archive.Wanted;
import tessera.ui.metrics.MetricsState.Chart;

/** Computes what the Metrics screen shows. */
final class MetricsProjection {

    private final Supplier<Past> past;
    private final Supplier<AlertRules> rules;

    /**
     * @param past  of the cluster that is open
     * @param rules whose thresholds are drawn, as they are when they are
     */
    MetricsProjection(Supplier<Past> past, Supplier<AlertRules> rules) {
        this.past = past;
        this.rules = rules;
    }

    MetricsState state(Fleet fleet, MetricsQuery query) {
        var frame = query.zoom().orElseGet(() -> Frame.ending(query.now(), query.span().length()));
        var notice = Notice.of(fleet.snapshot()).or(() -> fleet.nodes().isEmpty()
                ? Optional.of(Notice.withoutGpus(fleet.snapshot()))
                : Optional.empty());
        if (notice.isPresent()) {
            return MetricsState.of(notice.get(), frame, query.archive());
        }
        var known = past.get();
        var judging = rules.get();
        var nodes = nodes(fleet, query.nodes());
        var of = nodes.stream().map(node -> of(fleet, node)).toList();
        var here = new Charting(known, of, judging, Duration.ZERO);
        // Whatever one of them lacks is asked for.
        var begin = of.stream().flatMap(one -> new Charting(known, List.of(one), judging, Duration.ZERO)
                .begin(query.now()).stream()).max(Comparator.naturalOrder());
        var reach = new Reach(here.drawn().isEmpty() ? List.of(nodes.getFirst().name()) : here.drawn(), known, begin,
                query.archive());
        var sight = reach.sight(frame, query.now());
        var chart = new Charting(sight.past(), of, judging, sight.step()).chart(frame, query);
        var wanted = reach.wanted(frame, query.now());
        return new MetricsState(
                silent(fleet, nodes.getFirst(), chart).map(why -> elsewhere(why, query.archive(), wanted)),
                nodes.stream().map(GpuNode::name).toList(), product(nodes), choices(fleet), chart,
                Origin.of(query.archive(), sight), wanted);
    }

    /** Those that there are of the nodes that were chosen, in their order; without any, the busiest. */
    private static List<GpuNode> nodes(Fleet fleet, List<String> chosen) {
        var found = chosen.stream().distinct().sorted(NaturalOrder.INSTANCE)
                .flatMap(name -> fleet.node(name).stream()).toList();
        return found.isEmpty() ? List.of(busiest(fleet)) : found;
    }

    private static Charting.Of of(Fleet fleet, GpuNode node) {
        var readings = fleet.readings().node(node.name());
        return new Charting.Of(node.name(),
                GpuDevice.of(node, readings, Tiles.of(node, readings), fleet.readings().at()), readings);
    }

    /** Why there is nothing yet where a Prometheus may remember something. */
    private static Notice elsewhere(Notice here, Archive archive, Optional<Wanted> wanted) {
        if (wanted.isEmpty()) {
            return here;
        }
        return archive.failed().map(Notice::failed).orElseGet(() -> archive.asked().equals(wanted) && !archive.awaits()
                ? here
                : new Notice(Notice.Kind.LOADING, "Asking " + archive.name().orElse("Prometheus"),
                        "Waiting for what it remembers of %s.".formatted(String.join(", ", wanted.get().nodes())), ""));
    }

    private static String product(List<GpuNode> nodes) {
        return nodes.size() == 1 ? product(nodes.getFirst())
                : nodes.stream().map(GpuNode::name).collect(Collectors.joining(", "));
    }

    private static String product(GpuNode node) {
        long boards = node.groups().stream().mapToLong(group -> group.count()).sum();
        return boards + " × " + node.product().title();
    }

    /** Of equals the first by name, so that it stays the same where nothing is measured. */
    private static GpuNode busiest(Fleet fleet) {
        return fleet.nodes().stream().min(Comparator.<GpuNode>comparingDouble(node -> -busy(fleet.readings(), node))
                .thenComparing(GpuNode::name, NaturalOrder.INSTANCE)).orElseThrow();
    }

    private static double busy(Readings readings, GpuNode node) {
        var of = readings.node(node.name());
        if (of == null || of.freshness(readings.at()) != NodeReadings.Freshness.FRESH) {
            return -1;
        }
        return of.devices().stream().map(device -> device.reading(Metric.UTILISATION))
                .flatMap(reading -> reading instanceof Reading.Measured(double value) ? Optional.of(value).stream()
                        : Optional.<Double>empty().stream())
                .mapToDouble(Double::doubleValue).average().orElse(-1);
    }

    private static List<Choice> choices(Fleet fleet) {
        var choices = new ArrayList<Choice>();
        fleet.nodes().stream().sorted(Comparator.comparing(GpuNode::name, NaturalOrder.INSTANCE))
                .forEach(node -> choices.add(new Choice(node.name(), product(node), "")));
        return choices;
    }

    /** Why there is nothing of a node, now or in the past that is kept. */
    private static Optional<Notice> silent(Fleet fleet, GpuNode node, Chart chart) {
        if (chart.begin().isPresent()) {
            return Optional.empty();
        }
        var trouble = fleet.readings().trouble();
        var readings = fleet.readings().node(node.name());
        if (trouble != null) {
            return Optional.of(Notice.failed(trouble));
        }
        boolean awaited = readings == null
                || (readings.at() == null && readings.trouble() == null && !readings.source().isEmpty());
        if (readings == null || awaited) {
            return Optional.of(new Notice(Notice.Kind.LOADING, "Reading the exporter",
                    "Waiting for the first measurements of %s.".formatted(node.name()), ""));
        }
        if (readings.trouble() != null) {
            return Optional.of(Notice.failed(readings.trouble()));
        }
        return Optional.of(new Notice(Notice.Kind.EMPTY, "Nothing is measured on " + node.name(),
                readings.source().isEmpty() ? "No exporter runs on this node. Choose another at the top left."
                        : "Its exporter reports no GPU. Choose another at the top left.",
                ""));
    }

    static String left(int many) {
        return many == 0 ? "" : Numbers.of(many, "more device") + " not shown";
    }

}
