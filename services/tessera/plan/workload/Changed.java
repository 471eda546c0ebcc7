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
import tessera.model.Problem.Kind;
import tessera.plan.draft.Effects;
import tessera.plan.draft.Plan;
import tessera.plan.draft.PodEffect;
import tessera.plan.draft.PodEffect.Fate;
import tessera.plan.intent.WorkloadIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.step.Step;
import tessera.plan.step.Step.Form;
import tessera.plan.survey.Survey;
import tessera.plan.survey.WorkloadObject;

/**
 * Something that makes pods and is to be changed, and what plans for it are put together of. Pure.
 *
 * @param pods its own, those that have ended left out
 */
record Changed(WorkloadKind kind, WorkloadObject object, List<PodFacts> pods, Survey survey) {

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

    Step.Patch patch(Map<String, @Nullable Object> relied, Consumer<ObjectNode> content) {
        var body = JSON.createObjectNode();
        body.putObject("metadata").put("resourceVersion", object.resourceVersion());
        content.accept(body);
        var fields = new HashMap<String, String>();
        relied.forEach((pointer, value) -> fields.put(pointer, JSON.valueToTree(value).toString()));
        return new Step.Patch(object.object(), "", Form.MERGE, body.toString(), fields);
    }

    Effects effects(List<PodFacts> those, Fate fate, String words) {
        return new Effects(those.stream().map(pod -> {
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

    Plan refused(WorkloadIntent intent, String why) {
        return refused(intent, invalid(why, ""));
    }

    Plan refused(WorkloadIntent intent, Problem why) {
        return new Plan(intent, List.of(), List.of(), Effects.NONE, List.of(), List.of(why), "");
    }

    static Problem invalid(String headline, String remedy) {
        return new Problem(Kind.INVALID, headline, "", remedy);
    }
}
