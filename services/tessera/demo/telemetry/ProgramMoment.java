package tessera.demo.telemetry;

/**
 * A moment in the life of a program.
 *
 * @param second of the epoch, at which a sample is taken
 * @param age    how long it has run, in seconds
 * @param own    its own luck
 * @param crowd  that of all pods that do the same thing together
 */
record ProgramMoment(long second, long age, SeededNoise own, SeededNoise crowd) {

    /** The seconds between two samples. */
    static final long INTERVAL = 30;
    private static final long DAY = 86_400;
    /** The fleet's people live an hour east of Greenwich. */
    private static final long EAST = 3600;

    long step() {
        return Math.floorDiv(second, INTERVAL);
    }

    private double hour() {
        return Math.floorMod(second + EAST, DAY) / 3600.0;
    }

    /** The first day of the epoch was a Thursday. */
    private boolean weekend() {
        long day = Math.floorMod(Math.floorDiv(second + EAST, DAY), 7);
        return day == 2 || day == 3;
    }

    boolean atWork() {
        return !weekend() && hour() >= 8 && hour() < 19;
    }

    /** How much people want, from 0 to about 1: most in the afternoon, least before dawn. */
    double demand() {
        double day = 0.5 - 0.5 * Math.cos(2 * Math.PI * (hour() - 3) / 24);
        double whim = 0.75 + 0.5 * crowd.wandering(second, 1200, 20);
        return (0.06 + 0.94 * day) * (weekend() ? 0.55 : 1) * whim;
    }
}
