package tessera.alerts.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.Limit;
import tessera.alerts.Severity;
import tessera.alerts.Signal;
import tessera.alerts.Subject;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.Values;

/** Judges numbers by themselves: those of a board once a board, however it is cut, the others once an instance. */
final class LevelProbe {

    private static final Set<Signal> OF_BOARDS = EnumSet.of(Signal.TEMPERATURE, Signal.MEMORY_TEMPERATURE,
            Signal.POWER_SHARE, Signal.THROTTLE_REASONS, Signal.ROW_REMAP_FAILURE, Signal.FABRIC_MANAGER,
            Signal.FABRIC_HEALTH, Signal.VGPU_LICENSE, Signal.RECOVERY_ACTION, Signal.DRIVER_HEALTH);

    private final Ledger ledger;
    private final Map<Subject, Steadiness> full = new HashMap<>();

    LevelProbe(Ledger ledger) {
        this.ledger = ledger;
    }

    /** What is judged together: a board, or what of it is handed out. */
    private record Part(Subject subject, Values values, DeviceReadings device, List<String> holders, Instant at) {}

    void judge(AlertRules rules, Subject subject, DeviceReadings device, Instant at) {
        var board = new Part(subject, device.values(), device, Holders.of(device), at);
        for (var signal : OF_BOARDS) {
            rules.of(signal).forEach(rule -> level(rule, board));
        }
        for (var part : parts(board)) {
            rules.of(Signal.MEMORY_SHARE).forEach(rule -> memory(rule, part));
            if (!part.holders().isEmpty()) {
                var held = new Part(part.subject().heldBy(Holders.together(part.holders())), part.values(), device,
                        part.holders(), at);
                rules.of(Signal.UTILISATION_WHILE_HELD).forEach(rule -> level(rule, held));
            }
        }
    }

    /** Forgets what moved where memory is no longer nearly full. */
    void prune(AlertRules rules) {
        full.keySet().removeIf(
                subject -> rules.of(Signal.MEMORY_SHARE).stream().noneMatch(rule -> ledger.open(rule, subject)));
    }

    private static List<Part> parts(Part board) {
        if (!board.device().cut()) {
            return List.of(board);
        }
        var parts = new ArrayList<Part>();
        for (var instance : board.device().instances()) {
            parts.add(new Part(board.subject().of(instance), instance.values(), board.device(), Holders.of(instance),
                    board.at()));
        }
        return parts;
    }

    private void memory(AlertRule rule, Part part) {
        var limit = rule.limit();
        double share = value(Signal.MEMORY_SHARE, part.values());
        if (limit == null || Double.isNaN(share)) {
            return;
        }
        var verdict = verdict(limit, share);
        if (verdict == Verdict.RIGHT) {
            ledger.report(rule, part.subject(), verdict, part.at(), () -> full(rule, limit, part, false));
            return;
        }
        var moves = full.computeIfAbsent(part.subject(), _ -> new Steadiness());
        moves.seen(share, part.values().get(Metric.UTILISATION));
        ledger.report(rule, part.subject(), verdict, part.at(), () -> full(rule, limit, part, moves.meant()));
    }

    private static Case full(AlertRule rule, Limit limit, Part part, boolean meant) {
        var found = found(rule, limit, part, value(Signal.MEMORY_SHARE, part.values()));
        if (!meant) {
            return found;
        }
        var evidence = new ArrayList<>(found.evidence());
        evidence.add("Memory stays the same while utilisation varies, as with a server that takes all memory at "
                + "its start");
        return found.evidence(evidence).severity(Severity.INFO);
    }

    private void level(AlertRule rule, Part part) {
        double value = value(rule.signal(), part.values());
        if (rule.limit() != null && !Double.isNaN(value)) {
            var limit = rule.limit().of(part.values());
            ledger.report(rule, part.subject(), verdict(limit, value), part.at(),
                    () -> found(rule, limit, part, value));
        }
    }

    static Verdict verdict(Limit limit, double value) {
        return limit.violated(value) ? Verdict.WRONG : limit.cleared(value) ? Verdict.RIGHT : Verdict.BETWEEN;
    }

    private static Case found(AlertRule rule, Limit limit, Part part, double value) {
        if (!rule.sentence().isEmpty()) {
            return Case.lasting(rule.sentence().replace("{device}", part.subject().name()))
                    .evidence(Words.evidence(part.device().values())).holders(part.holders());
        }
        return Case.lasting(Words.level(rule.signal(), limit, part.subject(), part.values(), value))
                .measured(value, limit.threshold()).evidence(Words.evidence(part.device().values()))
                .holders(part.holders());
    }

    /** Not a number where any of what it takes is missing: what is missing is no violation and no all-clear. */
    static double value(Signal signal, Values values) {
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
