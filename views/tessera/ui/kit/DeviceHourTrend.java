package tessera.ui.kit;

import java.time.Duration;
import java.util.function.DoubleFunction;
import tessera.metrics.history.FixedStepSeries;
import tessera.text.MessageCatalog;

/**
 * Trend of one metric of a device over the last hour, to be drawn small.
 *
 * @param series up to now; where nothing was measured it has gaps
 * @param low    what is drawn at the lower edge
 * @param high   what is drawn at the upper edge
 * @param longestStep  two measurements that lie further apart have a gap between them
 */
public record DeviceHourTrend(FixedStepSeries series, double low, double high, Duration longestStep) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DeviceHourTrend.class);

    /** Returns the height of a number within the bounds: 0 to 1, clamped. */
    double share(double number) {
        return Math.clamp((number - low) / (high - low), 0, 1);
    }

    /** Returns how many steps two measurements may be apart without a gap between them. */
    int longestGapSteps() {
        return (int) Math.max(1, longestStep.toNanos() / series.step().toNanos());
    }

    /** Returns whether there are two numbers: one alone is no line. */
    public boolean isDrawable() {
        int known = 0;
        for (int position = 0; position < series.size() && known < 2; position++) {
            known += Float.isNaN(series.valueAt(position)) ? 0 : 1;
        }
        return known == 2;
    }

    /** Returns the index of the newest number; −1 where there is none. */
    int newestIndex() {
        int position = series.size() - 1;
        while (position >= 0 && Float.isNaN(series.valueAt(position))) {
            position--;
        }
        return position;
    }

    /** Returns whether the newest number is too old to stand for now. What is measured now belongs to a step that began before. */
    boolean isStale() {
        return series.size() - 1 - newestIndex() > longestGapSteps() + 1;
    }

    /** Returns the trend as text: {@code 3 to 98, mean 71}; a dash where nothing was measured. */
    public String summaryText(DoubleFunction<String> number) {
        if (series.isEmpty()) {
            return MeasuredNumberFormatter.MISSING;
        }
        return MESSAGES.text("trend.summary", number.apply(series.min()), number.apply(series.max()),
                number.apply(series.mean()));
    }
}
