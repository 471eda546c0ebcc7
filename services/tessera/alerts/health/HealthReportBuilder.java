package tessera.alerts.health;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tessera.alerts.Alert;
import tessera.alerts.AlertSignal;
import tessera.alerts.health.ObjectHealthReport.PerformedCheck;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** Collects evidence and checks for a health report. The same matter told by two sources is one piece of evidence. One thread. */
final class HealthReportBuilder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HealthReportBuilder.class);

    private final Map<EvidenceKey, UnhealthyObjectEvidence> evidenceByKey = new LinkedHashMap<>();
    private final List<PerformedCheck> checked = new ArrayList<>();
    private final List<String> unchecked = new ArrayList<>();

    /**
     * The key of a piece of evidence: signal, device and part.
     *
     * @param device the identity of a device; empty where it is about the node or a pod
     * @param part   what else tells it from others
     */
    record EvidenceKey(AlertSignal signal, String device, String part) {}

    void addEvidence(EvidenceKey matter, UnhealthyObjectEvidence evidence) {
        evidenceByKey.put(matter, evidence);
    }

    /** Adds evidence that no alert rule covers. Words that other evidence has already are not repeated. */
    void addEvidence(UnhealthyObjectEvidence found) {
        boolean told = evidenceByKey.values().stream().anyMatch(each -> each.detail().equals(found.detail()));
        var evidence = told
                ? new UnhealthyObjectEvidence(found.severity(), found.sentence(), "", found.source(), found.since())
                : found;
        evidenceByKey.put(new EvidenceKey(AlertSignal.NODE_CONDITION, "",
                evidence.source() + "\n" + evidence.sentence() + "\n" + evidence.detail()), evidence);
    }

    /** Adds an alert's evidence; evidence known already only gains the alert's facts, its rule and its start. */
    void addAlert(EvidenceKey matter, Alert alert, UnhealthyObjectEvidence evidence) {
        var objectEvidence = evidenceByKey.get(matter);
        if (objectEvidence == null) {
            evidenceByKey.put(matter, evidence);
            return;
        }
        // The first fact is what the code means, which is told.
        var facts = alert.evidence().stream().skip(1)
                .filter(_ -> matter.signal().kind() == AlertSignal.SignalEvaluationKind.XID).toList();
        var detail = facts.isEmpty() ? objectEvidence.detail()
                : SentenceJoiner.withFullStop(
                        SentenceJoiner.joinSentences(objectEvidence.detail(), SentenceJoiner.joinSentences(facts)));
        evidenceByKey.put(matter,
                new UnhealthyObjectEvidence(objectEvidence.severity(), objectEvidence.sentence(), detail,
                        MESSAGES.text("source.also-alert-rule", objectEvidence.source(), alert.ruleId()),
                        objectEvidence.since() == null ? evidence.since() : objectEvidence.since()));
    }

    void addChecked(String subject, String source) {
        checked.add(new PerformedCheck(subject, source));
    }

    void addUnchecked(String subject) {
        unchecked.add(subject);
    }

    ObjectHealthReport build() {
        var urgent = evidenceByKey.values().stream()
                .sorted(Comparator.comparing(UnhealthyObjectEvidence::severity).reversed()).toList();
        return new ObjectHealthReport(urgent, checked, unchecked);
    }
}
