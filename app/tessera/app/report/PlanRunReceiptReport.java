package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Locale;
import java.util.stream.Collectors;
import tessera.model.CopiedCommandContext;
import tessera.plan.PlanRunReceipt;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.CompositeIntent;
import tessera.yaml.TerminalSafeJsonFormatter;

/** A report on the result of a change. */
public final class PlanRunReceiptReport {

    private final PlanRunReceipt receipt;
    private final CopiedCommandContext cluster;

    public PlanRunReceiptReport(PlanRunReceipt receipt, CopiedCommandContext cluster) {
        this.receipt = receipt;
        this.cluster = cluster;
    }

    /** Returns the receipt as JSON of a versioned shape. */
    public String toJson() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "Receipt")
                .put("run", receipt.run()).put("context", receipt.context()).put("user", receipt.user())
                .put("verb", receipt.intent().verb()).put("words", receipt.intent().summaryText())
                .put("began", receipt.startedAt().toString()).put("ended", receipt.endedAt().toString())
                .put("result", lowerCaseName(receipt.ending()));
        var steps = json.putArray("steps");
        for (var step : receipt.steps()) {
            var line = steps.addObject().put("words", step.planned().text())
                    .put("object", step.planned().step().object().toString())
                    .put("result", lowerCaseName(step.progress()));
            if (!step.text().isEmpty()) {
                line.put("says", step.text());
            }
            var problem = step.problem();
            line.set("problem", problem == null ? null : ProblemJsonFormatter.toJson(problem));
        }
        receipt.lastingEffects().forEach(json.putArray("leaves")::add);
        // What was done to the simulated cluster is gone with it by the time that somebody reads this.
        var undo = receipt.undo().filter(_ -> !cluster.isSimulated());
        json.put("undo", undo.map(ChangeIntent::summaryText).orElse(null)).put("undoCommand",
                undo.map(this::undoCommand).orElse(null));
        var problems = json.putArray("problems");
        receipt.problems().forEach(problem -> problems.add(ProblemJsonFormatter.toJson(problem)));
        return TerminalSafeJsonFormatter.format(json);
    }

    private String undoCommand(ChangeIntent undo) {
        if (undo instanceof CompositeIntent(var parts)) {
            return parts.stream().map(this::undoCommand).collect(Collectors.joining("; "));
        }
        return cluster.targetCommand(undo.commandLine());
    }

    private static String lowerCaseName(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
