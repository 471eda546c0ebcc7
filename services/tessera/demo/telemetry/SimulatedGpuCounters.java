package tessera.demo.telemetry;

import tessera.demo.telemetry.SimulatedGpuProgramKind.SimulatedProgramSampleTime;

/** The counters of a board, which only ever go up. For one thread at a time. */
final class SimulatedGpuCounters {

    /** Longer pauses than a week of samples are crossed with larger strides. */
    private static final long MOST_STEPS = 20_160;

    private static final long SAMPLES = 8;

    private long second;
    private double joules;
    private double bytes;

    /** @param second until which the counters have counted */
    SimulatedGpuCounters(long second, double joules, double bytes) {
        this.second = second;
        this.joules = joules;
        this.bytes = bytes;
    }

    /** Counts on to a second, with the present work. */
    void advanceTo(long until, SimulatedGpuSensors sensors) {
        long steps = (until - second) / SimulatedProgramSampleTime.INTERVAL;
        long stride = 1 + steps / MOST_STEPS;
        while (second < until) {
            long next = Math.min(until, second + stride * SimulatedProgramSampleTime.INTERVAL);
            joules += sensors.powerWatts(next) * (next - second);
            bytes += sensors.linkTraffic(next) * (next - second);
            second = next;
        }
    }

    /** Returns a copy with the same values. */
    SimulatedGpuCounters copy() {
        return new SimulatedGpuCounters(second, joules, bytes);
    }

    /** Returns the second until which it has counted. */
    long countedUntil() {
        return second;
    }

    /** Counts back to an earlier second, with the present work; long times by a few samples. */
    void retreatTo(long until, SimulatedGpuSensors sensors) {
        long stride = Math.max(SimulatedProgramSampleTime.INTERVAL, (second - until) / SAMPLES);
        while (second > until) {
            long before = Math.max(until, second - stride);
            joules = Math.max(0, joules - sensors.powerWatts(second) * (second - before));
            bytes = Math.max(0, bytes - sensors.linkTraffic(second) * (second - before));
            second = before;
        }
    }

    /** Returns the energy in mJ. */
    long energyMillijoules() {
        return (long) (joules * 1000);
    }

    long linkBytes() {
        return (long) bytes;
    }
}
