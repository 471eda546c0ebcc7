package tessera.alerts.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertRules;
import tessera.alerts.Signal;
import tessera.alerts.Subject;
import tessera.model.Problem;
import tessera.model.reading.NodeReadings;

/**
 * Judges whether the exporter of a node answers. Asked only while there is contact with the cluster. Silence counts from
 * when it is first seen: readings that are old because nobody asked say nothing of the exporter.
 */
final class ExporterProbe {

    private final Ledger ledger;

    ExporterProbe(Ledger ledger) {
        this.ledger = ledger;
    }

    /**
     * @param readings null when it is not known whether the exporter answers
     */
    void judge(AlertRules rules, String node, @Nullable NodeReadings readings, Instant now) {
        var verdict = readings == null ? Verdict.UNKNOWN : verdict(readings, now);
        rules.of(Signal.EXPORTER_SILENT).forEach(rule -> ledger.report(rule, Subject.node(node), verdict, now,
                () -> silent(node, readings)));
    }

    private static Verdict verdict(NodeReadings readings, Instant now) {
        if (readings.source().isEmpty()) {
            return Verdict.RIGHT;
        }
        return switch (readings.freshness(now)) {
            case FRESH -> Verdict.RIGHT;
            case STALE -> Verdict.WRONG;
            case NONE -> readings.trouble() == null ? Verdict.UNKNOWN : Verdict.WRONG;
        };
    }

    private static Case silent(String node, @Nullable NodeReadings readings) {
        var problem = readings == null ? null : readings.trouble();
        boolean answers = problem != null && problem.kind() == Problem.Kind.GARBLED;
        var found = Case.lasting("The exporter of " + node
                + (answers ? " answers, and nothing that it says can be read" : " has not answered"));
        if (readings == null) {
            return found;
        }
        var facts = new ArrayList<>(List.of(readings.source()));
        var answered = readings.at();
        if (answered != null) {
            facts.add("Last answer at " + Words.moment(answered));
        }
        var trouble = readings.trouble();
        if (trouble != null) {
            facts.add(trouble.sentence());
        }
        return found.evidence(facts);
    }
}
