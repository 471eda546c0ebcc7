package tessera.plan.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import tessera.model.ObjectRef;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.LaunchIntent.LaunchedObject;
import tessera.plan.intent.LaunchIntent.Withdraw;
import tessera.plan.intent.QuotaIntent;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlannedStep;
import tessera.plan.step.MergePatch;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStep.PatchForm;

/** A plan about one object that bounds or protects: made anew, or changed where it differs. */
record BoundPlan(QuotaIntent intent, ObjectRef object, QuotaWarnings doubts) {

    ChangePlan made(ObjectNode body) {
        return plan(List.of(new PlannedStep(new PlanStep.Create(object, body.toString()), "Make " + object,
                object + " is there", Optional.of(new Withdraw(intent.namespace(),
                        List.of(new LaunchedObject(object.apiVersion(), object.kind(), object.name())))))));
    }

    /** @param undo what makes it as it was */
    ChangePlan changed(JsonNode before, JsonNode after, ChangeIntent undo) {
        var changes = MergePatch.between(before, after);
        if (changes.body().isEmpty()) {
            return plan(List.of());
        }
        changes.body().withObjectProperty("metadata").put("resourceVersion",
                before.at("/metadata/resourceVersion").asText(""));
        return plan(List.of(new PlannedStep(
                new PlanStep.Patch(object, "", PatchForm.MERGE, changes.body().toString(), changes.relied()),
                "Change " + object, object + " is as it was wanted", Optional.of(undo))));
    }

    ChangePlan refused() {
        return plan(List.of());
    }

    private ChangePlan plan(List<PlannedStep> wanted) {
        var refusals = doubts.refusals();
        var steps = refusals.isEmpty() ? wanted : List.<PlannedStep>of();
        return new ChangePlan(intent, steps, steps.stream().map(step -> step.step().command()).toList(),
                PlanEffects.NONE,
                steps.isEmpty() ? List.of() : doubts.warnings(), refusals, "");
    }
}
