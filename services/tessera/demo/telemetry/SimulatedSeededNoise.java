package tessera.demo.telemetry;

import tessera.demo.fixture.plan.SeededRandom;

/** Noise that is always the same for the same moment. */
record SimulatedSeededNoise(long seed) {

    static SimulatedSeededNoise of(SeededRandom random, String subject) {
        return new SimulatedSeededNoise(((long) random.numberBelow(subject, Integer.MAX_VALUE) << 31)
                ^ random.numberBelow("~" + subject, Integer.MAX_VALUE));
    }

    /**
     * Returns a number from 0 to less than 1.
     *
     * @param channel one for each thing that is to be independent of others
     */
    double valueAt(long step, int channel) {
        long z = seed + step * 0x9e3779b97f4a7c15L + channel * 0xd1342543de82ef95L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return ((z ^ (z >>> 31)) >>> 11) * 0x1.0p-53;
    }

    double constantValue(int channel) {
        return valueAt(0, channel);
    }

    /** Returns a number that moves smoothly, to a new target after each period. */
    double smoothValue(long second, long period, int channel) {
        long step = Math.floorDiv(second, period);
        double share = (double) Math.floorMod(second, period) / period;
        double ease = share * share * (3 - 2 * share);
        return valueAt(step, channel) * (1 - ease) + valueAt(step + 1, channel) * ease;
    }
}
