package tessera.plan.workload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tessera.gpu.AcceleratorCatalog;
import tessera.lint.ManifestLinter;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintSeverity;
import tessera.lint.manifest.KubernetesManifest;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.model.ClusterSnapshot;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.plan.context.FieldManagerReader;
import tessera.plan.context.LintClusterContextReader;
import tessera.plan.context.PlannerInputReader;
import tessera.plan.context.ReferencedObjectReader;
import tessera.plan.intent.EditObjectIntent;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.WorkloadChangeIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.node.NodePlanService;
import tessera.plan.step.MergePatch;
import tessera.plan.step.PlanStep;
import tessera.text.OptionalText;
import tessera.text.Reason;

/**
 * Plans edits and their effects: an edited replica count affects pods as scaling does. Safe for
 * use by several threads.
 */
public final class ObjectEditPlanService {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String VERSION = "/metadata/resourceVersion";
    private static final String REPLICAS = "/spec/replicas";

    private final PlannerInputReader inputReader;
    private final Supplier<ClusterSnapshot> snapshot;
    private final ManifestLinter linter;
    private final ImpliedChangePlanServices meanings;

    /**
     * The planners of changes that an edit can imply.
     *
     * @param nodes     taints and the like
     * @param workloads scaling and the like
     */
    public record ImpliedChangePlanServices(NodePlanService nodes, WorkloadPlanService workloads) {}

    public ObjectEditPlanService(PlannerInputReader inputReader, Supplier<ClusterSnapshot> snapshot,
            AcceleratorCatalog accelerators, ImpliedChangePlanServices meanings) {
        this.inputReader = inputReader;
        this.snapshot = snapshot;
        this.meanings = meanings;
        linter = new ManifestLinter(accelerators);
    }

    /** Plans an edit; waits for the server. */
    public ChangePlan plan(EditObjectIntent intent, Instant now) throws ProblemException, InterruptedException {
        var live = readLive(intent);
        var draft = ObjectEditPlanner.plan(intent, live.object());
        if (draft.steps().isEmpty() || !(draft.steps().getFirst().step() instanceof PlanStep.PatchObjectStep patch)) {
            return draft;
        }
        var body = parseJson(patch.body());
        var whole = draft;
        JsonNode before = ObjectEditPlanner.parseObject(intent.before()).orElse(MissingNode.getInstance());
        var after = ObjectEditPlanner.parseObject(intent.after());
        for (var meaning : impliedIntents(intent, body, draft.steps().size() > 1)) {
            whole = addImpliedEffects(whole, () -> meanings.workloads().plan(meaning, now, after));
        }
        if (intent.object().kind().equals("Node")) {
            for (var meaning : ImpliedNodeIntentFinder.impliedBy(intent.object().name(), before,
                    after.orElse(before))) {
                whole = addImpliedEffects(whole, () -> meanings.nodes().plan(meaning));
            }
        }
        if (intent.object().kind().equals("Pod")) {
            whole = whole.withWarnings(OrphaningLabelChangeCheck
                    .findOrphaning(inputReader.manifests(), before, after.orElse(before)).stream().toList());
        }
        boolean scales = WorkloadKind.of(intent.object()).filter(WorkloadKind::canScale).isPresent();
        return withCommentedOwners(whole, ownerWarnings(live, body, Set.of(VERSION)))
                .withWarnings(ownerWarnings(live, body, scales ? Set.of(VERSION, REPLICAS) : Set.of(VERSION)))
                .withWarnings(findNewProblems(intent));
    }

    /** Returns the plan with the other field managers as comments in its commands, for whoever runs them by hand. */
    private static ChangePlan withCommentedOwners(ChangePlan plan, List<ObjectEditWarning> others) {
        var commands = new ArrayList<>(others.stream().map(warning -> "# " + warning.text()).toList());
        commands.addAll(plan.commands());
        return new ChangePlan(plan.intent(), plan.steps(), commands, plan.effects(), plan.warnings(), plan.refusals(),
                plan.confirmationText());
    }

    /**
     * Returns the intents that would have the same effect.
     *
     * @param anew whether its pods are replaced
     */
    private static List<WorkloadChangeIntent> impliedIntents(EditObjectIntent intent, JsonNode body, boolean anew) {
        var kind = WorkloadKind.of(intent.object());
        if (kind.isEmpty()) {
            return List.of();
        }
        var timeout = WorkloadChangeIntent.USUAL_PATIENCE;
        var meanings = new ArrayList<WorkloadChangeIntent>();
        if (anew) {
            meanings.add(new WorkloadChangeIntent.RestartWorkloadIntent(intent.object(), timeout));
        }
        if (kind.get().canScale() && body.at(REPLICAS).isInt()) {
            meanings.add(
                    new WorkloadChangeIntent.ScaleWorkloadIntent(intent.object(), body.at(REPLICAS).asInt(), timeout));
        }
        kind.get().suspensionRules().filter(suspension -> !body.at(suspension.field()).isMissingNode())
                .ifPresent(suspension -> meanings.add(suspension.isSuspended(body)
                        ? new WorkloadChangeIntent.SuspendWorkloadIntent(intent.object(), timeout)
                        : new WorkloadChangeIntent.ResumeWorkloadIntent(intent.object(), timeout)));
        return meanings;
    }

    /** Plans an implied intent. */
    private interface ImpliedChangePlanner {
        ChangePlan plan() throws ProblemException, InterruptedException;
    }

    /**
     * Adds the effects and waits of an implied intent. Of what makes pods refusals stay those of the edit, as the server is asked
     * about it; of nodes it does not know what some labels bring about.
     */
    private static ChangePlan addImpliedEffects(ChangePlan draft, ImpliedChangePlanner meaning)
            throws InterruptedException {
        ChangePlan plan;
        try {
            plan = meaning.plan();
        } catch (ProblemException problemException) {
            return draft.withWarnings(
                    List.of(new ObjectEditWarning.EffectOnPodsUnknown(problemException.problem().reason())));
        }
        boolean node = plan.intent() instanceof NodeChangeIntent;
        if (!plan.refusals().isEmpty() && !node) {
            return draft;
        }
        var steps = new ArrayList<>(draft.steps());
        if (steps.stream().noneMatch(step -> step.step() instanceof PlanStep.AwaitClusterStateStep)) {
            plan.steps().stream().filter(step -> step.step() instanceof PlanStep.AwaitClusterStateStep)
                    .forEach(steps::add);
        }
        var warnings = new LinkedHashSet<Reason>(draft.warnings());
        warnings.addAll(plan.warnings());
        var refusals = new ArrayList<>(draft.refusals());
        refusals.addAll(plan.refusals());
        return new ChangePlan(draft.intent(), steps, draft.commands(), effectsOfEdit(node, draft, plan),
                List.copyOf(warnings), refusals,
                OptionalText.orElse(draft.confirmationText(), plan.confirmationText()));
    }

    private static PlanEffects effectsOfEdit(boolean node, ChangePlan draft, ChangePlan plan) {
        if (node) {
            return draft.effects().and(plan.effects());
        }
        if (draft.effects().pods().isEmpty()) {
            return plan.effects();
        }
        return draft.effects();
    }

    /** @param told fields of which all is said already */
    private static List<ObjectEditWarning> ownerWarnings(LiveObject live, JsonNode body, Set<String> told) {
        if (live.problem().isPresent()) {
            return List.of(new ObjectEditWarning.FieldManagersUnknown(live.problem().get().reason()));
        }
        var fields = new LinkedHashMap<String, List<String>>();
        for (var pointer : MergePatch.touchedPointers(body)) {
            if (told.contains(pointer)) {
                continue;
            }
            for (var program : FieldManagerReader.managersOf(live.object(), pointer)) {
                fields.computeIfAbsent(program, _ -> new ArrayList<>()).add(FieldManagerReader.fieldPath(pointer));
            }
        }
        return fields.entrySet().stream().<ObjectEditWarning>map(
                writer -> new ObjectEditWarning.ManagerMayRevert(writer.getKey(), writer.getValue())).toList();
    }

    /**
     * A live object with its managed fields.
     *
     * @param object missing where there is none
     * @param problem    why it could not be read
     */
    private record LiveObject(JsonNode object, Optional<Problem> problem) {}

    private LiveObject readLive(EditObjectIntent intent) throws InterruptedException {
        try {
            var text = inputReader.manifests().readJson(intent.object());
            return new LiveObject(text.isPresent() ? parseJson(text.get()) : MissingNode.getInstance(),
                    Optional.empty());
        } catch (ProblemException problemException) {
            return new LiveObject(MissingNode.getInstance(), Optional.of(problemException.problem()));
        }
    }

    /** Returns the lint findings that the edit introduces. */
    private List<Reason> findNewProblems(EditObjectIntent intent) throws InterruptedException {
        var problems = new ArrayList<Reason>();
        Optional<ManifestTargetCluster> around = Optional.empty();
        try {
            around = Optional.of(new LintClusterContextReader(inputReader).read(snapshot.get(), Map.of(),
                    List.of(KubernetesManifest.read(intent.before()), KubernetesManifest.read(intent.after())),
                    intent.object().namespace()));
        } catch (ProblemException problemException) {
            problems.add(new ObjectEditWarning.ReferencesUnchecked(problemException.problem().toReason()));
        }
        var before = new HashSet<String>();
        for (var finding : linter.check(intent.before(), around)) {
            before.add(findingKey(finding));
        }
        linter.check(intent.after(), around).stream()
                .filter(finding -> finding.severity() != LintSeverity.HINT && !before.contains(findingKey(finding)))
                .map(finding -> new ObjectEditWarning.EditBreaksRule(finding.reasonText(), finding.rule().id(),
                        finding.line()))
                .forEach(problems::add);
        return problems;
    }

    private static String findingKey(LintFinding finding) {
        return finding.rule().id() + finding.reasonText();
    }

    private static JsonNode parseJson(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("malformed patch", e);
        }
    }

    /** Warns if a label change takes a pod from its controller. */
    private static final class OrphaningLabelChangeCheck {

        private static final JsonMapper JSON = new JsonMapper();

        private OrphaningLabelChangeCheck() {}

        static Optional<ObjectEditWarning> findOrphaning(ReferencedObjectReader referenceReader, JsonNode before,
                JsonNode after) throws InterruptedException {
            var labels = ImpliedNodeIntentFinder.readLabels(after);
            if (ImpliedNodeIntentFinder.readLabels(before).equals(labels)) {
                return Optional.empty();
            }
            for (var owner : before.at("/metadata/ownerReferences")) {
                var object = controllerRef(owner, before.at("/metadata/namespace").asText());
                if (!owner.path("controller").asBoolean() || object.isEmpty()) {
                    continue;
                }
                var kind = owner.path("kind").asText();
                var name = owner.path("name").asText();
                try {
                    var text = referenceReader.readJson(object.get());
                    boolean counts = text.isEmpty()
                            || JSON.readTree(text.get()).at("/spec/selector/matchLabels").propertyStream()
                                    .allMatch(label -> label.getValue().asText().equals(labels.get(label.getKey())));
                    return counts ? Optional.empty() : Optional.of(new ObjectEditWarning.EditOrphansPod(kind, name));
                } catch (ProblemException problemException) {
                    return Optional.of(
                            new ObjectEditWarning.OrphanCheckFailed(kind, name, problemException.problem().reason()));
                } catch (JsonProcessingException e) {
                    throw new IllegalStateException("malformed answer", e);
                }
            }
            return Optional.empty();
        }

        private static Optional<ObjectRef> controllerRef(JsonNode owner, String namespace) {
            var name = owner.path("name").asText();
            if (owner.path("kind").asText().equals("ReplicaSet")) {
                return Optional.of(new ObjectRef("apps/v1", "ReplicaSet", "replicasets", namespace, name));
            }
            return WorkloadKind.forKind(owner.path("kind").asText()).map(kind -> kind.objectRef(namespace, name));
        }
    }
}
