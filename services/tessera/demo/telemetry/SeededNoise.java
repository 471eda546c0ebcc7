package tessera.demo.telemetry;

import tessera.demo.fixture.plan.SeededRandom;

/** Chance that is the same whenever it is asked about the same moment. */
record SeededNoise(long seed) {

    static SeededNoise of(SeededRandom mint, String what) {
        return new SeededNoise(
                ((long) mint.number(what, Integer.MAX_VALUE) << 31) ^ mint.number("~" + what, Integer.MAX_VALUE));
    }

    /**
     * A number from 0 to less than 1.
     *
     * @param channel one for each thing that is to be independent of others
     */
    double at(long step, int channel) {
        long z = seed + step * 0x9e3779b97f4a7c15L + channel * 0xd1342543de82ef95L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return ((z ^ (z >>> 31)) >>> 11) * 0x1.0p-53;
    }

    /** The same at all times. */
    double constant(int channel) {
        return at(0, channel);
    }

    /** A number that wanders, with a new aim after each period. */
    double wandering(long second, long period, int channel) {
        long step = Math.floorDiv(second, period);
        double share = (double) Math.floorMod(second, period) / period;
        double ease = share * share * (3 - 2 * share);
        return at(step, channel) * (1 - ease) + at(step + 1, channel) * ease;
    }
}
