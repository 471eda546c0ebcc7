package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.alerts.AlertRules;
import tessera.insight.GpuDevice;
import tessera.metrics.history.DeviceKey;
import tessera.metrics.history.FleetMeasure;
import tessera.metrics.history.Past;
import tessera.metrics.history.Series;
import tessera.metrics.prometheus.find.Standing;
import tessera.model.reading.Metric;
import tessera.model.reading.Reading;
import tessera.model.reading.Readings;
import tessera.ui.kit.Measures;
import tessera.ui.metrics.MetricsState.Chart;

/**
 * What some devices did in the last hour: charts of what was measured, and of the rest why there is none.
 *
 * @param chart   with a panel for each quantity of which there is anything
 * @param silence why there is nothing at all; empty where there is something
 * @param remarks what is not measured of all of them, and why
 */
public record Hour(Chart chart, String silence, List<String> remarks) {

    public Hour {
        remarks = List.copyOf(remarks);
    }

    /** Of nothing. */
    public static Hour none(String why) {
        return new Hour(Chart.empty(new Frame(Instant.EPOCH, Instant.EPOCH.plusSeconds(1))), why, List.of());
    }

    /**
     * Devices of one node, at least one, and instances of them.
     *
     * @param rules whose thresholds are drawn
     */
    public static Hour of(Past past, AlertRules rules, List<GpuDevice> devices, Readings readings, Instant now) {
        var node = devices.getFirst().node().name();
        var frame = Frame.ending(now, Span.HOUR.length());
        var query = new MetricsQuery(Selection.ofNodes(List.of(node)), Span.HOUR, Optional.empty(), now,
                Archive.of(new Standing.Sought()), false);
        var whole = new Charting(new Only(past), List.of(new Charting.Of(node, devices, readings.node(node))),
                query.selection(), rules, Duration.ZERO).chart(frame, query);
        var shown = new ArrayList<Panel>();
        var remarks = new ArrayList<String>();
        for (var panel : whole.panels()) {
            if (panel.series().stream().allMatch(Series::isEmpty)) {
                remarks.add(panel.quantity().title() + ": "
                        + (panel.quantity() instanceof Quantity quantity ? why(devices, quantity.metric())
                                : "nothing"));
            } else {
                shown.add(panel);
            }
        }
        if (shown.isEmpty()) {
            return new Hour(Chart.empty(frame),
                    "Nothing was measured in the last hour: " + why(devices, Metric.UTILISATION), List.of());
        }
        return new Hour(new Chart(frame, false, whole.begin(), whole.lines(), shown, whole.gaps(), whole.apart(),
                whole.leftOut(), whole.beginning()), "", remarks);
    }

    private static String why(List<GpuDevice> devices, Metric metric) {
        var reasons = devices.stream().map(device -> device.reading(metric)).map(Measures::reason)
                .filter(words -> !words.isEmpty()).collect(Collectors.toCollection(LinkedHashSet::new));
        boolean some = devices.stream().anyMatch(device -> device.reading(metric) instanceof Reading.Measured);
        return reasons.isEmpty() || some ? "nothing is recorded yet" : String.join(", ", reasons);
    }

    /** A past that knows only the devices that it is asked for. */
    private record Only(Past past) implements Past {

        @Override
        public Set<DeviceKey> devices() {
            return Set.of();
        }

        @Override
        public Series series(DeviceKey device, Metric metric, Instant from, Instant to) {
            return past.series(device, metric, from, to);
        }

        @Override
        public Series fleet(FleetMeasure measure, Instant from, Instant to) {
            return past.fleet(measure, from, to);
        }
    }
}
