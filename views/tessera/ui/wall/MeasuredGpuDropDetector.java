package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Number of boards measured in the last minute. While exporters fall silent one after the other, what the others tell is no total
 * of the fleet: drawn beside what all told, it would look as if the fleet did less. One thread at a time.
 */
final class MeasuredGpuDropDetector {

    private static final Duration SPAN = Duration.ofMinutes(1);
    private static final double SHARE = 0.9;

    private final Deque<MeasuredGpuCount> recentCounts = new ArrayDeque<>();

    private record MeasuredGpuCount(Instant at, int gpuCount) {}

    /** Returns whether about as many boards are measured as just before. */
    boolean isStable(Instant now, int boards) {
        recentCounts.removeIf(count -> count.at().isBefore(now.minus(SPAN)) || count.at().isAfter(now));
        recentCounts.add(new MeasuredGpuCount(now, boards));
        return boards >= SHARE * recentCounts.stream().mapToInt(MeasuredGpuCount::gpuCount).max().orElse(0);
    }
}
