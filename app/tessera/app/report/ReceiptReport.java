package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Locale;
import java.util.stream.Collectors;
import tessera.model.CommandTarget;
import tessera.plan.RunReceipt;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.CompositeIntent;
import tessera.yaml.JsonText;

/** What became of a change. */
public final class ReceiptReport {

    private final RunReceipt receipt;
    private final CommandTarget cluster;

    public ReceiptReport(RunReceipt receipt, CommandTarget cluster) {
        this.receipt = receipt;
        this.cluster = cluster;
    }

    /** For programs; its shape is versioned. */
    public String json() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "Receipt")
                .put("run", receipt.run()).put("context", receipt.context()).put("user", receipt.user())
                .put("verb", receipt.intent().verb()).put("words", receipt.intent().words())
                .put("began", receipt.began().toString()).put("ended", receipt.ended().toString())
                .put("result", lower(receipt.ending()));
        var steps = json.putArray("steps");
        for (var step : receipt.steps()) {
            var line = steps.addObject().put("words", step.planned().words())
                    .put("object", step.planned().step().object().toString()).put("result", lower(step.progress()));
            if (!step.words().isEmpty()) {
                line.put("says", step.words());
            }
            var problem = step.problem();
            line.set("problem", problem == null ? null : ProblemsReport.json(problem));
        }
        receipt.leaves().forEach(json.putArray("leaves")::add);
        // What was done to the simulated cluster is gone with it by the time that somebody reads this.
        var undo = receipt.undo().filter(_ -> !cluster.simulated());
        json.put("undo", undo.map(ChangeIntent::words).orElse(null)).put("undoCommand",
                undo.map(this::command).orElse(null));
        var problems = json.putArray("problems");
        receipt.problems().forEach(problem -> problems.add(ProblemsReport.json(problem)));
        return JsonText.of(json);
    }

    private String command(ChangeIntent undo) {
        if (undo instanceof CompositeIntent(var parts)) {
            return parts.stream().map(this::command).collect(Collectors.joining("; "));
        }
        return cluster.of(undo.command());
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
