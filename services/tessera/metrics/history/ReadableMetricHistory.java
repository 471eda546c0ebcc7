package tessera.metrics.history;

import java.time.Instant;
import java.util.Set;
import tessera.model.reading.DeviceMetric;

/** A readable view of measurements: series of devices and of the fleet. Safe for use by several threads. */
public interface ReadableMetricHistory {

    /** Returns the devices and MIG instances that have measurements. */
    Set<DeviceSeriesKey> devices();

    /**
     * Returns the measurements of a device between two times, the slots of both included. Where nothing was measured there
     * are gaps. Of a time longer than this reaches back, only the end is given.
     */
    FixedStepSeries series(DeviceSeriesKey device, DeviceMetric deviceMetric, Instant from, Instant to);

    /** Returns the series of all devices together between two times. */
    FixedStepSeries fleetSeries(FleetMetric measure, Instant from, Instant to);
}
