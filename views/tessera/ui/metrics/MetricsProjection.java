package tessera.ui.metrics;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tessera.alerts.AlertRules;
import tessera.insight.GpuFleet;
import tessera.insight.GpuNode;
import tessera.metrics.history.HistoryView;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricReading;
import tessera.model.reading.NodeReadings;
import tessera.ui.kit.NaturalOrder;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.metrics.MetricsState.Chart;
import tessera.ui.metrics.PrometheusArchive.ArchiveRequest;

/** Computes what the Metrics screen shows. */
final class MetricsProjection {

    private final Supplier<HistoryView> past;
    private final Supplier<AlertRules> rules;

    /**
     * @param past  of the cluster that is open
     * @param rules whose thresholds are drawn, as they are when they are
     */
    MetricsProjection(Supplier<HistoryView> past, Supplier<AlertRules> rules) {
        this.past = past;
        this.rules = rules;
    }

    MetricsState state(GpuFleet fleet, MetricsQuery query) {
        var frame = query.zoom().orElseGet(() -> TimeFrame.ending(query.now(), query.span().length()));
        var notice = ScreenNotice.of(fleet.snapshot()).or(() -> fleet.nodes().isEmpty()
                ? Optional.of(ScreenNotice.withoutGpus(fleet.snapshot()))
                : Optional.empty());
        if (notice.isPresent()) {
            return MetricsState.of(notice.get(), frame, query.archive());
        }
        var known = past.get();
        var judging = rules.get();
        var shown = shown(fleet, query.selection());
        var nodes = shown.places().stream().flatMap(name -> fleet.node(name).stream()).toList();
        var of = nodes.stream().map(node -> ChartOffers.devices(fleet, node)).toList();
        var here = new ChartBuilder(known, of, shown, judging, Duration.ZERO);
        // Whatever one of them lacks is asked for.
        var begin = of.stream().flatMap(one -> new ChartBuilder(known, List.of(one), shown, judging, Duration.ZERO)
                .begin(query.now()).stream()).max(Comparator.naturalOrder());
        var reach = new HistoryReach(here.drawn().isEmpty() ? List.of(nodes.getFirst().name()) : here.drawn(), known,
                begin,
                query.archive());
        var sight = reach.sight(frame, query.now());
        var charting = new ChartBuilder(sight.past(), of, shown, judging, sight.step());
        var chart = charting.chart(frame, query);
        var wanted = reach.wanted(frame, query.now());
        return new MetricsState(
                silent(fleet, nodes.getFirst(), shown, chart).map(why -> elsewhere(why, query.archive(), wanted)),
                query.selection(), shown, ChartCaption.of(shown, nodes, charting.roster()),
                query.offering() ? ChartOffers.of(fleet) : List.of(),
                chart, ChartOrigin.of(query.archive(), sight), wanted);
    }

    /** What there is of what was chosen; without any, the busiest node. */
    private static ChartSelection shown(GpuFleet fleet, ChartSelection chosen) {
        var known = chosen.places().stream().filter(name -> fleet.node(name).isPresent())
                .collect(Collectors.toUnmodifiableSet());
        return known.isEmpty() ? ChartSelection.ofNodes(List.of(busiest(fleet).name())) : chosen.on(known);
    }

    /** Why there is nothing yet where a Prometheus may remember something. */
    private static ScreenNotice elsewhere(ScreenNotice here, PrometheusArchive archive,
            Optional<ArchiveRequest> wanted) {
        if (wanted.isEmpty()) {
            return here;
        }
        return archive.failed().map(ScreenNotice::failed)
                .orElseGet(() -> archive.asked().equals(wanted) && !archive.awaits()
                        ? here
                        : new ScreenNotice(ScreenNotice.NoticeKind.LOADING,
                                "Asking " + archive.name().orElse("Prometheus"),
                                "Waiting for what it remembers of %s."
                                        .formatted(String.join(", ", wanted.get().nodes())),
                                ""));
    }

    /** Of equals the first by name, so that it stays the same where nothing is measured. */
    private static GpuNode busiest(GpuFleet fleet) {
        return fleet.nodes().stream().min(Comparator.<GpuNode>comparingDouble(node -> -busy(fleet.readings(), node))
                .thenComparing(GpuNode::name, NaturalOrder.INSTANCE)).orElseThrow();
    }

    private static double busy(FleetReadings readings, GpuNode node) {
        var of = readings.node(node.name());
        if (of == null || of.freshness(readings.at()) != NodeReadings.Freshness.FRESH) {
            return -1;
        }
        return of.devices().stream().map(device -> device.reading(Metric.UTILISATION))
                .flatMap(reading -> reading instanceof MetricReading.MeasuredValue(double value)
                        ? Optional.of(value).stream()
                        : Optional.<Double>empty().stream())
                .mapToDouble(Double::doubleValue).average().orElse(-1);
    }

    /** Why there is nothing of a node, now or in the past that is kept. */
    private static Optional<ScreenNotice> silent(GpuFleet fleet, GpuNode node, ChartSelection shown,
            Chart chart) {
        if (chart.begin().isPresent()) {
            return Optional.empty();
        }
        var trouble = fleet.readings().trouble();
        var readings = fleet.readings().node(node.name());
        if (trouble != null) {
            return Optional.of(ScreenNotice.failed(trouble));
        }
        boolean awaited = readings == null
                || (readings.at() == null && readings.trouble() == null && !readings.source().isEmpty());
        if (readings == null || awaited) {
            return Optional.of(new ScreenNotice(ScreenNotice.NoticeKind.LOADING, "Reading the exporter",
                    "Waiting for the first measurements of %s.".formatted(node.name()), ""));
        }
        if (readings.trouble() != null) {
            return Optional.of(ScreenNotice.failed(readings.trouble()));
        }
        if (!shown.devices().isEmpty() && !readings.devices().isEmpty()) {
            return Optional.of(new ScreenNotice(ScreenNotice.NoticeKind.EMPTY, "Nothing is measured of what was chosen",
                    "The exporter on %s does not report it any more. Choose something else at the top left."
                            .formatted(node.name()),
                    ""));
        }
        return Optional.of(new ScreenNotice(ScreenNotice.NoticeKind.EMPTY, "Nothing is measured on " + node.name(),
                readings.source().isEmpty() ? "No exporter runs on this node. Choose another at the top left."
                        : "Its exporter reports no GPU. Choose another at the top left.",
                ""));
    }
}
