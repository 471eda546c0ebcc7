package tessera.demo.telemetry;

import java.util.List;
import tessera.demo.telemetry.SimulatedGpuProgramKind.SimulatedGpuProgramActivity;
import tessera.demo.telemetry.SimulatedGpuProgramKind.SimulatedProgramSampleTime;
import tessera.demo.telemetry.SimulatedPhysicalGpu.SimulatedAssignedDevice;
import tessera.demo.telemetry.SimulatedSensorReadings.LastGpuError;

/**
 * The sensors of one board: power follows work, and temperature follows power with a delay.
 *
 * @param hot      whether its cooling is weak
 * @param faulting whether programs on it fault again and again
 * @param luck     what tells it from other boards of its make
 */
record SimulatedGpuSensors(SimulatedPhysicalGpu physicalGpu, SimulatedGpuLoad gpuLoad, boolean hot, boolean faulting,
        SimulatedSeededNoise luck) {

    private static final double[] LAG = {0.30, 0.24, 0.18, 0.13, 0.09, 0.06};
    private static final long FAULTS_EVERY = 420;
    private static final long WINDOW = 300;
    private static final int IDLE = 0x1;
    private static final int POWER_CAP = 0x4;
    private static final int TOO_WARM = 0x20;
    private static final int CLOCK_STEP = 15;

    /** Returns the power in W, over the interval that ends at a second. */
    double powerWatts(long second) {
        var model = physicalGpu.model();
        var activity = gpuLoad.totalActivity(second);
        double load = (0.25 * activity.engine() + 0.75 * activity.intensity()) * (hot ? 0.94 : 1);
        double wobble = 1 + 0.03 * (luck.valueAt(Math.floorDiv(second, SimulatedProgramSampleTime.INTERVAL), 30) - 0.5);
        double idle = model.idle() * (0.96 + 0.08 * luck.constantValue(31));
        return Math.min(model.limit() * 0.995, (idle + (model.limit() * 0.985 - idle) * load) * wobble);
    }

    double linkTraffic(long second) {
        return physicalGpu.isMigEnabled() ? 0 : physicalGpu.model().link() * gpuLoad.totalActivity(second).traffic();
    }

    SimulatedSensorReadings conditionAt(long second, SimulatedGpuCounters meter, long replays) {
        var activity = gpuLoad.totalActivity(second);
        double power = powerWatts(second);
        int temperature = temperatureAt(second);
        int memory = temperature + 5 + (int) (4 * luck.constantValue(32) + 5 * activity.dram());
        boolean idle = activity.engine() < 0.005;
        boolean throttled = hot && temperature >= 86;
        var model = physicalGpu.model();
        double clock;
        if (idle) {
            clock = model.idleClock();
        } else {
            clock = model.clock() * (1 - 0.07 * activity.intensity()) * (throttled ? 0.7 : 1);
        }
        int reasons;
        if (idle) {
            reasons = IDLE;
        } else {
            reasons = (power >= 0.9 * model.limit() ? POWER_CAP : 0) | (throttled ? TOO_WARM : 0);
        }
        return new SimulatedSensorReadings(power, temperature, memory, CLOCK_STEP * (int) (clock / CLOCK_STEP),
                model.stacked() || !idle ? model.memoryClock() : 405, reasons, meter.energyMillijoules(),
                meter.linkBytes(), replays, troubleAt(second));
    }

    private int temperatureAt(long second) {
        double felt = 0;
        for (int i = 0; i < LAG.length; i++) {
            felt += LAG[i] * powerWatts(second - i * SimulatedProgramSampleTime.INTERVAL);
        }
        double share = felt / physicalGpu.model().limit();
        if (hot) {
            return (int) Math.min(93, 51 + 47 * share + 2 * luck.constantValue(33));
        }
        double room = 26 + 5 * luck.constantValue(33) + 2 * luck.smoothValue(second, 7200, 34);
        return (int) Math.round(room + physicalGpu.model().rise() * share);
    }

    private LastGpuError troubleAt(long second) {
        if (physicalGpu.fallenOffBus()) {
            return new LastGpuError(79, "GPU has fallen off the bus", 0);
        }
        if (!faulting) {
            return LastGpuError.NONE;
        }
        int recent = 0;
        for (long cell = Math.floorDiv(second - WINDOW, FAULTS_EVERY); cell <= second / FAULTS_EVERY; cell++) {
            long fault = cell * FAULTS_EVERY + (long) (FAULTS_EVERY * luck.valueAt(cell, 35));
            recent += fault > second - WINDOW && fault <= second ? 1 : 0;
        }
        return new LastGpuError(31, "GPU memory page fault", recent);
    }

    /**
     * The work of the programs on a board.
     *
     * @param parts of the board, with those who hold them
     */
    record SimulatedGpuLoad(SimulatedPhysicalGpu physicalGpu, List<DeviceHoldingContainers> parts) {

        SimulatedGpuLoad {
            parts = List.copyOf(parts);
        }

        /** @param holders the first to come first */
        record DeviceHoldingContainers(SimulatedAssignedDevice unit, List<SimulatedGpuContainer> holders) {

            DeviceHoldingContainers {
                holders = List.copyOf(holders);
            }

            /** Returns the same part with the holders that ran at a second. */
            DeviceHoldingContainers heldAt(long second) {
                return new DeviceHoldingContainers(unit,
                        holders.stream().filter(holder -> holder.hasStarted(second)).toList());
            }

            SimulatedGpuProgramActivity activityAt(long second) {
                int luck = 64 * unit.physicalGpu().index() + (unit.instance() == null ? 0 : 1 + unit.instance().id());
                var sum = SimulatedGpuProgramActivity.NONE;
                // Those who share a board slow one another down.
                double work = 1 / Math.sqrt(Math.max(1, holders.size()));
                for (var holder : holders) {
                    sum = sum.combinedWith(
                            holder.activityAt(second, luck).scaledBy(work, 1.0 / unit.physicalGpu().replicas()));
                }
                return sum;
            }
        }

        SimulatedGpuProgramActivity totalActivity(long second) {
            var sum = SimulatedGpuProgramActivity.NONE;
            for (var part : parts) {
                sum = sum.combinedWith(part.activityAt(second).scaledBy(part.unit().computeShare(), 1));
            }
            return sum;
        }
    }

    /** The counters of a board, which only ever go up. For one thread at a time. */
    static final class SimulatedGpuCounters {

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

        SimulatedGpuCounters copy() {
            return new SimulatedGpuCounters(second, joules, bytes);
        }

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

        long energyMillijoules() {
            return (long) (joules * 1000);
        }

        long linkBytes() {
            return (long) bytes;
        }
    }
}
