package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Number of boards measured in the last minute. While exporters fall silent one after the other, what the others tell is no total
 * of the fleet: drawn beside what all told, it would look as if the fleet did less. One thread at a time.
 */
final class MeasuredGpuDropCheck {

    private static final Duration SPAN = Duration.ofMinutes(1);
    private static final double SHARE = 0.9;

    private final Deque<MeasuredGpuCount> looks = new ArrayDeque<>();

    private record MeasuredGpuCount(Instant at, int boards) {}

    /** Returns whether about as many boards are measured as just before. */
    boolean isStable(Instant now, int boards) {
        looks.removeIf(look -> look.at().isBefore(now.minus(SPAN)) || look.at().isAfter(now));
        looks.add(new MeasuredGpuCount(now, boards));
        return boards >= SHARE * looks.stream().mapToInt(MeasuredGpuCount::boards).max().orElse(0);
    }
}
