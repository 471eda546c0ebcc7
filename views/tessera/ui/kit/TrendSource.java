package tessera.ui.kit;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import tessera.insight.GpuDevice;
import tessera.metrics.history.DeviceHistory;
import tessera.metrics.history.DeviceKey;
import tessera.metrics.history.HistoryView;
import tessera.metrics.history.StepSeries;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricValues;

/**
 * Source of small trend lines over the last hour. A series is copied when it is asked for and kept by nobody else, so that
 * only what is in sight costs anything. Any thread.
 */
public final class TrendSource {

    /** How far they reach back. */
    public static final Duration SPAN = Duration.ofHours(1);
    /** The same, for headings. */
    public static final String SPAN_WORDS = "1 h";
    /** Exporters are read at least so often, where a node does not tell. */
    private static final Duration USUAL = Duration.ofSeconds(30);
    private static final double COOL = 20;
    private static final double HOT = 95;

    private final Supplier<HistoryView> past;
    private final Supplier<FleetReadings> readings;
    private final Supplier<Instant> now;

    /**
     * Those of a cluster.
     *
     * @param past     of the cluster that is open
     * @param readings of the cluster that is open
     * @param now      the time
     */
    public TrendSource(Supplier<HistoryView> past, Supplier<FleetReadings> readings, Supplier<Instant> now) {
        this.past = past;
        this.readings = readings;
        this.now = now;
    }

    /** Returns a source without any history. */
    public static TrendSource none() {
        var nothing = new DeviceHistory();
        return new TrendSource(() -> nothing, FleetReadings::emptyReadings, () -> Instant.EPOCH);
    }

    /** Returns the key of a device's history; empty where the device is not identified. */
    public static Optional<DeviceKey> deviceKey(GpuDevice device) {
        var measured = device.readings();
        var instance = device.instance();
        if (measured == null || (instance == null && device.isInstance())) {
            return Optional.empty();
        }
        var board = DeviceKey.of(device.node().name(), measured);
        return Optional.of(instance == null ? board : board.ofInstance(instance.id()));
    }

    /**
     * Returns the history of a metric of a device.
     *
     * @param values of the device now; by these it is known how much there can be
     */
    public HourTrend trendOf(DeviceKey device, Metric metric, MetricValues values) {
        var end = now.get();
        var series = past.get().series(device, metric, end.minus(SPAN), end);
        var node = readings.get().readingsOf(device.node());
        // As long as readings count as fresh.
        var apart = (node == null ? USUAL : node.interval()).multipliedBy(2);
        return switch (metric) {
            case TEMPERATURE, MEMORY_TEMPERATURE -> new HourTrend(series, COOL, HOT, apart);
            case MEMORY_USED -> new HourTrend(series, 0, highestValue(series, values, Metric.MEMORY_TOTAL), apart);
            case POWER -> new HourTrend(series, 0, highestValue(series, values, Metric.POWER_LIMIT), apart);
            default -> new HourTrend(series, 0, 1, apart);
        };
    }

    private static double highestValue(StepSeries series, MetricValues values, Metric limit) {
        double maximum = values.hasValue(limit) && values.get(limit) > 0 ? values.get(limit) : series.max();
        return maximum > 0 ? maximum : 1;
    }
}
