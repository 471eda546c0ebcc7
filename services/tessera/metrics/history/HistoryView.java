package tessera.metrics.history;

import java.time.Instant;
import java.util.Set;
import tessera.model.reading.Metric;

/** What was measured, to be read: series of devices and of the fleet. Safe for use by several threads. */
public interface HistoryView {

    /** Of which devices and instances anything is known. */
    Set<DeviceKey> devices();

    /**
     * What was measured of a device between two moments, the slots of both included. Where nothing was measured there
     * are gaps. Of a time longer than this reaches back, only the end is given.
     */
    StepSeries series(DeviceKey device, Metric metric, Instant from, Instant to);

    /** The same of all devices together. */
    StepSeries fleet(FleetMeasure measure, Instant from, Instant to);
}
