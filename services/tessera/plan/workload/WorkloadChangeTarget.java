package tessera.plan.workload;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.model.PodSummary;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.WorkloadObjectState;
import tessera.plan.intent.WorkloadChangeIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStep.ObjectPatchFormat;

/**
 * A workload to change, and the building blocks of plans for it. Pure.
 *
 * @param pods its own, those that have ended left out
 */
record WorkloadChangeTarget(WorkloadKind kind, WorkloadObjectState object, List<PodSummary> pods,
        NodeAndPodPlannerInput input) {

    private static final JsonMapper JSON = new JsonMapper();

    String name() {
        return object.object().name();
    }

    /** Returns the object in kubectl's form. */
    String kubectlName() {
        return kind.kubectlName() + "/" + name();
    }

    /** Returns the fields that must be as read: at least the uid. */
    Map<String, @Nullable Object> preconditions() {
        var relied = new HashMap<String, @Nullable Object>();
        relied.put("/metadata/uid", object.uid());
        return relied;
    }

    PlanStep.PatchObjectStep patchOf(Map<String, @Nullable Object> relied, Consumer<ObjectNode> content) {
        var body = JSON.createObjectNode();
        body.putObject("metadata").put("resourceVersion", object.resourceVersion());
        content.accept(body);
        var fields = new HashMap<String, String>();
        relied.forEach((pointer, value) -> fields.put(pointer, JSON.valueToTree(value).toString()));
        return new PlanStep.PatchObjectStep(object.object(), "", ObjectPatchFormat.MERGE, body.toString(), fields);
    }

    PlanEffects effectsOn(List<PodSummary> those, PodFate podFate, RemovedPodOutcome outcome) {
        return new PlanEffects(those.stream().map(pod -> {
            long accelerators = input.countAccelerators(pod);
            if (pod.deleting() != null) {
                return new PodEffect(pod, PodFate.ENDED, Set.of(), accelerators, List.of(),
                        new RemovedPodOutcome.AlreadyTerminating());
            }
            return new PodEffect(pod, podFate, PodEffect.workConcerns(pod, accelerators), accelerators, List.of(),
                    outcome);
        }).sorted(PodEffect.WORST_FIRST).toList(), List.of());
    }

    /** Warns of an owner that may revert the change. */
    List<WorkloadChangeWarning> warnings() {
        var warnings = new ArrayList<WorkloadChangeWarning>();
        if (object.owner().exists()) {
            warnings.add(new WorkloadChangeWarning.OwnerMayRevert(object.owner().kind(), object.owner().name()));
        }
        return warnings;
    }

    static ChangePlan refusedPlan(WorkloadChangeIntent intent, WorkloadChangeRefusal refusal) {
        return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, List.of(), List.of(refusal.toProblem()),
                "");
    }
}
