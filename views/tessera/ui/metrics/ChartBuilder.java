package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertRules;
import tessera.insight.GpuDevice;
import tessera.metrics.history.DeviceHistory;
import tessera.metrics.history.HistoryView;
import tessera.metrics.history.StepSeries;
import tessera.model.reading.NodeReadings;
import tessera.ui.metrics.MetricsState.Chart;

/** Makes charts of what is known of some nodes. One thread, once. */
final class ChartBuilder {

    private static final int MOST_LINES = 64;
    /** Exporters are read at least so often, where the node does not tell. */
    private static final Duration USUAL = Duration.ofSeconds(30);

    private final HistoryView past;
    private final AlertRules rules;
    private final ChartRoster roster;
    private final Duration apart;
    private final Duration step;

    /**
     * What is charted.
     *
     * @param node     whose devices
     * @param readings the newest of them; null where there are none
     */
    record ChartSubject(String node, List<GpuDevice> devices, @Nullable NodeReadings readings) {

        private Duration interval() {
            return readings == null ? USUAL : readings.interval();
        }
    }

    /**
     * @param wanted which devices of these nodes
     * @param rules  whose thresholds are drawn
     * @param step   how far values lie apart at least; nothing where they are as close as they were read
     */
    ChartBuilder(HistoryView past, List<ChartSubject> nodes, ChartSelection wanted, AlertRules rules, Duration step) {
        this.past = past;
        this.rules = rules;
        roster = new ChartRoster(nodes, past.devices(), wanted);
        this.step = step;
        // As long as readings count as fresh.
        var usual = nodes.stream().map(ChartSubject::interval).max(Comparator.naturalOrder()).orElse(USUAL);
        apart = Collections.max(List.of(step, usual)).multipliedBy(2);
    }

    /** Which devices are charted. */
    ChartRoster roster() {
        return roster;
    }

    /** The nodes of which there are lines. */
    List<String> drawn() {
        return roster.known().stream().limit(MOST_LINES).map(known -> known.key().node()).distinct().toList();
    }

    Chart chart(TimeFrame frame, MetricsQuery query) {
        var keys = roster.known();
        var drawn = keys.subList(0, Math.min(MOST_LINES, keys.size()));
        if (drawn.isEmpty()) {
            return Chart.empty(frame);
        }
        var lines = roster.lines(drawn);
        var begin = begin(drawn, since(frame, query.now()));
        var panels = new ArrayList<ChartPanel>();
        for (var quantity : ChartQuantity.ALL) {
            var series = drawn.stream()
                    .map(device -> past.series(device.key(), quantity.metric(), frame.from(), frame.to()))
                    .toList();
            panels.add(new PanelBuilder(quantity, devices(drawn), rules).panel(series));
        }
        var from = begin.filter(moment -> moment.isAfter(frame.from())).orElse(frame.from());
        var to = frame.to().isAfter(query.now()) ? query.now() : frame.to();
        var gaps = begin.isEmpty() || !from.isBefore(to) ? List.<MeasurementGap>of()
                : MeasurementGap.of(panels.stream().flatMap(panel -> panel.series().stream()).toList(), apart, from,
                        to);
        return new Chart(frame, query.zoom().isPresent(), begin, lines, panels, gaps, apart,
                keys.size() - lines.size(), beginning(query.archive()));
    }

    private String beginning(PrometheusArchive archive) {
        if (archive.awaits()) {
            return "What was before %s is asked of " + archive.name().orElse("Prometheus").replace("%", "%%");
        }
        return step.isZero() ? Chart.GROWS : "Nothing is remembered before %s";
    }

    private static List<GpuDevice> devices(List<ChartRoster.RosterDevice> drawn) {
        return drawn.stream().map(ChartRoster.RosterDevice::device).filter(device -> device != null).toList();
    }

    /** When the first of what is kept of the nodes was measured; empty where nothing is. */
    Optional<Instant> begin(Instant now) {
        return begin(roster.known(), TimeFrame.ending(now, DeviceHistory.SPAN));
    }

    /** What is kept here, or as far back as is looked. */
    private static TimeFrame since(TimeFrame frame, Instant now) {
        var kept = TimeFrame.ending(now, DeviceHistory.SPAN);
        return frame.from().isBefore(kept.from()) ? new TimeFrame(frame.from(), kept.to()) : kept;
    }

    private Optional<Instant> begin(List<ChartRoster.RosterDevice> devices, TimeFrame whole) {
        Instant first = null;
        for (var device : devices) {
            for (var quantity : ChartQuantity.ALL) {
                var series = past.series(device.key(), quantity.metric(), whole.from(), whole.to());
                var at = first(series);
                first = at != null && (first == null || at.isBefore(first)) ? at : first;
            }
        }
        return Optional.ofNullable(first);
    }

    private static @Nullable Instant first(StepSeries series) {
        for (int i = 0; i < series.size(); i++) {
            if (!Float.isNaN(series.value(i))) {
                return series.time(i);
            }
        }
        return null;
    }
}
