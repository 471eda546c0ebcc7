package tessera.ui.kit;

import java.math.BigDecimal;
import java.util.Locale;
import tessera.gpu.EstimateBoundKind;
import tessera.text.MessageCatalog;

/** Numbers as the window writes them. */
public final class GroupedNumberFormatter {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GroupedNumberFormatter.class);
    private static final char NARROW_SPACE = '\u202f';
    private static final long BINARY = 1024;

    private GroupedNumberFormatter() {}

    /** Returns a number with grouped thousands: {@code 7 712}. */
    public static String count(long number) {
        var digits = Long.toString(Math.abs(number));
        var grouped = new StringBuilder(digits.length() + 6);
        for (int i = 0; i < digits.length(); i++) {
            if (i > 0 && (digits.length() - i) % 3 == 0) {
                grouped.append(NARROW_SPACE);
            }
            grouped.append(digits.charAt(i));
        }
        return number < 0 ? "−" + grouped : grouped.toString();
    }

    /** Returns a number that may be too small. */
    public static String atLeast(long number, boolean complete) {
        return complete ? count(number) : "≥ " + count(number);
    }

    /** Returns a number that may be too large. */
    public static String atMost(long number, boolean complete) {
        return complete ? count(number) : "≤ " + count(number);
    }

    /** Returns a number with its bound. */
    public static String bounded(long number, EstimateBoundKind bound) {
        return boundSign(bound) + count(number);
    }

    /** Returns the sign before a number that may be too large or too small. */
    public static String boundSign(EstimateBoundKind bound) {
        return switch (bound) {
            case EXACT -> "";
            case AT_LEAST -> "≥ ";
            case AT_MOST -> "≤ ";
            case APPROXIMATE -> "~ ";
        };
    }

    /** Returns a share of a whole, e.g. {@code 75 %}; a dash when there is no whole. */
    public static String percent(long part, long whole) {
        if (whole == 0) {
            return "–";
        }
        double percent = 100.0 * part / whole;
        if (percent > 0 && percent < 1) {
            return String.format(Locale.ROOT, "%.1f %%", percent);
        }
        return Math.round(percent) + " %";
    }

    /** Returns a share with its bound, rounded so that the bound stays true. */
    public static String percent(long part, long whole, EstimateBoundKind bound) {
        if (bound == EstimateBoundKind.EXACT || whole == 0) {
            return percent(part, whole);
        }
        double percent = 100.0 * part / whole;
        if (percent > 0 && percent < 1) {
            double tenths = 10 * percent;
            return boundSign(bound) + String.format(Locale.ROOT, "%.1f %%", round(tenths, bound) / 10);
        }
        return boundSign(bound) + (long) round(percent, bound) + " %";
    }

    private static double round(double number, EstimateBoundKind bound) {
        return switch (bound) {
            case AT_LEAST -> Math.floor(number);
            case AT_MOST -> Math.ceil(number);
            case EXACT, APPROXIMATE -> Math.rint(number);
        };
    }

    /** Returns memory in the largest binary unit that leaves a number above one: {@code 128 GiB}. */
    public static String bytes(long bytes) {
        var units = new String[] {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
        double amount = bytes;
        int unit = 0;
        while (amount >= BINARY && unit < units.length - 1) {
            amount /= BINARY;
            unit++;
        }
        if (amount < 10 && unit > 0 && amount != Math.rint(amount)) {
            return String.format(Locale.ROOT, "%.1f %s", amount, units[unit]);
        }
        return Math.round(amount) + " " + units[unit];
    }

    /** Returns processor time in cores: {@code 3.5}. */
    public static String cores(long thousandths) {
        if (thousandths % 1000 == 0) {
            return count(thousandths / 1000);
        }
        return String.format(Locale.ROOT, "%.1f", thousandths / 1000.0);
    }

    /** Returns thousandths of a core exactly, with their unit. */
    public static String coresWithUnit(long thousandths) {
        return MESSAGES.text("cores", thousandths == 1000 ? 1 : 2,
                BigDecimal.valueOf(thousandths, 3).stripTrailingZeros().toPlainString());
    }
}
