package tessera.alerts.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSubject;
import tessera.model.Problem;
import tessera.model.reading.NodeReadings;

/**
 * Judges whether the exporter of a node answers. Asked only while there is contact with the cluster. Silence counts from
 * when it is first seen: readings that are old because nobody asked say nothing of the exporter.
 */
final class ExporterProbe {

    private final AlertLedger ledger;

    ExporterProbe(AlertLedger ledger) {
        this.ledger = ledger;
    }

    /**
     * @param readings null when it is not known whether the exporter answers
     */
    void judge(AlertRules rules, String node, @Nullable NodeReadings readings, Instant now) {
        var verdict = readings == null ? RuleVerdict.UNKNOWN : verdict(readings, now);
        rules.of(AlertSignal.EXPORTER_SILENT).forEach(rule -> ledger.report(rule, AlertSubject.node(node), verdict, now,
                () -> silent(node, readings)));
    }

    private static RuleVerdict verdict(NodeReadings readings, Instant now) {
        if (readings.source().isEmpty()) {
            return RuleVerdict.RIGHT;
        }
        return switch (readings.freshness(now)) {
            case FRESH -> RuleVerdict.RIGHT;
            case STALE -> RuleVerdict.WRONG;
            case NONE -> readings.trouble() == null ? RuleVerdict.UNKNOWN : RuleVerdict.WRONG;
        };
    }

    private static AlertCase silent(String node, @Nullable NodeReadings readings) {
        var problem = readings == null ? null : readings.trouble();
        boolean answers = problem != null && problem.kind() == Problem.ProblemKind.GARBLED;
        var found = AlertCase.lasting("The exporter of " + node
                + (answers ? " answers, and nothing that it says can be read" : " has not answered"));
        if (readings == null) {
            return found;
        }
        var facts = new ArrayList<>(List.of(readings.source()));
        var answered = readings.at();
        if (answered != null) {
            facts.add("Last answer at " + AlertText.moment(answered));
        }
        var trouble = readings.trouble();
        if (trouble != null) {
            facts.add(trouble.sentence());
        }
        return found.evidence(facts);
    }
}
