package tessera.demo.telemetry;

import java.util.HashMap;
import java.util.Map;
import tessera.demo.telemetry.SimulatedGpuSensors.SimulatedGpuCounters;

/**
 * The counters of boards rewound in time: from now to earlier and earlier moments. A moment later than the last
 * one costs the whole way again. One thread.
 */
public final class SimulatedCounterHistory {

    private final Map<String, SimulatedGpuCounters> meters = new HashMap<>();

    SimulatedGpuCounters countersAt(long second, SimulatedGpuCounters now, SimulatedGpuSensors sensors) {
        var uuid = sensors.physicalGpu().uuid();
        var meter = meters.get(uuid);
        if (meter == null || meter.countedUntil() < second) {
            meter = now.copy();
            meters.put(uuid, meter);
        }
        meter.retreatTo(second, sensors);
        return meter;
    }
}
