package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * Value axis of a chart: bounds and round ticks.
 *
 * @param ticks within the bounds, rising
 */
record ChartValueAxis(double low, double high, List<Double> ticks) {

    private static final double[] ROUND = {1, 2, 4, 5, 10};
    private static final List<Duration> TIMES = List.of(Duration.ofMinutes(1), Duration.ofMinutes(2),
            Duration.ofMinutes(5), Duration.ofMinutes(10), Duration.ofMinutes(15), Duration.ofMinutes(30),
            Duration.ofHours(1), Duration.ofHours(2), Duration.ofHours(3), Duration.ofHours(6), Duration.ofHours(12),
            Duration.ofDays(1), Duration.ofDays(2), Duration.ofDays(7));

    ChartValueAxis {
        ticks = List.copyOf(ticks);
    }

    /** Returns an axis with these bounds and about so many lines at round numbers; the last is near the upper bound. */
    static ChartValueAxis between(double low, double high, int lines) {
        double step = roundStepDown((high - low) / Math.max(1, lines));
        var ticks = new ArrayList<Double>();
        for (double tick = Math.ceil(low / step - 1e-9) * step; tick <= high + step * 1e-9; tick += step) {
            // Never the negative zero.
            ticks.add(tick + 0.0);
        }
        return new ChartValueAxis(low, high, ticks);
    }

    /** Returns an axis with round bounds that enclose two numbers. */
    static ChartValueAxis around(double minimum, double greatest, int lines) {
        double step = roundStepUp((greatest - minimum) / Math.max(1, lines));
        return between(Math.floor(minimum / step + 1e-9) * step, Math.ceil(greatest / step - 1e-9) * step, lines);
    }

    private static double roundStepUp(double atLeast) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(atLeast, 1e-9))));
        for (double round : ROUND) {
            if (round * power >= atLeast * (1 - 1e-9)) {
                return round * power;
            }
        }
        return 10 * power;
    }

    private static double roundStepDown(double atMost) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(atMost, 1e-9)) + 1e-9));
        double step = power;
        for (double round : ROUND) {
            step = round * power <= atMost * (1 + 1e-9) ? round * power : step;
        }
        return step;
    }

    /** Returns the position of a number: 0 at the lower bound, 1 at the upper, clamped. */
    double share(double number) {
        return Math.clamp((number - low) / (high - low), 0, 1);
    }

    /** Returns round times of the day in a frame, at most so many. */
    static List<Instant> roundTimes(ChartTimeFrame frame, ZoneId zone, int maximum) {
        var step = TIMES.stream().filter(each -> frame.length().dividedBy(each) <= maximum).findFirst()
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
