package tessera.alerts.engine;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSubject;
import tessera.alerts.AlertThreshold;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;

/** Writes the sentences and evidence of alerts. */
final class AlertTextWriter {

    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static final Duration TOLD = Duration.ofSeconds(90);

    private record ThrottleReasonBit(long bit, String text) {}

    private static final List<ThrottleReasonBit> THROTTLING = List.of(new ThrottleReasonBit(0x1, "idle"),
            new ThrottleReasonBit(0x2, "application clocks"),
            new ThrottleReasonBit(0x4, "software power cap"), new ThrottleReasonBit(0x8, "hardware slowdown"),
            new ThrottleReasonBit(0x10, "sync boost"),
            new ThrottleReasonBit(0x20, "software thermal slowdown"),
            new ThrottleReasonBit(0x40, "hardware thermal slowdown"),
            new ThrottleReasonBit(0x80, "hardware power brake"), new ThrottleReasonBit(0x100, "display clocks"));

    private AlertTextWriter() {}

    /** Returns the sentence on a level, for example {@code GPU 3 of h100-04 is at 91 °C, above 90 °C}. */
    static String levelText(AlertSignal signal, AlertThreshold limit, AlertSubject subject, DeviceMetricValues values,
            double value) {
        var name = subject.displayName();
        return switch (signal) {
            case TEMPERATURE -> "%s is at %s °C%s".formatted(name, valueText(limit, value, 1),
                    comparisonText(limit, value, 1, " °C"));
            case MEMORY_TEMPERATURE -> "The memory of %s is at %s °C%s".formatted(name, valueText(limit, value, 1),
                    comparisonText(limit, value, 1, " °C"));
            case MEMORY_SHARE -> "%s has %s %% of its memory in use%s".formatted(name, valueText(limit, value, 100),
                    comparisonText(limit, value, 100, " %"));
            case UTILISATION_WHILE_HELD -> "%s is held by %s and %s %% busy%s".formatted(name, subject.pod(),
                    valueText(limit, value, 100), comparisonText(limit, value, 100, " %"));
            case POWER_SHARE ->
                "%s draws %s W of at most %s W".formatted(name, numberText(values.get(DeviceMetric.POWER)),
                        numberText(values.get(DeviceMetric.POWER_LIMIT)));
            case THROTTLE_REASONS -> "%s is slowed down by %s".formatted(name,
                    throttleReasonsText((long) value & (long) limit.threshold()));
            case ROW_REMAP_FAILURE -> "A memory row of %s could not be remapped".formatted(name);
            case PCIE_REPLAYS -> "%s repeats %s PCIe transfers a minute%s".formatted(name, valueText(limit, value, 1),
                    comparisonText(limit, value, 1, ""));
            default -> name + " is at " + numberText(value);
        };
    }

    static String countText(AlertSignal signal, AlertSubject subject, long count) {
        var what = switch (signal) {
            case ECC_UNCORRECTABLE -> count == 1 ? "uncorrectable memory error" : "uncorrectable memory errors";
            case REMAPPED_UNCORRECTABLE -> count == 1 ? "remapped memory row" : "remapped memory rows";
            case LINK_RECOVERY_FAILURES -> count == 1 ? "failed recovery of a link" : "failed recoveries of links";
            default -> count == 1 ? "error on its links" : "errors on its links";
        };
        return "%s counted %d more %s".formatted(subject.displayName(), count, what);
    }

    private static String comparisonText(AlertThreshold limit, double value, double factor, String unit) {
        boolean violated = limit.isViolated(value);
        var bound = numberText(factor * comparedBound(limit, value));
        var just = bound.equals(valueText(limit, value, factor)) ? "just " : "";
        var relation = switch (limit.comparison()) {
            case ABOVE -> just + "above ";
            case AT_LEAST -> "at least ";
            case BELOW -> just + "below ";
            case EQUALS, ANY_BIT -> "";
        };
        return (violated ? ", " : ", still ") + relation + bound + unit;
    }

    private static double comparedBound(AlertThreshold limit, double value) {
        if (limit.isViolated(value)) {
            return limit.threshold();
        }
        return limit.clearThreshold();
    }

    /** Returns a value, with more decimals where it would read as equal to its bound. */
    private static String valueText(AlertThreshold limit, double value, double factor) {
        var brief = numberText(factor * value);
        if (brief.equals(numberText(factor * comparedBound(limit, value)))) {
            return BigDecimal.valueOf(factor * value).setScale(2, RoundingMode.HALF_UP).stripTrailingZeros()
                    .toPlainString();
        }
        return brief;
    }

    /** Returns a device's other readings as lines of evidence. */
    static List<String> evidenceLines(DeviceMetricValues values) {
        var facts = new ArrayList<String>();
        addReading(facts, values, DeviceMetric.TEMPERATURE, 1, " °C");
        addReading(facts, values, DeviceMetric.SLOWDOWN_TEMPERATURE, 1, " °C");
        addReading(facts, values, DeviceMetric.POWER, 1, " W");
        addReading(facts, values, DeviceMetric.UTILISATION, 100, " %");
        long bits = values.hasValue(DeviceMetric.THROTTLE_REASONS) ? (long) values.get(DeviceMetric.THROTTLE_REASONS)
                : 0;
        if (bits != 0) {
            facts.add("Clocks are limited by " + throttleReasonsText(bits));
        }
        if (values.hasValue(DeviceMetric.XID) && values.get(DeviceMetric.XID) > 0) {
            facts.add("Last XID " + numberText(values.get(DeviceMetric.XID)));
        }
        return facts;
    }

    private static void addReading(List<String> facts, DeviceMetricValues values, DeviceMetric deviceMetric,
            double factor, String unit) {
        if (values.hasValue(deviceMetric)) {
            facts.add(deviceMetric.title() + " " + numberText(factor * values.get(deviceMetric)) + unit);
        }
    }

    private static String throttleReasonsText(long bits) {
        return String.join(", ",
                THROTTLING.stream().filter(bit -> (bits & bit.bit()) != 0).map(ThrottleReasonBit::text).toList());
    }

    /** Returns a number with at most one decimal, so that what is just above a threshold does not read as equal to it. */
    static String numberText(double value) {
        long tenths = Math.round(value * 10);
        if (tenths % 10 == 0) {
            return Long.toString(tenths / 10);
        }
        return BigDecimal.valueOf(tenths, 1).toPlainString();
    }

    /** Returns a count as an adverb, for example {@code twice}. */
    static String timesText(long count) {
        if (count == 1) {
            return "once";
        }
        return count == 2 ? "twice" : count + " times";
    }

    static String momentText(Instant instant) {
        return MOMENT.format(instant);
    }

    /** Returns a duration as {@code for 7 min} or {@code for 1 h 12 min}; empty below 90 seconds. */
    static String durationText(Duration duration) {
        long minutes = duration.toMinutes();
        long hours = minutes / 60;
        if (duration.compareTo(TOLD) < 0) {
            return "";
        }
        if (hours < 1) {
            return " for " + minutes + " min";
        }
        if (hours < 10 && minutes % 60 > 0) {
            return " for %d h %d min".formatted(hours, minutes % 60);
        }
        return hours < 48 ? " for " + hours + " h" : " for " + hours / 24 + " d";
    }
}
