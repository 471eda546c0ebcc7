package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * The value axis of a chart: from where to where, and at which round numbers there are lines.
 *
 * @param ticks within the bounds, rising
 */
record ValueAxis(double low, double high, List<Double> ticks) {

    private static final double[] ROUND = {1, 2, 4, 5, 10};
    private static final List<Duration> TIMES = List.of(Duration.ofMinutes(1), Duration.ofMinutes(2),
            Duration.ofMinutes(5), Duration.ofMinutes(10), Duration.ofMinutes(15), Duration.ofMinutes(30),
            Duration.ofHours(1), Duration.ofHours(2), Duration.ofHours(3), Duration.ofHours(6), Duration.ofHours(12),
            Duration.ofDays(1), Duration.ofDays(2), Duration.ofDays(7));

    ValueAxis {
        ticks = List.copyOf(ticks);
    }

    /** With these bounds and so many lines or some more, none of them at odd numbers: the last is near the upper bound. */
    static ValueAxis between(double low, double high, int lines) {
        double step = below((high - low) / Math.max(1, lines));
        var ticks = new ArrayList<Double>();
        for (double tick = Math.ceil(low / step - 1e-9) * step; tick <= high + step * 1e-9; tick += step) {
            // Never the negative zero.
            ticks.add(tick + 0.0);
        }
        return new ValueAxis(low, high, ticks);
    }

    /** With bounds at round numbers that hold two numbers between them. */
    static ValueAxis around(double least, double greatest, int lines) {
        double step = step((greatest - least) / Math.max(1, lines));
        return between(Math.floor(least / step + 1e-9) * step, Math.ceil(greatest / step - 1e-9) * step, lines);
    }

    private static double step(double atLeast) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(atLeast, 1e-9))));
        for (double round : ROUND) {
            if (round * power >= atLeast * (1 - 1e-9)) {
                return round * power;
            }
        }
        return 10 * power;
    }

    private static double below(double atMost) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(atMost, 1e-9)) + 1e-9));
        double step = power;
        for (double round : ROUND) {
            step = round * power <= atMost * (1 + 1e-9) ? round * power : step;
        }
        return step;
    }

    /** Where a number lies: 0 at the lower bound, 1 at the upper; what lies beyond a bound is drawn at it. */
    double share(double number) {
        return Math.clamp((number - low) / (high - low), 0, 1);
    }

    /** Moments at round times of the day, at most so many. */
    static List<Instant> times(TimeFrame frame, ZoneId zone, int most) {
        var step = TIMES.stream().filter(each -> frame.length().dividedBy(each) <= most).findFirst()
                .orElse(TIMES.getLast());
        var begin = frame.from().atZone(zone);
        var midnight = begin.toLocalDate().atStartOfDay(zone).toInstant();
        long first = Duration.between(midnight, frame.from()).plus(step).minusMillis(1).dividedBy(step);
        var times = new ArrayList<Instant>();
        for (var time = midnight.plus(step.multipliedBy(first)); !time.isAfter(frame.to()); time = time.plus(step)) {
            times.add(time);
        }
        return times;
    }
}
