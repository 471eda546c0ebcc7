package tessera.ui.kit;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import tessera.gpu.GpuDevice;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.history.FixedStepSeries;
import tessera.metrics.history.FleetDeviceMetricHistory;
import tessera.metrics.history.ReadableMetricHistory;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.FleetReadings;

/**
 * Source of small trend lines over the last hour. A series is copied when it is asked for and kept by nobody else, so that
 * only what is in sight costs anything. Any thread.
 */
public final class DeviceTrendSource {

    /** How far they reach back. */
    public static final Duration SPAN = Duration.ofHours(1);
    /** The same, for headings. */
    public static final String SPAN_WORDS = "1 h";
    /** Exporters are read at least so often, where a node does not tell. */
    private static final Duration USUAL = Duration.ofSeconds(30);
    private static final double COOL = 20;
    private static final double HOT = 95;

    private final Supplier<ReadableMetricHistory> historySource;
    private final Supplier<FleetReadings> readings;
    private final Supplier<Instant> now;

    /**
     * Those of a cluster.
     *
     * @param historySource     of the cluster that is open
     * @param readings of the cluster that is open
     * @param now      the time
     */
    public DeviceTrendSource(Supplier<ReadableMetricHistory> historySource, Supplier<FleetReadings> readings,
            Supplier<Instant> now) {
        this.historySource = historySource;
        this.readings = readings;
        this.now = now;
    }

    /** Returns a source without any history. */
    public static DeviceTrendSource none() {
        var nothing = new FleetDeviceMetricHistory();
        return new DeviceTrendSource(() -> nothing, FleetReadings::emptyReadings, () -> Instant.EPOCH);
    }

    /** Returns the key of a device's history; empty where the device is not identified. */
    public static Optional<DeviceSeriesKey> deviceKey(GpuDevice device) {
        var deviceReadings = device.readings();
        var instance = device.instance();
        if (deviceReadings == null || (instance == null && device.isInstance())) {
            return Optional.empty();
        }
        var key = DeviceSeriesKey.of(device.node().name(), deviceReadings);
        return Optional.of(instance == null ? key : key.ofInstance(instance.id()));
    }

    /**
     * Returns the history of a metric of a device.
     *
     * @param values of the device now; by these it is known how much there can be
     */
    public DeviceHourTrend trendOf(DeviceSeriesKey device, DeviceMetric deviceMetric, DeviceMetricValues values) {
        var end = now.get();
        var series = historySource.get().series(device, deviceMetric, end.minus(SPAN), end);
        var node = readings.get().readingsOf(device.node());
        // As long as readings count as fresh.
        var apart = (node == null ? USUAL : node.interval()).multipliedBy(2);
        return switch (deviceMetric) {
            case TEMPERATURE, MEMORY_TEMPERATURE -> new DeviceHourTrend(series, COOL, HOT, apart);
            case MEMORY_USED ->
                new DeviceHourTrend(series, 0, highestValue(series, values, DeviceMetric.MEMORY_TOTAL), apart);
            case POWER -> new DeviceHourTrend(series, 0, highestValue(series, values, DeviceMetric.POWER_LIMIT), apart);
            default -> new DeviceHourTrend(series, 0, 1, apart);
        };
    }

    private static double highestValue(FixedStepSeries series, DeviceMetricValues values, DeviceMetric limit) {
        double maximum = values.hasValue(limit) && values.get(limit) > 0 ? values.get(limit) : series.max();
        return maximum > 0 ? maximum : 1;
    }
}
