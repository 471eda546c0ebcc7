package tessera.demo.telemetry;

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
                memory + other.memory,
                traffic + other.traffic);
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
