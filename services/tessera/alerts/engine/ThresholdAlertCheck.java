package tessera.alerts.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSubject;
import tessera.alerts.AlertThreshold;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.text.MessageCatalog;

/** Judges readings by level: those of a board once a board, however it is partitioned, the others once an instance. */
final class ThresholdAlertCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ThresholdAlertCheck.class);
    private static final Set<AlertSignal> OF_BOARDS = EnumSet.of(AlertSignal.TEMPERATURE,
            AlertSignal.MEMORY_TEMPERATURE, AlertSignal.POWER_SHARE, AlertSignal.THROTTLE_REASONS,
            AlertSignal.ROW_REMAP_FAILURE, AlertSignal.FABRIC_MANAGER, AlertSignal.FABRIC_HEALTH,
            AlertSignal.VGPU_LICENSE, AlertSignal.RECOVERY_ACTION, AlertSignal.DRIVER_HEALTH);

    private final AlertRegistry registry;
    private final Map<AlertSubject, GpuMemoryPreallocationDetector> full = new HashMap<>();

    ThresholdAlertCheck(AlertRegistry registry) {
        this.registry = registry;
    }

    /** One judged unit: a board, or an instance of it. */
    private record CheckedGpuUnit(AlertSubject subject, DeviceMetricValues values, DeviceReadings device,
            List<String> holders, Instant readAt) {}

    void judge(AlertRules rules, AlertSubject subject, DeviceReadings device, Instant at) {
        var unit = new CheckedGpuUnit(subject, device.values(), device, ExporterReportedPods.holdersOf(device), at);
        for (var signal : OF_BOARDS) {
            rules.rulesFor(signal).forEach(rule -> judgeLevel(rule, unit));
        }
        for (var part : splitParts(unit)) {
            rules.rulesFor(AlertSignal.MEMORY_SHARE).forEach(rule -> judgeMemory(rule, part));
            if (!part.holders().isEmpty()) {
                var held = new CheckedGpuUnit(
                        part.subject().heldByPods(ExporterReportedPods.joinedNames(part.holders())), part.values(),
                        device, part.holders(), at);
                rules.rulesFor(AlertSignal.UTILISATION_WHILE_HELD).forEach(rule -> judgeLevel(rule, held));
            }
        }
    }

    /** Forgets the memory history of parts whose memory is no longer nearly full. */
    void prune(AlertRules rules) {
        full.keySet().removeIf(subject -> hasNoOpenMemoryAlert(subject, rules));
    }

    private boolean hasNoOpenMemoryAlert(AlertSubject subject, AlertRules rules) {
        return rules.rulesFor(AlertSignal.MEMORY_SHARE).stream().noneMatch(rule -> registry.isOpen(rule, subject));
    }

    private static List<CheckedGpuUnit> splitParts(CheckedGpuUnit unit) {
        if (!unit.device().isPartitioned()) {
            return List.of(unit);
        }
        var parts = new ArrayList<CheckedGpuUnit>();
        for (var instance : unit.device().instances()) {
            parts.add(new CheckedGpuUnit(unit.subject().withInstance(instance), instance.values(), unit.device(),
                    ExporterReportedPods.holdersOf(instance), unit.readAt()));
        }
        return parts;
    }

    private void judgeMemory(AlertRule rule, CheckedGpuUnit part) {
        var limit = rule.limit();
        double share = AlertSignal.MEMORY_SHARE.valueOf(part.values());
        if (limit == null || Double.isNaN(share)) {
            return;
        }
        var result = verdictOf(limit, share);
        if (result == AlertRuleResult.RIGHT) {
            registry.report(rule, part.subject(), result, part.readAt(),
                    () -> fullMemoryCase(rule, limit, part, false));
            return;
        }
        var moves = full.computeIfAbsent(part.subject(), _ -> new GpuMemoryPreallocationDetector());
        moves.addReading(share, part.values().get(DeviceMetric.UTILISATION));
        registry.report(rule, part.subject(), result, part.readAt(),
                () -> fullMemoryCase(rule, limit, part, moves.looksPreallocated()));
    }

    private static AlertDetails fullMemoryCase(AlertRule rule, AlertThreshold limit, CheckedGpuUnit part,
            boolean meant) {
        var details = levelCase(rule, limit, part, AlertSignal.MEMORY_SHARE.valueOf(part.values()));
        if (!meant) {
            return details;
        }
        var evidence = new ArrayList<>(details.evidence());
        evidence.add(MESSAGES.text("fact.preallocated"));
        return details.withEvidence(evidence).withSeverity(AlertOrFindingSeverity.INFO);
    }

    private void judgeLevel(AlertRule rule, CheckedGpuUnit part) {
        double value = rule.signal().valueOf(part.values());
        if (rule.limit() != null && !Double.isNaN(value)) {
            var limit = rule.limit().forDevice(part.values());
            registry.report(rule, part.subject(), verdictOf(limit, value), part.readAt(),
                    () -> levelCase(rule, limit, part, value));
        }
    }

    static AlertRuleResult verdictOf(AlertThreshold limit, double value) {
        if (limit.isViolated(value)) {
            return AlertRuleResult.WRONG;
        }
        if (limit.isCleared(value)) {
            return AlertRuleResult.RIGHT;
        }
        return AlertRuleResult.BETWEEN;
    }

    private static AlertDetails levelCase(AlertRule rule, AlertThreshold limit, CheckedGpuUnit part, double value) {
        var sentence = rule.sentenceAbout(part.subject().displayName());
        if (sentence.isPresent()) {
            return AlertDetails.forOngoing(sentence.get())
                    .withEvidence(AlertTextWriter.evidenceLines(part.device().values())).withHolders(part.holders());
        }
        return AlertDetails
                .forOngoing(AlertTextWriter.levelReason(rule.signal(), limit, part.subject(), part.values(), value))
                .withMeasure(value, limit.threshold())
                .withEvidence(AlertTextWriter.evidenceLines(part.device().values())).withHolders(part.holders());
    }

    /**
     * Changes of memory and utilisation while memory was nearly full. A server that takes all memory when it starts is
     * recognised by memory that stays the same, within one per cent of the whole, while utilisation goes up and down by at
     * least a fifth. A server without work cannot be told from a program that is about to fail; it is not recognised.
     */
    private static final class GpuMemoryPreallocationDetector {

        private static final double SAME = 0.01;
        private static final double VARIES = 0.2;

        private double leastMemory = Double.POSITIVE_INFINITY;
        private double mostMemory = Double.NEGATIVE_INFINITY;
        private double leastUse = Double.POSITIVE_INFINITY;
        private double mostUse = Double.NEGATIVE_INFINITY;

        void addReading(double memoryShare, double utilisation) {
            leastMemory = Math.min(leastMemory, memoryShare);
            mostMemory = Math.max(mostMemory, memoryShare);
            if (!Double.isNaN(utilisation)) {
                leastUse = Math.min(leastUse, utilisation);
                mostUse = Math.max(mostUse, utilisation);
            }
        }

        boolean looksPreallocated() {
            return mostMemory - leastMemory <= SAME && mostUse - leastUse >= VARIES;
        }
    }
}
