package tessera.ui.metrics;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tessera.alerts.AlertRules;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.metrics.history.ReadableMetricHistory;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.MetricReading;
import tessera.model.reading.NodeReadings;
import tessera.text.MessageCatalog;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.NaturalNameComparator;
import tessera.ui.metrics.MetricChartBuilder.MetricsScreenCharts;
import tessera.ui.metrics.PrometheusHistoryQueryState.HistoryQueryRequest;

/** Computes the state of the Metrics screen. */
final class MetricsScreenStateBuilder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MetricsScreenStateBuilder.class);

    private final Supplier<ReadableMetricHistory> historySource;
    private final Supplier<AlertRules> rules;

    /**
     * @param historySource  of the cluster that is open
     * @param rules whose thresholds are drawn, as they are when they are
     */
    MetricsScreenStateBuilder(Supplier<ReadableMetricHistory> historySource, Supplier<AlertRules> rules) {
        this.historySource = historySource;
        this.rules = rules;
    }

    MetricsScreenState project(GpuFleet fleet, MetricsScreenInput query) {
        var frame = query.zoom().orElseGet(() -> ChartTimeFrame.endingAt(query.now(), query.span().length()));
        var notice = EmptyScreenNotice.forFleet(fleet);
        if (notice.isPresent()) {
            return MetricsScreenState.ofNotice(notice.get(), frame, query.queryState());
        }
        var history = historySource.get();
        var judging = rules.get();
        var displayedChartedDevices = existingSelection(fleet, query.selection());
        var nodes = displayedChartedDevices.nodeNames().stream().flatMap(name -> fleet.node(name).stream()).toList();
        var of = nodes.stream().map(node -> ChartableDeviceFinder.subjectOf(fleet, node)).toList();
        var here = new MetricChartBuilder(history, of, displayedChartedDevices, judging, Duration.ZERO);
        // Whatever one of them lacks is asked for.
        var begin = of.stream().flatMap(
                one -> new MetricChartBuilder(history, List.of(one), displayedChartedDevices, judging, Duration.ZERO)
                        .historyStart(query.now()).stream())
                .max(Comparator.naturalOrder());
        var reach = new MetricHistorySourceSelector(
                here.drawnNodes().isEmpty() ? List.of(nodes.getFirst().name()) : here.drawnNodes(), history, begin,
                query.queryState());
        var sight = reach.sourceFor(frame, query.now());
        var charting = new MetricChartBuilder(sight.history(), of, displayedChartedDevices, judging, sight.step());
        var metricsScreenCharts = charting.createChart(frame, query);
        var wanted = reach.requestFor(frame, query.now());
        return new MetricsScreenState(
                noDataNotice(fleet, nodes.getFirst(), displayedChartedDevices, metricsScreenCharts)
                        .map(emptyNotice -> withArchive(emptyNotice, query.queryState(), wanted)),
                query.selection(), displayedChartedDevices,
                ChartedDevicesCaption.of(displayedChartedDevices, nodes, charting.roster()),
                query.offering() ? ChartableDeviceFinder.offersOf(fleet) : List.of(), metricsScreenCharts,
                MetricChartSourceDescription.of(query.queryState(), sight), wanted);
    }

    /** Returns the existing part of the selection; where that is empty, the busiest node. */
    private static ChartedDevices existingSelection(GpuFleet fleet, ChartedDevices selectedChartedDevices) {
        var known = selectedChartedDevices.nodeNames().stream().filter(name -> fleet.node(name).isPresent())
                .collect(Collectors.toUnmodifiableSet());
        if (known.isEmpty()) {
            return ChartedDevices.ofNodes(List.of(busiestNode(fleet).name()));
        }
        return selectedChartedDevices.restrictedTo(known);
    }

    /** Returns the notice for missing data where a Prometheus may have some. */
    private static EmptyScreenNotice withArchive(EmptyScreenNotice here, PrometheusHistoryQueryState queryState,
            Optional<HistoryQueryRequest> wanted) {
        if (wanted.isEmpty()) {
            return here;
        }
        return queryState.failure().map(EmptyScreenNotice::ofProblem)
                .orElseGet(() -> queryState.request().equals(wanted) && !queryState.isAwaiting() ? here
                        : new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.LOADING,
                                MESSAGES.text("notice.asking", queryState.name().orElse(MESSAGES.text("prometheus"))),
                                MESSAGES.text("notice.askingDetail", String.join(", ", wanted.get().nodes())), ""));
    }

    /** Returns the busiest node, of equals the first by name, so that it stays the same where nothing is measured. */
    private static GpuNode busiestNode(GpuFleet fleet) {
        return fleet.nodes().stream()
                .min(Comparator.<GpuNode>comparingDouble(node -> -meanUtilisation(fleet.readings(), node))
                        .thenComparing(GpuNode::name, NaturalNameComparator.INSTANCE))
                .orElseThrow();
    }

    private static double meanUtilisation(FleetReadings readings, GpuNode node) {
        var of = readings.readingsOf(node.name());
        if (of == null || of.freshnessAt(readings.at()) != NodeReadings.ReadingFreshness.FRESH) {
            return -1;
        }
        return of.devices().stream().map(device -> device.readingOf(DeviceMetric.UTILISATION))
                .flatMap(reading -> reading instanceof MetricReading.MeasuredMetricReading(double value)
                        ? Optional.of(value).stream()
                        : Optional.<Double>empty().stream())
                .mapToDouble(Double::doubleValue).average().orElse(-1);
    }

    /** Returns why there is no data of a node, neither current nor in its history. */
    private static Optional<EmptyScreenNotice> noDataNotice(GpuFleet fleet, GpuNode node,
            ChartedDevices displayedChartedDevices, MetricsScreenCharts metricsScreenCharts) {
        if (metricsScreenCharts.historyStart().isPresent()) {
            return Optional.empty();
        }
        var problem = fleet.readings().problem();
        var readings = fleet.readings().readingsOf(node.name());
        if (problem != null) {
            return Optional.of(EmptyScreenNotice.ofProblem(problem));
        }
        boolean awaited = readings == null
                || (readings.at() == null && readings.problem() == null && !readings.source().isEmpty());
        if (readings == null || awaited) {
            return Optional.of(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.LOADING,
                    MESSAGES.text("notice.loading"), MESSAGES.text("notice.loadingDetail", node.name()), ""));
        }
        if (readings.problem() != null) {
            return Optional.of(EmptyScreenNotice.ofProblem(readings.problem()));
        }
        if (!displayedChartedDevices.devices().isEmpty() && !readings.devices().isEmpty()) {
            return Optional.of(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.EMPTY,
                    MESSAGES.text("notice.noSelection"), MESSAGES.text("notice.noSelectionDetail", node.name()), ""));
        }
        return Optional.of(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.EMPTY,
                MESSAGES.text("notice.noNode", node.name()),
                readings.source().isEmpty() ? MESSAGES.text("notice.noExporter") : MESSAGES.text("notice.noGpus"), ""));
    }
}
