package tessera.plan.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import tessera.model.ObjectRef;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.NamespacePolicyIntent;
import tessera.plan.intent.WorkloadLaunchIntent.DeleteLaunchedWorkloadIntent;
import tessera.plan.intent.WorkloadLaunchIntent.LaunchedObject;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.step.MergePatch;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStep.ObjectPatchFormat;
import tessera.text.MessageCatalog;

/** A plan for one bounding or protecting object, created or changed where it differs. */
record NamespacePolicyPlanBuilder(NamespacePolicyIntent intent, ObjectRef object,
        NamespacePolicyProblemCollector checks) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NamespacePolicyPlanBuilder.class);

    ChangePlan createPlan(ObjectNode body) {
        return planOf(List.of(new PlanStepWithUndo(new PlanStep.CreateObjectStep(object, body.toString()),
                MESSAGES.text("step.create", object), MESSAGES.text("step.created", object),
                Optional.of(new DeleteLaunchedWorkloadIntent(intent.namespace(),
                        List.of(new LaunchedObject(object.apiVersion(), object.kind(), object.name())))))));
    }

    /** @param undo what makes it as it was */
    ChangePlan changePlan(JsonNode before, JsonNode after, ChangeIntent undo) {
        var changes = MergePatch.between(before, after);
        if (changes.body().isEmpty()) {
            return planOf(List.of());
        }
        changes.body().withObjectProperty("metadata").put("resourceVersion",
                before.at("/metadata/resourceVersion").asText(""));
        return planOf(List.of(new PlanStepWithUndo(
                new PlanStep.PatchObjectStep(object, "", ObjectPatchFormat.MERGE, changes.body().toString(),
                        changes.preconditions()),
                MESSAGES.text("step.change", object), MESSAGES.text("step.changed", object), Optional.of(undo))));
    }

    ChangePlan refusedPlan() {
        return planOf(List.of());
    }

    private ChangePlan planOf(List<PlanStepWithUndo> wanted) {
        var refusals = checks.refusals();
        var steps = refusals.isEmpty() ? wanted : List.<PlanStepWithUndo>of();
        return new ChangePlan(intent, steps, steps.stream().map(step -> step.step().commandLine()).toList(),
                PlanEffects.NONE, steps.isEmpty() ? List.of() : checks.warnings(), refusals, "");
    }
}
