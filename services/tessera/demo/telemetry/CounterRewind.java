package tessera.demo.telemetry;

import java.util.HashMap;
import java.util.Map;

/**
 * The counters of boards on the way back in time: from now to earlier and earlier moments. A moment later than the last
 * one costs the whole way again. One thread.
 */
public final class CounterRewind {

    private final Map<String, BoardCounters> meters = new HashMap<>();

    /** How a board's counters stood. */
    BoardCounters at(long second, BoardCounters now, BoardSensors sensors) {
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
