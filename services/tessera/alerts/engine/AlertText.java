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
import tessera.alerts.AlertLimit;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSubject;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricValues;

/** What alerts say. */
final class AlertText {

    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static final Duration TOLD = Duration.ofSeconds(90);

    private record Bit(long bit, String words) {}

    private static final List<Bit> THROTTLING = List.of(new Bit(0x1, "idle"), new Bit(0x2, "application clocks"),
            new Bit(0x4, "software power cap"), new Bit(0x8, "hardware slowdown"), new Bit(0x10, "sync boost"),
            new Bit(0x20, "software thermal slowdown"), new Bit(0x40, "hardware thermal slowdown"),
            new Bit(0x80, "hardware power brake"), new Bit(0x100, "display clocks"));

    private AlertText() {}

    /** For example {@code GPU 3 of h100-04 is at 91 °C, above 90 °C}. */
    static String level(AlertSignal signal, AlertLimit limit, AlertSubject subject, MetricValues values, double value) {
        var name = subject.name();
        return switch (signal) {
            case TEMPERATURE -> "%s is at %s °C%s".formatted(name, measured(limit, value, 1),
                    against(limit, value, 1, " °C"));
            case MEMORY_TEMPERATURE -> "The memory of %s is at %s °C%s".formatted(name, measured(limit, value, 1),
                    against(limit, value, 1, " °C"));
            case MEMORY_SHARE -> "%s has %s %% of its memory in use%s".formatted(name, measured(limit, value, 100),
                    against(limit, value, 100, " %"));
            case UTILISATION_WHILE_HELD -> "%s is held by %s and %s %% busy%s".formatted(name, subject.pod(),
                    measured(limit, value, 100), against(limit, value, 100, " %"));
            case POWER_SHARE -> "%s draws %s W of at most %s W".formatted(name, number(values.get(Metric.POWER)),
                    number(values.get(Metric.POWER_LIMIT)));
            case THROTTLE_REASONS -> "%s is slowed down by %s".formatted(name,
                    throttling((long) value & (long) limit.threshold()));
            case ROW_REMAP_FAILURE -> "A memory row of %s could not be remapped".formatted(name);
            case PCIE_REPLAYS -> "%s repeats %s PCIe transfers a minute%s".formatted(name, measured(limit, value, 1),
                    against(limit, value, 1, ""));
            default -> name + " is at " + number(value);
        };
    }

    static String counted(AlertSignal signal, AlertSubject subject, long count) {
        var what = switch (signal) {
            case ECC_UNCORRECTABLE -> count == 1 ? "uncorrectable memory error" : "uncorrectable memory errors";
            case REMAPPED_UNCORRECTABLE -> count == 1 ? "remapped memory row" : "remapped memory rows";
            case LINK_RECOVERY_FAILURES -> count == 1 ? "failed recovery of a link" : "failed recoveries of links";
            default -> count == 1 ? "error on its links" : "errors on its links";
        };
        return "%s counted %d more %s".formatted(subject.name(), count, what);
    }

    private static String against(AlertLimit limit, double value, double factor, String unit) {
        boolean violated = limit.violated(value);
        var bound = number(factor * bound(limit, value));
        var just = bound.equals(measured(limit, value, factor)) ? "just " : "";
        var relation = switch (limit.comparison()) {
            case ABOVE -> just + "above ";
            case AT_LEAST -> "at least ";
            case BELOW -> just + "below ";
            case EQUALS, ANY_BIT -> "";
        };
        return (violated ? ", " : ", still ") + relation + bound + unit;
    }

    private static double bound(AlertLimit limit, double value) {
        return limit.violated(value) ? limit.threshold() : limit.clear();
    }

    /** With a decimal more where it would read as equal to what it is held against. */
    private static String measured(AlertLimit limit, double value, double factor) {
        var brief = number(factor * value);
        return brief.equals(number(factor * bound(limit, value)))
                ? BigDecimal.valueOf(factor * value).setScale(2, RoundingMode.HALF_UP).stripTrailingZeros()
                        .toPlainString()
                : brief;
    }

    /** What else a device tells. */
    static List<String> evidence(MetricValues values) {
        var facts = new ArrayList<String>();
        add(facts, values, Metric.TEMPERATURE, 1, " °C");
        add(facts, values, Metric.SLOWDOWN_TEMPERATURE, 1, " °C");
        add(facts, values, Metric.POWER, 1, " W");
        add(facts, values, Metric.UTILISATION, 100, " %");
        long bits = values.has(Metric.THROTTLE_REASONS) ? (long) values.get(Metric.THROTTLE_REASONS) : 0;
        if (bits != 0) {
            facts.add("Clocks are limited by " + throttling(bits));
        }
        if (values.has(Metric.XID) && values.get(Metric.XID) > 0) {
            facts.add("Last XID " + number(values.get(Metric.XID)));
        }
        return facts;
    }

    private static void add(List<String> facts, MetricValues values, Metric metric, double factor, String unit) {
        if (values.has(metric)) {
            facts.add(metric.title() + " " + number(factor * values.get(metric)) + unit);
        }
    }

    private static String throttling(long bits) {
        return String.join(", ",
                THROTTLING.stream().filter(bit -> (bits & bit.bit()) != 0).map(Bit::words).toList());
    }

    /** At most one decimal, so that what is just above a threshold does not read as equal to it. */
    static String number(double value) {
        long tenths = Math.round(value * 10);
        return tenths % 10 == 0 ? Long.toString(tenths / 10) : BigDecimal.valueOf(tenths, 1).toPlainString();
    }

    /** For example {@code twice}. */
    static String times(long count) {
        if (count == 1) {
            return "once";
        }
        return count == 2 ? "twice" : count + " times";
    }

    static String moment(Instant instant) {
        return MOMENT.format(instant);
    }

    /** For example {@code  for 7 min} or {@code  for 1 h 12 min}; empty for as long as ages are told in seconds. */
    static String lasting(Duration duration) {
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
