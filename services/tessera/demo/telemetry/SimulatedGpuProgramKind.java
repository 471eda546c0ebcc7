package tessera.demo.telemetry;

/** The kind of work of a program, which decides how busy it is at a moment. */
enum SimulatedGpuProgramKind {

    /** Works hard and long, with pauses for checkpoints and where data come late. */
    TRAINING {
        @Override
        SimulatedGpuProgramActivity activityAt(SimulatedProgramSampleTime moment) {
            var crowd = moment.crowd();
            double memory = 0.70 + 0.18 * crowd.constantValue(1);
            if (moment.age() < WARMING) {
                return new SimulatedGpuProgramActivity(moment.age() < WARMING / 2 ? 0.01 : 0.3, 0.05, 0.1,
                        memory * moment.age() / WARMING, 0);
            }
            long epoch = 2100 + (long) (2400 * crowd.constantValue(2));
            long remaining = epoch - (moment.age() - WARMING) % epoch;
            if (remaining <= 90) {
                return new SimulatedGpuProgramActivity(0.03 + 0.06 * moment.noise().valueAt(moment.sampleStep(), 1), 0,
                        0.12, memory, 0.02);
            }
            double late = crowd.valueAt(moment.sampleStep(), 3) < 0.06
                    ? 0.35 + 0.4 * crowd.valueAt(moment.sampleStep(), 4)
                    : 1;
            double engine = late * (remaining <= 270 ? 0.66 : 0.94)
                    + 0.05 * moment.noise().valueAt(moment.sampleStep(), 2);
            return new SimulatedGpuProgramActivity(engine, engine * (0.44 + 0.16 * crowd.constantValue(5)),
                    engine * (0.46 + 0.12 * crowd.constantValue(6)),
                    memory + 0.01 * moment.noise().valueAt(moment.sampleStep(), 3), engine * 0.45);
        }
    },

    /** Answers people, who sleep at night and rest at weekends. */
    SERVING {
        @Override
        SimulatedGpuProgramActivity activityAt(SimulatedProgramSampleTime moment) {
            return servingActivity(moment, 0.30 + 0.30 * moment.crowd().constantValue(1) + 0.06 * moment.userDemand());
        }
    },

    /** The same, but took nearly all memory at its start. */
    PREALLOCATING {
        @Override
        SimulatedGpuProgramActivity activityAt(SimulatedProgramSampleTime moment) {
            return servingActivity(moment, 0.925 + 0.03 * moment.noise().constantValue(7));
        }
    },

    /** Somebody tries something out every now and then, and keeps its memory meanwhile. */
    NOTEBOOK {
        @Override
        SimulatedGpuProgramActivity activityAt(SimulatedProgramSampleTime moment) {
            long cell = Math.floorDiv(moment.second(), 900);
            boolean busy = moment.noise().valueAt(cell, 8) < (moment.isWorkingHour() ? 0.38 : 0.04);
            double memory = 0.04 + 0.5 * moment.noise().valueAt(Math.floorDiv(moment.second(), 86_400), 9);
            if (!busy) {
                return new SimulatedGpuProgramActivity(0, 0, 0, memory, 0);
            }
            double engine = 0.25 + 0.7 * moment.noise().valueAt(moment.sampleStep(), 10);
            return new SimulatedGpuProgramActivity(engine, engine * 0.2, engine * 0.35, memory, 0);
        }
    },

    /** One task after the other. */
    BATCH {
        @Override
        SimulatedGpuProgramActivity activityAt(SimulatedProgramSampleTime moment) {
            long task = moment.age() / 240;
            double engine = moment.age() % 240 < 30 ? 0.08 : 0.5 + 0.42 * moment.noise().valueAt(task, 11);
            return new SimulatedGpuProgramActivity(engine, engine * 0.33, engine * 0.4,
                    0.28 + 0.25 * moment.noise().valueAt(task, 12), 0);
        }
    },

    /** Was started, holds its memory, and is not asked for anything. */
    HOARDING {
        @Override
        SimulatedGpuProgramActivity activityAt(SimulatedProgramSampleTime moment) {
            return new SimulatedGpuProgramActivity(0, 0, 0, 0.18 + 0.3 * moment.noise().constantValue(13), 0);
        }
    },

    /** Waits for somebody to type something. */
    SLEEPING {
        @Override
        SimulatedGpuProgramActivity activityAt(SimulatedProgramSampleTime moment) {
            return SimulatedGpuProgramActivity.NONE;
        }
    };

    private static final long WARMING = 150;

    abstract SimulatedGpuProgramActivity activityAt(SimulatedProgramSampleTime moment);

    private static SimulatedGpuProgramActivity servingActivity(SimulatedProgramSampleTime moment, double memory) {
        if (moment.age() < WARMING) {
            return new SimulatedGpuProgramActivity(0.02, 0, 0.1, memory * moment.age() / WARMING, 0);
        }
        double share = 0.7 + 0.6 * moment.noise().constantValue(14);
        double engine = 0.05 + 0.8 * moment.userDemand() * share
                + 0.14 * (moment.noise().valueAt(moment.sampleStep(), 15) - 0.5);
        return new SimulatedGpuProgramActivity(engine, Math.max(0, engine) * 0.28, Math.max(0, engine) * 0.56, memory,
                Math.max(0, engine) * 0.08);
    }

    /**
     * A moment in the run of a program.
     *
     * @param second of the epoch, at which a sample is taken
     * @param age    how long it has run, in seconds
     * @param noise    its own luck
     * @param crowd  that of all pods that do the same thing together
     */
    record SimulatedProgramSampleTime(long second, long age, SimulatedSeededNoise noise, SimulatedSeededNoise crowd) {

        /** The seconds between two samples. */
        static final long INTERVAL = 30;
        private static final long DAY = 86_400;
        /** The fleet's people live an hour east of Greenwich. */
        private static final long EAST = 3600;

        long sampleStep() {
            return Math.floorDiv(second, INTERVAL);
        }

        private double hourOfDay() {
            return Math.floorMod(second + EAST, DAY) / 3600.0;
        }

        /** Returns whether it is a weekend; the first day of the epoch was a Thursday. */
        private boolean isWeekend() {
            long day = Math.floorMod(Math.floorDiv(second + EAST, DAY), 7);
            return day == 2 || day == 3;
        }

        boolean isWorkingHour() {
            return !isWeekend() && hourOfDay() >= 8 && hourOfDay() < 19;
        }

        /** Returns the users' demand, from 0 to about 1: most in the afternoon, least before dawn. */
        double userDemand() {
            double day = 0.5 - 0.5 * Math.cos(2 * Math.PI * (hourOfDay() - 3) / 24);
            double whim = 0.75 + 0.5 * crowd.smoothValue(second, 1200, 20);
            return (0.06 + 0.94 * day) * (isWeekend() ? 0.55 : 1) * whim;
        }
    }

    /**
     * The activity of a program on its devices, as shares of what these could do.
     *
     * @param engine  of the time in which anything ran
     * @param tensor  of the time in which the tensor pipes were busy
     * @param dram    of what the memory could carry
     * @param memory  of the memory that is held
     * @param traffic of what the links to other boards could carry
     */
    record SimulatedGpuProgramActivity(double engine, double tensor, double dram, double memory, double traffic) {

        static final SimulatedGpuProgramActivity NONE = new SimulatedGpuProgramActivity(0, 0, 0, 0, 0);

        SimulatedGpuProgramActivity {
            engine = Math.clamp(engine, 0, 1);
            tensor = Math.clamp(tensor, 0, engine);
            dram = Math.clamp(dram, 0, 1);
            memory = Math.clamp(memory, 0, 1);
            traffic = Math.clamp(traffic, 0, 1);
        }

        /** Returns the activity of several programs at once on the same processors, each with its share of the memory. */
        SimulatedGpuProgramActivity combinedWith(SimulatedGpuProgramActivity other) {
            return new SimulatedGpuProgramActivity(engine + other.engine, tensor + other.tensor, dram + other.dram,
                    memory + other.memory, traffic + other.traffic);
        }

        SimulatedGpuProgramActivity scaledBy(double work, double room) {
            return new SimulatedGpuProgramActivity(engine * work, tensor * work, dram * work, memory * room,
                    traffic * work);
        }

        /** Returns the load of the processors; the share of time alone says little about that. */
        double intensity() {
            return engine * (0.35 + 0.65 * Math.min(1, engine == 0 ? 0 : tensor / engine / 0.6));
        }
    }
}
