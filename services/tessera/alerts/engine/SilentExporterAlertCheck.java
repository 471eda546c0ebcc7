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
final class SilentExporterAlertCheck {

    private final AlertRegistry registry;

    SilentExporterAlertCheck(AlertRegistry registry) {
        this.registry = registry;
    }

    /**
     * @param readings null when it is not known whether the exporter answers
     */
    void judge(AlertRules rules, String node, @Nullable NodeReadings readings, Instant now) {
        var result = readings == null ? AlertRuleResult.UNKNOWN : verdictOf(readings, now);
        rules.rulesFor(AlertSignal.EXPORTER_SILENT)
                .forEach(rule -> registry.report(rule, AlertSubject.forNode(node), result, now,
                        () -> silentExporterCase(node, readings)));
    }

    private static AlertRuleResult verdictOf(NodeReadings readings, Instant now) {
        if (readings.source().isEmpty()) {
            return AlertRuleResult.RIGHT;
        }
        return switch (readings.freshnessAt(now)) {
            case FRESH -> AlertRuleResult.RIGHT;
            case STALE -> AlertRuleResult.WRONG;
            case NONE -> readings.problem() == null || readings.pluginsOnly() ? AlertRuleResult.UNKNOWN
                    : AlertRuleResult.WRONG;
        };
    }

    private static AlertDetails silentExporterCase(String node, @Nullable NodeReadings readings) {
        var problem = readings == null ? null : readings.problem();
        boolean answers = problem != null && problem.kind() == Problem.OperationProblemKind.GARBLED;
        var details = AlertDetails.forOngoing("The exporter of " + node
                + (answers ? " answers, and nothing that it says can be read" : " has not answered"));
        if (readings == null) {
            return details;
        }
        var facts = new ArrayList<>(List.of(readings.source()));
        var answered = readings.at();
        if (answered != null) {
            facts.add("Last answer at " + AlertTextWriter.momentText(answered));
        }
        var trouble = readings.problem();
        if (trouble != null) {
            facts.add(trouble.problemText());
        }
        return details.withEvidence(facts);
    }
}
