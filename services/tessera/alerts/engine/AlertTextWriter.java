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
import java.util.Map;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSubject;
import tessera.alerts.AlertThreshold;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/** Writes the sentences and evidence of alerts. */
final class AlertTextWriter {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(AlertTextWriter.class);
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static final Duration TOLD = Duration.ofSeconds(90);

    private AlertTextWriter() {}

    /** Returns what a level is, for example {@code GPU 3 of h100-04 is at 91 °C, above 90 °C}. */
    static AlertReason levelReason(AlertSignal signal, AlertThreshold limit, AlertSubject subject,
            DeviceMetricValues values, double value) {
        var name = subject.displayName();
        return switch (signal) {
            case TEMPERATURE -> new AlertReason.TemperatureLevel(name, valueText(limit, value, 1),
                    comparedBound(limit, value, 1, " °C"));
            case MEMORY_TEMPERATURE -> new AlertReason.MemoryTemperatureLevel(name, valueText(limit, value, 1),
                    comparedBound(limit, value, 1, " °C"));
            case MEMORY_SHARE -> new AlertReason.MemoryUseLevel(name, valueText(limit, value, 100),
                    comparedBound(limit, value, 100, " %"));
            case UTILISATION_WHILE_HELD -> new AlertReason.AllocatedUtilizationLevel(name, subject.pod(),
                    valueText(limit, value, 100), comparedBound(limit, value, 100, " %"));
            case POWER_SHARE -> new AlertReason.PowerLevel(name, numberText(values.get(DeviceMetric.POWER)),
                    numberText(values.get(DeviceMetric.POWER_LIMIT)));
            case THROTTLE_REASONS -> new AlertReason.ClocksThrottled(name,
                    AlertReason.ThrottleCause.of((long) value & (long) limit.threshold()));
            case ROW_REMAP_FAILURE -> new AlertReason.RowRemapFailed(name);
            case PCIE_REPLAYS ->
                new AlertReason.PcieReplayRate(name, valueText(limit, value, 1), comparedBound(limit, value, 1, ""));
            default -> new AlertReason.SignalLevel(name, numberText(value));
        };
    }

    private static AlertReason.ComparedBound comparedBound(AlertThreshold limit, double value, double factor,
            String unit) {
        var bound = numberText(factor * comparedBound(limit, value));
        return new AlertReason.ComparedBound(limit.isViolated(value), limit.comparison(),
                bound.equals(valueText(limit, value, factor)), bound, unit);
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
            facts.add(MESSAGES.text("fact.throttled", AlertReason.ThrottleCause.of(bits)));
        }
        if (values.hasValue(DeviceMetric.XID) && values.get(DeviceMetric.XID) > 0) {
            facts.add(MESSAGES.text("fact.last-xid", numberText(values.get(DeviceMetric.XID))));
        }
        return facts;
    }

    private static void addReading(List<String> facts, DeviceMetricValues values, DeviceMetric deviceMetric,
            double factor, String unit) {
        if (values.hasValue(deviceMetric)) {
            facts.add(deviceMetric.title() + " " + numberText(factor * values.get(deviceMetric)) + unit);
        }
    }

    /** Returns a number with at most one decimal, so that what is just above a threshold does not read as equal to it. */
    static String numberText(double value) {
        long tenths = Math.round(value * 10);
        if (tenths % 10 == 0) {
            return Long.toString(tenths / 10);
        }
        return BigDecimal.valueOf(tenths, 1).toPlainString();
    }

    static String momentText(Instant instant) {
        return MOMENT.format(instant);
    }

    /** Returns a reason with how long it has been so, as in {@code for 1 h 12 min}; without that below 90 seconds. */
    static Reason lastingReason(Reason reason, Duration duration) {
        long minutes = duration.toMinutes();
        long hours = minutes / 60;
        if (duration.compareTo(TOLD) < 0) {
            return reason;
        }
        if (hours < 1) {
            return new LastingCondition(reason, MESSAGES.reason("lasting.minutes", reason, minutes));
        }
        if (hours < 10 && minutes % 60 > 0) {
            return new LastingCondition(reason,
                    MESSAGES.reason("lasting.hours-and-minutes", reason, hours, minutes % 60));
        }
        return new LastingCondition(reason, hours < 48 ? MESSAGES.reason("lasting.hours", reason, hours)
                : MESSAGES.reason("lasting.days", reason, hours / 24));
    }

    /** A condition with how long it has been so in its sentence. */
    private record LastingCondition(Reason condition, Reason sentence) implements Reason {

        @Override
        public String code() {
            return condition.code();
        }

        @Override
        public String text() {
            return sentence.text();
        }

        @Override
        public String remedyText() {
            return condition.remedyText();
        }

        @Override
        public Map<String, Object> fieldValues() {
            return condition.fieldValues();
        }
    }
}
