package tessera.ui.kit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import tessera.model.reading.MetricReading;
import tessera.text.MessageCatalog;

/** Measured numbers as the window writes them. */
public final class MeasuredNumberFormatter {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MeasuredNumberFormatter.class);

    /** In place of a number that there is not. */
    public static final String MISSING = "–";
    private static final MathContext DIGITS = new MathContext(4, RoundingMode.HALF_UP);
    private static final List<String> THOUSANDS = List.of("", " k", " M", " G", " T", " P", " E");

    private static final double GIBIBYTE = 1L << 30;
    private static final double KILOWATT = 1e3;
    private static final double MEGAWATT = 1e6;
    private static final double JOULES_PER_KILOWATT_HOUR = 3.6e6;

    private MeasuredNumberFormatter() {}

    /** Returns a number as text, or a dash. */
    public static String valueText(MetricReading reading, DoubleFunction<String> words) {
        return reading instanceof MetricReading.MeasuredMetricReading(double value) ? words.apply(value) : MISSING;
    }

    /** Returns why there is no number; empty where there is one. */
    public static String missingReason(MetricReading reading) {
        if (reading instanceof MetricReading.MissingMetricReading(var missingReason)) {
            return missingReason.reasonText();
        }
        return "";
    }

    /** Returns a ratio in per cent, without the sign: {@code 73}. */
    public static String percent(double ratio) {
        double percent = 100 * ratio;
        return percent > 0 && percent < 1 ? "< 1" : Long.toString(Math.round(percent));
    }

    public static String whole(double number) {
        return GroupedNumberFormatter.count(Math.round(number));
    }

    /** Returns a number that is a code: {@code 79}; zero is none. */
    public static String code(double number) {
        return number == 0 ? MESSAGES.text("reading.noCode") : Long.toString(Math.round(number));
    }

    /** Returns bytes in GiB, without the unit: {@code 64.9}. */
    public static String gibibytes(double bytes) {
        double amount = bytes / GIBIBYTE;
        if (amount < 100) {
            return String.format(Locale.ROOT, "%.1f", amount);
        }
        return whole(amount);
    }

    public static String rate(double bytesPerSecond) {
        return GroupedNumberFormatter.bytes(Math.round(bytesPerSecond)) + "/s";
    }

    /** Returns the total power of boards: {@code 52.3 kW}; a lower bound where some lack: {@code ≥ 52.3 kW}. */
    public static String power(double watts, boolean complete) {
        double whole = roundDown(watts, complete);
        boolean mega = roundDown(10 * whole / KILOWATT, complete) >= 10 * KILOWATT;
        double tenths = roundDown(10 * whole / (mega ? MEGAWATT : KILOWATT), complete) / 10;
        return (complete ? "" : "≥ ") + powerText(whole, mega, tenths);
    }

    private static String powerText(double whole, boolean mega, double tenths) {
        if (whole < KILOWATT) {
            return (long) whole + " W";
        }
        return String.format(Locale.ROOT, mega ? "%.1f MW" : "%.1f kW", tenths);
    }

    /** Rounds down where some values lack, so that “at least” stays true. */
    private static double roundDown(double number, boolean complete) {
        if (complete) {
            return Math.round(number);
        }
        return Math.floor(number);
    }

    public static String energy(double joules) {
        return GroupedNumberFormatter.count(Math.round(joules / JOULES_PER_KILOWATT_HOUR)) + " kWh";
    }

    /** Returns a number without unit in four digits, with k for thousands, M for millions and so on. */
    public static String number(double number) {
        if (Double.isNaN(number)) {
            return MISSING;
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "∞" : "−∞";
        }
        int power = 0;
        double left = number;
        while (Math.abs(left) >= 999.95 && power < THOUSANDS.size() - 1) {
            left /= 1000;
            power++;
        }
        var rounded = BigDecimal.valueOf(left).round(DIGITS);
        String text;
        if (rounded.signum() == 0) {
            text = "0";
        } else if (Math.abs(left) < 1e-4) {
            text = rounded.toString();
        } else {
            text = rounded.stripTrailingZeros().toPlainString();
        }
        return text.replace('-', '−') + THOUSANDS.get(power);
    }
}
