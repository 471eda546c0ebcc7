package tessera.plan.launch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.lint.finding.LintFinding;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.PodTemplateReplicaCounter;
import tessera.lint.source.ManifestJsonConverter;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.plan.context.ReferencedObjectReader.ServedKind;
import tessera.plan.intent.WorkloadLaunchIntent;
import tessera.plan.intent.WorkloadLaunchIntent.LaunchWorkloadIntent;
import tessera.plan.intent.WorkloadLaunchIntent.LaunchedObject;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.step.ExpectedClusterState;
import tessera.plan.step.PlanStep;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.text.Reason;

/** Plans a launch: creates each object, then waits for the pods. Pure. */
final class WorkloadLaunchPlanner {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WorkloadLaunchPlanner.class);
    private final LaunchWorkloadIntent intent;
    private final WorkloadLaunchPlannerInput input;
    private final List<PlanStepWithUndo> steps = new ArrayList<>();
    private final List<PlanStepWithUndo> waits = new ArrayList<>();
    private final List<Reason> warnings = new ArrayList<>();
    private final List<Problem> refusals = new ArrayList<>();

    private WorkloadLaunchPlanner(LaunchWorkloadIntent intent, WorkloadLaunchPlannerInput input) {
        this.intent = intent;
        this.input = input;
    }

    static ChangePlan plan(LaunchWorkloadIntent intent, WorkloadLaunchPlannerInput input) {
        return new WorkloadLaunchPlanner(intent, input).createPlan();
    }

    private ChangePlan createPlan() {
        input.findings().forEach(this::addFinding);
        refuseExisting();
        for (var object : input.manifest().objects()) {
            var known = input.kinds().getOrDefault(object.apiVersion() + "/" + object.kind(), Optional.empty());
            known.ifPresent(kind -> addCreateSteps(object, kind));
        }
        var capacityCheck = new WorkloadLaunchCapacityCheck(input, intent.namespace());
        warnings.addAll(capacityCheck.warnings());
        warnings.addAll(input.gaps());
        steps.addAll(waits);
        return new ChangePlan(intent, refusals.isEmpty() ? steps : List.of(),
                refusals.isEmpty() ? steps.stream().map(step -> step.step().commandLine()).toList() : List.of(),
                PlanEffects.NONE, warnings, refusals, "");
    }

    private void addFinding(LintFinding finding) {
        switch (finding.severity()) {
            case ERROR -> refusals.add(Problem.of(
                    finding.rule().id().equals("cluster-kind-unknown") ? OperationProblemKind.NOT_FOUND
                            : OperationProblemKind.INVALID,
                    finding.toReasonWithPlace().withRemedy(finding.fix()
                            .map(fix -> MESSAGES.text("fix", fix.description())).orElseGet(finding::remedyText))));
            case WARNING -> warnings.add(finding.toReasonWithPlace());
            case HINT -> {
                // Nobody who launches something wants to hear of it now.
            }
        }
    }

    static ObjectRef referenceTo(LaunchWorkloadIntent intent, ManifestKubernetesObject object, ServedKind kind) {
        String namespace;
        if (!kind.namespaced()) {
            namespace = "";
        } else if (object.namespace().isEmpty()) {
            namespace = intent.namespace();
        } else {
            namespace = object.namespace();
        }
        return new ObjectRef(object.apiVersion(), object.kind(), kind.plural(), namespace, object.name());
    }

    /** Refuses the plan with one problem for all objects that exist already. */
    private void refuseExisting() {
        if (input.existing().isEmpty()) {
            return;
        }
        var by = input.existing().stream()
                .collect(Collectors.groupingBy(ObjectRef::namespace, LinkedHashMap::new, Collectors.toList()));
        var places = by.entrySet().stream()
                .map(each -> new WorkloadLaunchRefusal.ExistingObjectsOfNamespace(
                        each.getValue().stream().map(WorkloadLaunchPlanner::objectName).toList(), each.getKey()))
                .toList();
        var first = input.existing().getFirst();
        refusals.add(Problem.of(OperationProblemKind.CONFLICT,
                new WorkloadLaunchRefusal.LaunchedObjectsExist(places, withdrawalCommands(by),
                        "tessera plan %s %s -f FILE%s".formatted("edit", objectName(first).toLowerCase(Locale.ROOT),
                                namespaceOption(first.namespace())))));
    }

    /** Returns the commands that delete existing objects, without cluster-scoped ones, which others may need. */
    private static List<String> withdrawalCommands(Map<String, List<ObjectRef>> by) {
        return by.entrySet().stream().filter(each -> !each.getKey().isEmpty())
                .map(WorkloadLaunchPlanner::withdrawalCommand).toList();
    }

    private static String withdrawalCommand(Map.Entry<String, List<ObjectRef>> each) {
        return "tessera plan %s %s%s".formatted("launch",
                each.getValue().stream()
                        .map(one -> "--withdraw " + new LaunchedObject(one.apiVersion(), one.kind(), one.name()))
                        .collect(Collectors.joining(" ")),
                namespaceOption(each.getKey()));
    }

    private static String objectName(ObjectRef object) {
        return object.kind() + "/" + object.name();
    }

    private static String namespaceOption(String namespace) {
        return OptionalText.prefixed(" -n ", namespace);
    }

    private void addCreateSteps(ManifestKubernetesObject object, ServedKind kind) {
        if (object.at("metadata", "name").text().isEmpty()) {
            refusals.add(Problem.of(OperationProblemKind.INVALID,
                    new WorkloadLaunchRefusal.LaunchedObjectUnnamed(object.objectName())));
            return;
        }
        var reference = referenceTo(intent, object, kind);
        var namespace = reference.namespace();
        var body = (ObjectNode) ManifestJsonConverter.toTree(object.root());
        if (kind.namespaced()) {
            body.withObjectProperty("metadata").put("namespace", namespace);
        }
        steps.add(new PlanStepWithUndo(new PlanStep.CreateObjectStep(reference, body.toString()),
                MESSAGES.text("step.create", object.objectName()), MESSAGES.text("step.created", object.objectName()),
                Optional.of(new WorkloadLaunchIntent.DeleteLaunchedWorkloadIntent(namespace,
                        List.of(new LaunchedObject(object.apiVersion(), object.kind(), object.name()))))));
        int pods = object.templates().stream().mapToInt(PodTemplateReplicaCounter::count).sum();
        if (pods > 0 && !intent.timeout().isZero()) {
            var runs = new ExpectedClusterState.PodStartExpectation(pods);
            waits.add(PlanStepWithUndo.temporaryStep(
                    new PlanStep.AwaitClusterStateStep(reference, runs, intent.timeout()),
                    MESSAGES.text("step.wait", runs.conditionText(reference))));
        }
    }
}
