package tessera.demo.signal;

import java.util.HashMap;
import java.util.Map;

/**
 * The counters of boards on the way back in time: from now to earlier and earlier moments. A moment later than the last
 * one costs the whole way again. One thread.
 */
public final class Rewind {

    private final Map<String, Meter> meters = new HashMap<>();

    /** How a board's counters stood. */
    Meter at(long second, Meter now, Sensors sensors) {
        var uuid = sensors.board().uuid();
        var meter = meters.get(uuid);
        if (meter == null || meter.second() < second) {
            meter = now.copy();
            meters.put(uuid, meter);
        }
        meter.retreat(second, sensors);
        return meter;
    }
}
