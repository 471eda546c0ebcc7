package tessera.alerts.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.Signal;
import tessera.alerts.Subject;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;

/**
 * Judges counters by how much they grew from one reading to the next. The first value that is seen is where counting
 * begins, and so is one that is lower than the one before: the counter was reset, and nothing is known of how much it
 * grew. Remembers all counters it has seen within a day.
 */
final class CounterProbe {

    private static final Duration REMEMBERED = Duration.ofDays(1);
    private static final Map<Signal, Metric> COUNTERS = Map.of(Signal.ECC_UNCORRECTABLE, Metric.ECC_UNCORRECTABLE,
            Signal.REMAPPED_UNCORRECTABLE, Metric.REMAPPED_UNCORRECTABLE, Signal.LINK_ERRORS, Metric.LINK_ERRORS,
            Signal.PCIE_REPLAYS, Metric.PCIE_REPLAYS);

    private final Ledger ledger;
    private final Map<Place, Growth> growths = new HashMap<>();

    private record Place(Subject subject, Signal signal) {}

    /**
     * How a counter grew.
     *
     * @param rate  a minute, between the last two readings; not a number where that is not known
     * @param total since it began to grow
     * @param grew  when it last grew; null when it did not, or has not for long
     */
    private record Growth(double value, Instant at, double rate, double total, @Nullable Instant grew) {

        Growth next(double newer, Instant when, Duration hold) {
            if (!when.isAfter(at)) {
                return this;
            }
            boolean over = grew == null || Duration.between(grew, when).compareTo(hold) >= 0;
            double before = over ? 0 : total;
            if (newer < value) {
                return new Growth(newer, when, Double.NaN, before, over ? null : grew);
            }
            double minutes = Duration.between(at, when).toMillis() / 60_000.0;
            double more = newer - value;
            return more == 0 ? new Growth(newer, when, 0, before, over ? null : grew)
                    : new Growth(newer, when, more / minutes, before + more, when);
        }
    }

    CounterProbe(Ledger ledger) {
        this.ledger = ledger;
    }

    void judge(AlertRules rules, String node, DeviceReadings device, Instant at) {
        var subject = Subject.device(node, device);
        COUNTERS.forEach((signal, metric) -> {
            if (device.values().has(metric)) {
                for (var rule : rules.of(signal)) {
                    var growth = growths.merge(new Place(subject, signal),
                            new Growth(device.values().get(metric), at, Double.NaN, 0, null),
                            (before, now) -> before.next(now.value(), at, rule.hold()));
                    judge(rule, subject, growth, device);
                }
            }
        });
    }

    void prune(Instant now) {
        growths.values().removeIf(growth -> Duration.between(growth.at(), now).compareTo(REMEMBERED) > 0);
    }

    private void judge(AlertRule rule, Subject subject, Growth growth, DeviceReadings device) {
        var limit = rule.limit();
        if (limit == null) {
            return;
        }
        if (rule.signal().kind() == Signal.Kind.RATE) {
            var verdict = Double.isNaN(growth.rate()) ? Verdict.UNKNOWN : LevelProbe.verdict(limit, growth.rate());
            ledger.report(rule, subject, verdict, growth.at(), () -> Case
                    .lasting(Words.level(rule.signal(), limit, subject, device.values(), growth.rate()))
                    .measured(growth.rate(), limit.threshold()).holders(Holders.of(device)));
            return;
        }
        var verdict = growth.grew() != null && limit.violated(growth.total()) ? Verdict.WRONG : Verdict.RIGHT;
        ledger.report(rule, subject, verdict, growth.at(), () -> counted(rule, subject, growth, device)
                .measured(growth.total(), limit.threshold()));
    }

    private static Case counted(AlertRule rule, Subject subject, Growth growth, DeviceReadings device) {
        var facts = growth.grew() == null ? List.<String>of()
                : List.of("The counter stands at " + Words.number(growth.value()),
                        "It last grew at " + Words.moment(growth.grew()));
        return Case.event(Words.counted(rule.signal(), subject, Math.round(growth.total()))).evidence(facts)
                .holders(Holders.of(device));
    }
}
