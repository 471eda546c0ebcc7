package tessera.demo.telemetry;

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
