package tessera.alerts.engine;

/**
 * Changes of memory and utilisation while memory was nearly full. A server that takes all memory when it starts is
 * recognised by memory that stays the same, within one per cent of the whole, while utilisation goes up and down by at
 * least a fifth. A server without work cannot be told from a program that is about to fail; it is not recognised.
 */
final class GpuMemoryPreallocationDetector {

    private static final double SAME = 0.01;
    private static final double VARIES = 0.2;

    private double leastMemory = Double.POSITIVE_INFINITY;
    private double mostMemory = Double.NEGATIVE_INFINITY;
    private double leastUse = Double.POSITIVE_INFINITY;
    private double mostUse = Double.NEGATIVE_INFINITY;

    void addReading(double memoryShare, double utilisation) {
        leastMemory = Math.min(leastMemory, memoryShare);
        mostMemory = Math.max(mostMemory, memoryShare);
        if (!Double.isNaN(utilisation)) {
            leastUse = Math.min(leastUse, utilisation);
            mostUse = Math.max(mostUse, utilisation);
        }
    }

    boolean looksPreallocated() {
        return mostMemory - leastMemory <= SAME && mostUse - leastUse >= VARIES;
    }
}
