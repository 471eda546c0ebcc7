package tessera.plan.workload;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.PlanSurvey;
import tessera.plan.context.WorkloadObject;
import tessera.plan.intent.WorkloadIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.Fate;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStep.PatchForm;

/**
 * Something that makes pods and is to be changed, and what plans for it are put together of. Pure.
 *
 * @param pods its own, those that have ended left out
 */
record WorkloadChange(WorkloadKind kind, WorkloadObject object, List<PodFacts> pods, PlanSurvey survey) {

    private static final JsonMapper JSON = new JsonMapper();

    String name() {
        return object.object().name();
    }

    /** As kubectl is told of it. */
    String typed() {
        return kind.typed() + "/" + name();
    }

    /** What of it must be as it was read: at least that it is the same object. */
    Map<String, @Nullable Object> relied() {
        var relied = new HashMap<String, @Nullable Object>();
        relied.put("/metadata/uid", object.uid());
        return relied;
    }

    PlanStep.Patch patch(Map<String, @Nullable Object> relied, Consumer<ObjectNode> content) {
        var body = JSON.createObjectNode();
        body.putObject("metadata").put("resourceVersion", object.resourceVersion());
        content.accept(body);
        var fields = new HashMap<String, String>();
        relied.forEach((pointer, value) -> fields.put(pointer, JSON.valueToTree(value).toString()));
        return new PlanStep.Patch(object.object(), "", PatchForm.MERGE, body.toString(), fields);
    }

    PlanEffects effects(List<PodFacts> those, Fate fate, String words) {
        return new PlanEffects(those.stream().map(pod -> {
            long accelerators = survey.accelerators(pod);
            return new PodEffect(pod, fate, PodEffect.work(pod, accelerators), accelerators, List.of(), words);
        }).sorted(PodEffect.WORST_FIRST).toList(), List.of());
    }

    /** Who may set back whatever is changed. */
    List<String> warnings() {
        var warnings = new ArrayList<String>();
        if (object.owner().exists()) {
            warnings.add("It belongs to the %s %s, which may set it back".formatted(object.owner().kind(),
                    object.owner().name()));
        }
        return warnings;
    }

    ChangePlan refused(WorkloadIntent intent, String why) {
        return refused(intent, invalid(why, ""));
    }

    ChangePlan refused(WorkloadIntent intent, Problem why) {
        return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, List.of(), List.of(why), "");
    }

    static Problem invalid(String headline, String remedy) {
        return new Problem(ProblemKind.INVALID, headline, "", remedy);
    }
}
