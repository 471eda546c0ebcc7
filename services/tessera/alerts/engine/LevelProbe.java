package tessera.alerts.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.alerts.AlertLimit;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSubject;
import tessera.alerts.Severity;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricValues;

/** Judges numbers by themselves: those of a board once a board, however it is cut, the others once an instance. */
final class LevelProbe {

    private static final Set<AlertSignal> OF_BOARDS = EnumSet.of(AlertSignal.TEMPERATURE,
            AlertSignal.MEMORY_TEMPERATURE,
            AlertSignal.POWER_SHARE, AlertSignal.THROTTLE_REASONS, AlertSignal.ROW_REMAP_FAILURE,
            AlertSignal.FABRIC_MANAGER,
            AlertSignal.FABRIC_HEALTH, AlertSignal.VGPU_LICENSE, AlertSignal.RECOVERY_ACTION,
            AlertSignal.DRIVER_HEALTH);

    private final AlertLedger ledger;
    private final Map<AlertSubject, MemorySteadiness> full = new HashMap<>();

    LevelProbe(AlertLedger ledger) {
        this.ledger = ledger;
    }

    /** What is judged together: a board, or what of it is handed out. */
    private record JudgedPart(AlertSubject subject, MetricValues values, DeviceReadings device, List<String> holders,
            Instant at) {}

    void judge(AlertRules rules, AlertSubject subject, DeviceReadings device, Instant at) {
        var board = new JudgedPart(subject, device.values(), device, DeviceHolders.of(device), at);
        for (var signal : OF_BOARDS) {
            rules.of(signal).forEach(rule -> level(rule, board));
        }
        for (var part : parts(board)) {
            rules.of(AlertSignal.MEMORY_SHARE).forEach(rule -> memory(rule, part));
            if (!part.holders().isEmpty()) {
                var held = new JudgedPart(part.subject().heldBy(DeviceHolders.together(part.holders())), part.values(),
                        device,
                        part.holders(), at);
                rules.of(AlertSignal.UTILISATION_WHILE_HELD).forEach(rule -> level(rule, held));
            }
        }
    }

    /** Forgets what moved where memory is no longer nearly full. */
    void prune(AlertRules rules) {
        full.keySet().removeIf(
                subject -> rules.of(AlertSignal.MEMORY_SHARE).stream().noneMatch(rule -> ledger.open(rule, subject)));
    }

    private static List<JudgedPart> parts(JudgedPart board) {
        if (!board.device().cut()) {
            return List.of(board);
        }
        var parts = new ArrayList<JudgedPart>();
        for (var instance : board.device().instances()) {
            parts.add(new JudgedPart(board.subject().of(instance), instance.values(), board.device(),
                    DeviceHolders.of(instance),
                    board.at()));
        }
        return parts;
    }

    private void memory(AlertRule rule, JudgedPart part) {
        var limit = rule.limit();
        double share = value(AlertSignal.MEMORY_SHARE, part.values());
        if (limit == null || Double.isNaN(share)) {
            return;
        }
        var verdict = verdict(limit, share);
        if (verdict == RuleVerdict.RIGHT) {
            ledger.report(rule, part.subject(), verdict, part.at(), () -> full(rule, limit, part, false));
            return;
        }
        var moves = full.computeIfAbsent(part.subject(), _ -> new MemorySteadiness());
        moves.seen(share, part.values().get(Metric.UTILISATION));
        ledger.report(rule, part.subject(), verdict, part.at(), () -> full(rule, limit, part, moves.meant()));
    }

    private static AlertCase full(AlertRule rule, AlertLimit limit, JudgedPart part, boolean meant) {
        var found = found(rule, limit, part, value(AlertSignal.MEMORY_SHARE, part.values()));
        if (!meant) {
            return found;
        }
        var evidence = new ArrayList<>(found.evidence());
        evidence.add("Memory stays the same while utilisation varies, as with a server that takes all memory at "
                + "its start");
        return found.evidence(evidence).severity(Severity.INFO);
    }

    private void level(AlertRule rule, JudgedPart part) {
        double value = value(rule.signal(), part.values());
        if (rule.limit() != null && !Double.isNaN(value)) {
            var limit = rule.limit().of(part.values());
            ledger.report(rule, part.subject(), verdict(limit, value), part.at(),
                    () -> found(rule, limit, part, value));
        }
    }

    static RuleVerdict verdict(AlertLimit limit, double value) {
        return limit.violated(value) ? RuleVerdict.WRONG
                : limit.cleared(value) ? RuleVerdict.RIGHT : RuleVerdict.BETWEEN;
    }

    private static AlertCase found(AlertRule rule, AlertLimit limit, JudgedPart part, double value) {
        if (!rule.sentence().isEmpty()) {
            return AlertCase.lasting(rule.sentence().replace("{device}", part.subject().name()))
                    .evidence(AlertText.evidence(part.device().values())).holders(part.holders());
        }
        return AlertCase.lasting(AlertText.level(rule.signal(), limit, part.subject(), part.values(), value))
                .measured(value, limit.threshold()).evidence(AlertText.evidence(part.device().values()))
                .holders(part.holders());
    }

    /** Not a number where any of what it takes is missing: what is missing is no violation and no all-clear. */
    static double value(AlertSignal signal, MetricValues values) {
        return switch (signal) {
            case TEMPERATURE -> values.get(Metric.TEMPERATURE);
            case MEMORY_TEMPERATURE -> values.get(Metric.MEMORY_TEMPERATURE);
            case THROTTLE_REASONS -> values.get(Metric.THROTTLE_REASONS);
            case ROW_REMAP_FAILURE -> values.get(Metric.ROW_REMAP_FAILURE);
            case FABRIC_MANAGER -> values.get(Metric.FABRIC_MANAGER);
            case FABRIC_HEALTH -> values.get(Metric.FABRIC_HEALTH);
            case VGPU_LICENSE -> values.get(Metric.VGPU_LICENSE);
            case RECOVERY_ACTION -> values.get(Metric.RECOVERY_ACTION);
            case DRIVER_HEALTH -> values.get(Metric.HEALTH);
            case UTILISATION_WHILE_HELD -> values.get(Metric.UTILISATION);
            case POWER_SHARE -> share(values.get(Metric.POWER), values.get(Metric.POWER_LIMIT));
            case MEMORY_SHARE -> values.memoryShare();
            default -> Double.NaN;
        };
    }

    private static double share(double part, double whole) {
        return whole > 0 ? part / whole : Double.NaN;
    }
}
