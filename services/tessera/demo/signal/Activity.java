package tessera.demo.signal;

/**
 * What one program does with what it was given, as shares of what that could do.
 *
 * @param engine  of the time in which anything ran
 * @param tensor  of the time in which the tensor pipes were busy
 * @param dram    of what the memory could carry
 * @param memory  of the memory that is held
 * @param traffic of what the links to other boards could carry
 */
record Activity(double engine, double tensor, double dram, double memory, double traffic) {

    static final Activity NONE = new Activity(0, 0, 0, 0, 0);

    Activity {
        engine = Math.clamp(engine, 0, 1);
        tensor = Math.clamp(tensor, 0, engine);
        dram = Math.clamp(dram, 0, 1);
        memory = Math.clamp(memory, 0, 1);
        traffic = Math.clamp(traffic, 0, 1);
    }

    /** Several programs at once on the same processors, each with its share of the memory. */
    Activity with(Activity other) {
        return new Activity(engine + other.engine, tensor + other.tensor, dram + other.dram, memory + other.memory,
                traffic + other.traffic);
    }

    Activity scaled(double work, double room) {
        return new Activity(engine * work, tensor * work, dram * work, memory * room, traffic * work);
    }

    /** How hard the processors work: time alone says little about that. */
    double intensity() {
        return engine * (0.35 + 0.65 * Math.min(1, engine == 0 ? 0 : tensor / engine / 0.6));
    }
}
