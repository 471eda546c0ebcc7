package tessera.plan.launch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.plan.intent.WorkloadLaunchIntent.DeleteLaunchedWorkloadIntent;
import tessera.plan.intent.WorkloadLaunchIntent.LaunchedObject;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.step.PlanStep;
import tessera.text.MessageCatalog;

/** Plans the withdrawal of launched objects; their dependents are deleted with them. Pure. */
final class LaunchedWorkloadRemovalPlanner {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LaunchedWorkloadRemovalPlanner.class);
    private static final String OURS = "tessera";

    private final DeleteLaunchedWorkloadIntent intent;
    private final LaunchedWorkloadRemovalInput input;
    private final List<PlanStepWithUndo> steps = new ArrayList<>();
    private final List<Problem> refusals = new ArrayList<>();
    private final List<WorkloadLaunchWarning> warnings = new ArrayList<>();
    private final List<PodEffect> pods = new ArrayList<>();

    private LaunchedWorkloadRemovalPlanner(DeleteLaunchedWorkloadIntent intent, LaunchedWorkloadRemovalInput input) {
        this.intent = intent;
        this.input = input;
    }

    static ChangePlan plan(DeleteLaunchedWorkloadIntent intent, LaunchedWorkloadRemovalInput input) {
        var planner = new LaunchedWorkloadRemovalPlanner(intent, input);
        intent.objects().forEach(planner::addDeleteSteps);
        boolean refused = !planner.refusals.isEmpty();
        return new ChangePlan(intent, refused ? List.of() : planner.steps,
                planner.steps.stream().map(step -> step.step().commandLine()).toList(),
                refused ? PlanEffects.NONE
                        : new PlanEffects(planner.pods.stream().distinct().sorted(PodEffect.WORST_FIRST).toList(),
                                List.of()),
                planner.warnings, planner.refusals, "");
    }

    private void addDeleteSteps(LaunchedObject object) {
        var known = input.kindOf(object);
        if (known.isEmpty()) {
            refusals.add(Problem.of(OperationProblemKind.NOT_FOUND,
                    new WorkloadLaunchRefusal.WithdrawnKindUnknown(object.kind(), object.apiVersion())));
            return;
        }
        var text = object.kind() + "/" + object.name();
        if (!known.get().namespaced()) {
            refusals.add(Problem.of(OperationProblemKind.INVALID,
                    new WorkloadLaunchRefusal.WithdrawnObjectNotNamespaced(text)));
            return;
        }
        var problem = input.readProblems().get(object);
        var there = input.objects().get(object);
        if (problem == null && there == null) {
            warnings.add(new WorkloadLaunchWarning.LaunchedObjectGone(text));
            return;
        }
        if (problem != null) {
            warnings.add(new WorkloadLaunchWarning.LaunchedObjectUnread(text, problem.toReason()));
        }
        var reference = new ObjectRef(object.apiVersion(), object.kind(), known.get().plural(), intent.namespace(),
                object.name());
        var uid = there == null ? "" : there.at("/metadata/uid").asText();
        steps.add(new PlanStepWithUndo(new PlanStep.DeleteObjectStep(reference, uid),
                MESSAGES.text("step.delete", text), MESSAGES.text("step.deleted", text), Optional.empty()));
        if (object.kind().equals("PersistentVolumeClaim")) {
            warnings.add(new WorkloadLaunchWarning.StoredDataLost(text));
        }
        if (there != null) {
            refuseForeign(text, there);
            addPodEffects(object, there);
        }
    }

    /** Refuses an object that someone else may have created under the same name since. */
    private void refuseForeign(String text, JsonNode object) {
        var managers = new TreeSet<String>();
        object.at("/metadata/managedFields").forEach(entry -> managers.add(entry.path("manager").asText()));
        if (!managers.isEmpty() && !managers.contains(OURS)) {
            warnings.add(new WorkloadLaunchWarning.ObjectOfOthers(text, List.copyOf(managers),
                    object.at("/metadata/creationTimestamp").asText()));
        }
    }

    private void addPodEffects(LaunchedObject object, JsonNode content) {
        input.input().snapshot().pods()
                .filter(pod -> pod.namespace().equals(intent.namespace()) && belongsTo(pod, object, content))
                .filter(pod -> !pod.phase().isTerminal()).forEach(pod -> {
                    long accelerators = input.input().countAccelerators(pod);
                    pods.add(new PodEffect(pod, PodFate.ENDED, PodEffect.workConcerns(pod, accelerators), accelerators,
                            List.of(), MESSAGES.reason("pod.deleted", object.kind() + "/" + object.name())));
                });
    }

    /** Returns whether a pod is the object, or was created for it, directly or through others. */
    private static boolean belongsTo(PodSummary pod, LaunchedObject object, JsonNode content) {
        var owner = pod.owner();
        if (object.kind().equals("Pod")) {
            return pod.name().equals(object.name());
        }
        if (owner.kind().equals(object.kind()) && owner.name().equals(object.name())) {
            return true;
        }
        var between = Map.of("Deployment", "ReplicaSet", "CronJob", "Job", "JobSet", "Job").get(object.kind());
        return owner.kind().equals(between) && owner.name().startsWith(object.name() + "-")
                && matchesSelector(pod, content.at("/spec/selector/matchLabels"));
    }

    private static boolean matchesSelector(PodSummary pod, JsonNode labels) {
        return labels.properties().stream()
                .allMatch(label -> label.getValue().asText().equals(pod.labels().get(label.getKey())));
    }
}
