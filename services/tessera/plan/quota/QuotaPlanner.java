package tessera.plan.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import tessera.model.JsonPointers;
import tessera.model.ObjectRef;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.NamespacePolicyIntent.ObjectExistenceRequirement;
import tessera.plan.intent.NamespacePolicyIntent.SetQuotaIntent;
import tessera.plan.intent.WorkloadLaunchIntent.DeleteLaunchedWorkloadIntent;
import tessera.plan.intent.WorkloadLaunchIntent.LaunchedObject;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.step.ExpectedClusterState;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStep.ObjectPatchFormat;
import tessera.quota.QuotaKey;
import tessera.quota.QuotaKey.CountedUnit;
import tessera.text.MessageCatalog;

/** Plans a ResourceQuota: a new one, or only the changed amounts. Pure. */
final class QuotaPlanner {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(QuotaPlanner.class);
    private static final Duration COUNTING = Duration.ofMinutes(1);

    private final SetQuotaIntent intent;
    private final NamespacePolicyPlannerInput input;
    private final ObjectRef object;

    QuotaPlanner(SetQuotaIntent intent, NamespacePolicyPlannerInput input) {
        this.intent = intent;
        this.input = input;
        object = QuotaAndLimitObjectBuilder.quotaRef(intent.namespace(), intent.name());
    }

    ChangePlan plan() {
        var problemCollector = new NamespacePolicyProblemCollector(input, intent.namespace());
        problemCollector.checkNamespace();
        problemCollector.checkObjectName(intent.name());
        problemCollector.checkExpectedState(intent.expectedState(), object);
        problemCollector.checkAmounts(intent.hard());
        problemCollector.addFindings();
        problemCollector.checkQuota(intent);
        var steps = problemCollector.refusals().isEmpty() ? steps(Optional.empty()) : List.<PlanStepWithUndo>of();
        return new ChangePlan(intent, steps,
                steps.stream().filter(step -> !(step.step() instanceof PlanStep.AwaitClusterStateStep))
                        .map(step -> step.step().commandLine()).toList(),
                PlanEffects.NONE, steps.isEmpty() ? List.of() : problemCollector.warnings(),
                problemCollector.refusals(), "");
    }

    /** @param undo what takes it back; empty for what follows from the quota alone */
    List<PlanStepWithUndo> steps(Optional<ChangeIntent> undo) {
        var there = input.findObject(object.resource(), object.name());
        var steps = new ArrayList<PlanStepWithUndo>();
        var made = there.isEmpty() ? createStep(undo) : changeStep(there.get(), undo);
        made.ifPresent(step -> {
            steps.add(step);
            steps.addAll(waitSteps(there));
        });
        return steps;
    }

    private Optional<PlanStepWithUndo> createStep(Optional<ChangeIntent> undo) {
        var body = QuotaAndLimitObjectBuilder.quotaBody(object, intent.hard());
        if (body.at("/spec/hard").isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new PlanStepWithUndo(new PlanStep.CreateObjectStep(object, body.toString()),
                MESSAGES.text("step.create", object), MESSAGES.text("step.created", object),
                Optional.of(undo.orElseGet(() -> new DeleteLaunchedWorkloadIntent(intent.namespace(),
                        List.of(new LaunchedObject("v1", "ResourceQuota", object.name())))))));
    }

    private Optional<PlanStepWithUndo> changeStep(JsonNode quota, Optional<ChangeIntent> undo) {
        var before = new TreeMap<String, String>();
        var relied = new LinkedHashMap<String, String>();
        var body = new JsonMapper().createObjectNode();
        var version = quota.at("/metadata/resourceVersion").asText("");
        body.putObject("metadata").put("resourceVersion", version);
        ObjectNode hard = body.putObject("spec").putObject("hard");
        intent.hard().forEach((key, amount) -> {
            var was = quota.at("/spec/hard").path(key);
            if (!was.asText("").equals(amount)) {
                hard.set(key, amount.isEmpty() ? JsonNodeFactory.instance.nullNode()
                        : JsonNodeFactory.instance.textNode(amount));
                before.put(key, was.asText(""));
                relied.put("/spec/hard/" + JsonPointers.escape(key), was.isMissingNode() ? "null" : was.toString());
            }
        });
        if (before.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new PlanStepWithUndo(
                new PlanStep.PatchObjectStep(object, "", ObjectPatchFormat.MERGE, body.toString(), relied),
                MESSAGES.text("step.change", object), MESSAGES.text("step.allows", object, allowedTexts()),
                Optional.of(undo.orElseGet(() -> new SetQuotaIntent(intent.namespace(), object.name(), before)
                        .withExpectedState(ObjectExistenceRequirement.THERE)))));
    }

    private List<String> allowedTexts() {
        var texts = new ArrayList<String>();
        intent.hard().forEach((key, amount) -> texts
                .add(amount.isEmpty() ? MESSAGES.text("step.unlimited", key) : amount + " " + key));
        return texts;
    }

    /** Returns the wait until the quota controller has counted; until then the quota admits nothing, or what it admitted before. */
    private List<PlanStepWithUndo> waitSteps(Optional<JsonNode> there) {
        var steps = new ArrayList<PlanStepWithUndo>();
        for (var entry : intent.hard().entrySet()) {
            var key = entry.getKey();
            var amount = entry.getValue();
            boolean same = there.filter(quota -> quota.at("/spec/hard").path(key).asText("").equals(amount))
                    .isPresent();
            if (!amount.isEmpty() && !same && new QuotaKey(key).countedUnit() == CountedUnit.DEVICES) {
                steps.add(PlanStepWithUndo.temporaryStep(
                        new PlanStep.AwaitClusterStateStep(object,
                                new ExpectedClusterState.FieldValueExpectation(
                                        "/status/hard/" + JsonPointers.escape(key), amount),
                                COUNTING),
                        MESSAGES.text("step.counting", key, amount)));
            }
        }
        return steps;
    }
}
