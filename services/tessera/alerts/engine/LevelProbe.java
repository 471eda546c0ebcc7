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

/** Judges readings by level: those of a board once a board, however it is partitioned, the others once an instance. */
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

    /** One judged unit: a board, or an instance of it. */
    private record JudgedPart(AlertSubject subject, MetricValues values, DeviceReadings device, List<String> holders,
            Instant readAt) {}

    void judge(AlertRules rules, AlertSubject subject, DeviceReadings device, Instant at) {
        var board = new JudgedPart(subject, device.values(), device, DeviceHolders.holdersOf(device), at);
        for (var signal : OF_BOARDS) {
            rules.rulesFor(signal).forEach(rule -> judgeLevel(rule, board));
        }
        for (var part : splitParts(board)) {
            rules.rulesFor(AlertSignal.MEMORY_SHARE).forEach(rule -> judgeMemory(rule, part));
            if (!part.holders().isEmpty()) {
                var held = new JudgedPart(part.subject().heldByPods(DeviceHolders.joinedNames(part.holders())),
                        part.values(),
                        device,
                        part.holders(), at);
                rules.rulesFor(AlertSignal.UTILISATION_WHILE_HELD).forEach(rule -> judgeLevel(rule, held));
            }
        }
    }

    /** Forgets the memory history of parts whose memory is no longer nearly full. */
    void prune(AlertRules rules) {
        full.keySet().removeIf(
                subject -> rules.rulesFor(AlertSignal.MEMORY_SHARE).stream()
                        .noneMatch(rule -> ledger.isOpen(rule, subject)));
    }

    private static List<JudgedPart> splitParts(JudgedPart board) {
        if (!board.device().isPartitioned()) {
            return List.of(board);
        }
        var parts = new ArrayList<JudgedPart>();
        for (var instance : board.device().instances()) {
            parts.add(new JudgedPart(board.subject().withInstance(instance), instance.values(), board.device(),
                    DeviceHolders.holdersOf(instance),
                    board.readAt()));
        }
        return parts;
    }

    private void judgeMemory(AlertRule rule, JudgedPart part) {
        var limit = rule.limit();
        double share = AlertSignal.MEMORY_SHARE.valueOf(part.values());
        if (limit == null || Double.isNaN(share)) {
            return;
        }
        var verdict = verdictOf(limit, share);
        if (verdict == RuleVerdict.RIGHT) {
            ledger.report(rule, part.subject(), verdict, part.readAt(), () -> fullMemoryCase(rule, limit, part, false));
            return;
        }
        var moves = full.computeIfAbsent(part.subject(), _ -> new MemorySteadiness());
        moves.addReading(share, part.values().get(Metric.UTILISATION));
        ledger.report(rule, part.subject(), verdict, part.readAt(),
                () -> fullMemoryCase(rule, limit, part, moves.looksPreallocated()));
    }

    private static AlertCase fullMemoryCase(AlertRule rule, AlertLimit limit, JudgedPart part, boolean meant) {
        var found = levelCase(rule, limit, part, AlertSignal.MEMORY_SHARE.valueOf(part.values()));
        if (!meant) {
            return found;
        }
        var evidence = new ArrayList<>(found.evidence());
        evidence.add("Memory stays the same while utilisation varies, as with a server that takes all memory at "
                + "its start");
        return found.withEvidence(evidence).withSeverity(Severity.INFO);
    }

    private void judgeLevel(AlertRule rule, JudgedPart part) {
        double value = rule.signal().valueOf(part.values());
        if (rule.limit() != null && !Double.isNaN(value)) {
            var limit = rule.limit().forDevice(part.values());
            ledger.report(rule, part.subject(), verdictOf(limit, value), part.readAt(),
                    () -> levelCase(rule, limit, part, value));
        }
    }

    static RuleVerdict verdictOf(AlertLimit limit, double value) {
        return limit.isViolated(value) ? RuleVerdict.WRONG
                : limit.isCleared(value) ? RuleVerdict.RIGHT : RuleVerdict.BETWEEN;
    }

    private static AlertCase levelCase(AlertRule rule, AlertLimit limit, JudgedPart part, double value) {
        if (!rule.sentence().isEmpty()) {
            return AlertCase.forOngoing(rule.sentence().replace("{device}", part.subject().displayName()))
                    .withEvidence(AlertText.evidenceLines(part.device().values())).withHolders(part.holders());
        }
        return AlertCase.forOngoing(AlertText.levelText(rule.signal(), limit, part.subject(), part.values(), value))
                .withMeasure(value, limit.threshold()).withEvidence(AlertText.evidenceLines(part.device().values()))
                .withHolders(part.holders());
    }
}
