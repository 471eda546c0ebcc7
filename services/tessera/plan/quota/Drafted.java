package tessera.plan.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import tessera.model.ObjectRef;
import tessera.plan.draft.Effects;
import tessera.plan.draft.Plan;
import tessera.plan.draft.PlannedStep;
import tessera.plan.intent.Intent;
import tessera.plan.intent.LaunchIntent.Launched;
import tessera.plan.intent.LaunchIntent.Withdraw;
import tessera.plan.intent.QuotaIntent;
import tessera.plan.step.MergePatch;
import tessera.plan.step.Step;
import tessera.plan.step.Step.Form;

/** A plan about one object that bounds or protects: made anew, or changed where it differs. */
record Drafted(QuotaIntent intent, ObjectRef object, Doubts doubts) {

    Plan made(ObjectNode body) {
        return plan(List.of(new PlannedStep(new Step.Create(object, body.toString()), "Make " + object,
                object + " is there", Optional.of(new Withdraw(intent.namespace(),
                        List.of(new Launched(object.apiVersion(), object.kind(), object.name())))))));
    }

    /** @param undo what makes it as it was */
    Plan changed(JsonNode before, JsonNode after, Intent undo) {
        var changes = MergePatch.between(before, after);
        if (changes.body().isEmpty()) {
            return plan(List.of());
        }
        changes.body().withObjectProperty("metadata").put("resourceVersion",
                before.at("/metadata/resourceVersion").asText(""));
        return plan(List.of(new PlannedStep(
                new Step.Patch(object, "", Form.MERGE, changes.body().toString(), changes.relied()),
                "Change " + object, object + " is as it was wanted", Optional.of(undo))));
    }

    Plan refused() {
        return plan(List.of());
    }

    private Plan plan(List<PlannedStep> wanted) {
        var refusals = doubts.refusals();
        var steps = refusals.isEmpty() ? wanted : List.<PlannedStep>of();
        return new Plan(intent, steps, steps.stream().map(step -> step.step().command()).toList(), Effects.NONE,
                steps.isEmpty() ? List.of() : doubts.warnings(), refusals, "");
    }
}
