package tessera.alerts.health;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tessera.alerts.Alert;
import tessera.alerts.AlertSignal;
import tessera.alerts.health.HealthReport.Check;

/** A health that is being put together. The same matter told by two sources is one piece of evidence. One thread. */
final class HealthBuilder {

    private final Map<EvidenceMatter, HealthEvidence> known = new LinkedHashMap<>();
    private final List<Check> checked = new ArrayList<>();
    private final List<String> unchecked = new ArrayList<>();

    /**
     * What evidence is about.
     *
     * @param device the identity of a device; empty where it is about the node or a pod
     * @param part   what else tells it from others
     */
    record EvidenceMatter(AlertSignal signal, String device, String part) {}

    void found(EvidenceMatter matter, HealthEvidence evidence) {
        known.put(matter, evidence);
    }

    /** Something that no alert rule is about. */
    void found(HealthEvidence evidence) {
        known.put(new EvidenceMatter(AlertSignal.NODE_CONDITION, "",
                evidence.source() + "\n" + evidence.sentence() + "\n" + evidence.detail()), evidence);
    }

    /** What an alert says; where that is known already, only since when, and what of that is not certain. */
    void alarmed(EvidenceMatter matter, Alert alert, HealthEvidence evidence) {
        var told = known.get(matter);
        if (told == null) {
            known.put(matter, evidence);
            return;
        }
        // The first fact is what the code means, which is told.
        var facts = matter.signal().kind() == AlertSignal.Kind.XID ? alert.evidence().stream().skip(1).toList()
                : List.<String>of();
        var detail = facts.isEmpty() ? told.detail() : told.detail() + " " + String.join(". ", facts) + ".";
        known.put(matter, new HealthEvidence(told.severity(), told.sentence(), detail,
                told.source() + ", alert rule " + alert.rule(),
                told.since() == null ? evidence.since() : told.since()));
    }

    void checked(String what, String source) {
        checked.add(new Check(what, source));
    }

    void unchecked(String what) {
        unchecked.add(what);
    }

    HealthReport health() {
        var urgent = known.values().stream().sorted(Comparator.comparing(HealthEvidence::severity).reversed()).toList();
        return new HealthReport(urgent, checked, unchecked);
    }
}
