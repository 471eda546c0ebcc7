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
import tessera.model.WordListJoiner;
import tessera.plan.context.ReferencedObjectReader.ServedKind;
import tessera.plan.intent.WorkloadLaunchIntent;
import tessera.plan.intent.WorkloadLaunchIntent.LaunchWorkloadIntent;
import tessera.plan.intent.WorkloadLaunchIntent.LaunchedObject;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.step.ExpectedClusterState;
import tessera.plan.step.PlanStep;

/** Plans a launch: creates each object, then waits for the pods. Pure. */
final class WorkloadLaunchPlanner {

    private final LaunchWorkloadIntent intent;
    private final WorkloadLaunchPlannerInput input;
    private final List<PlanStepWithUndo> steps = new ArrayList<>();
    private final List<PlanStepWithUndo> waits = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
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
        warnings.addAll(input.problemTexts());
        steps.addAll(waits);
        return new ChangePlan(intent, refusals.isEmpty() ? steps : List.of(),
                refusals.isEmpty() ? steps.stream().map(step -> step.step().commandLine()).toList() : List.of(),
                PlanEffects.NONE,
                warnings, refusals, "");
    }

    private void addFinding(LintFinding finding) {
        var text = finding.reason() + " (" + finding.rule().id() + ", line " + finding.line() + ")";
        switch (finding.severity()) {
            case ERROR -> refusals.add(new Problem(
                    finding.rule().id().equals("cluster-kind-unknown") ? OperationProblemKind.NOT_FOUND
                            : OperationProblemKind.INVALID,
                    finding.object().isEmpty() ? finding.reason() : finding.object() + ": " + text, "",
                    finding.fix().map(fix -> fix.description() + ": tessera lint --fix does.")
                            .orElseGet(finding::remedyText)));
            case WARNING -> warnings.add(finding.object() + ": " + text);
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
        var by = input.existing().stream().collect(Collectors.groupingBy(ObjectRef::namespace, LinkedHashMap::new,
                Collectors.toList()));
        var words = by.entrySet().stream().map(each -> "%s %s there already%s".formatted(
                WordListJoiner.joinWords(each.getValue().stream().map(WorkloadLaunchPlanner::objectName).toList(),
                        " and "),
                each.getValue().size() > 1 ? "are" : "is", each.getKey().isEmpty() ? "" : " in " + each.getKey()));
        var first = input.existing().getFirst();
        refusals.add(Problem.of(OperationProblemKind.CONFLICT, words.collect(Collectors.joining("; ")))
                .withRemedy(
                        "Launch it under another name%s, or see what differs and have it become as a file says (tessera plan edit %s -f FILE%s)."
                                .formatted(withdrawCommandsText(by), objectName(first).toLowerCase(Locale.ROOT),
                                        namespaceOption(first.namespace()))));
    }

    /** Returns the commands that delete existing objects, without cluster-scoped ones, which others may need. */
    private static String withdrawCommandsText(Map<String, List<ObjectRef>> by) {
        var commands = by.entrySet().stream().filter(each -> !each.getKey().isEmpty())
                .map(WorkloadLaunchPlanner::withdrawalCommand)
                .toList();
        if (commands.isEmpty()) {
            return "";
        }
        return ", delete what is there (%s)".formatted(String.join("; ", commands));
    }

    private static String withdrawalCommand(Map.Entry<String, List<ObjectRef>> each) {
        return "tessera plan launch " + each.getValue().stream()
                .map(one -> "--withdraw " + new LaunchedObject(one.apiVersion(), one.kind(), one.name()))
                .collect(Collectors.joining(" ")) + namespaceOption(each.getKey());
    }

    private static String objectName(ObjectRef object) {
        return object.kind() + "/" + object.name();
    }

    private static String namespaceOption(String namespace) {
        return namespace.isEmpty() ? "" : " -n " + namespace;
    }

    private void addCreateSteps(ManifestKubernetesObject object, ServedKind kind) {
        if (object.at("metadata", "name").text().isEmpty()) {
            refusals.add(Problem.of(OperationProblemKind.INVALID, object.objectName() + " has no name of its own")
                    .withRemedy("Name it, so that it can be followed and taken back."));
            return;
        }
        var reference = referenceTo(intent, object, kind);
        var namespace = reference.namespace();
        var body = (ObjectNode) ManifestJsonConverter.toTree(object.root());
        if (kind.namespaced()) {
            body.withObjectProperty("metadata").put("namespace", namespace);
        }
        steps.add(new PlanStepWithUndo(new PlanStep.CreateObjectStep(reference, body.toString()),
                "Create " + object.objectName(),
                object.objectName() + " is there",
                Optional.of(new WorkloadLaunchIntent.DeleteLaunchedWorkloadIntent(namespace,
                        List.of(new LaunchedObject(object.apiVersion(), object.kind(), object.name()))))));
        int pods = object.templates().stream().mapToInt(PodTemplateReplicaCounter::count).sum();
        if (pods > 0 && !intent.timeout().isZero()) {
            var runs = new ExpectedClusterState.PodStartExpectation(pods);
            waits.add(PlanStepWithUndo.temporaryStep(
                    new PlanStep.AwaitClusterStateStep(reference, runs, intent.timeout()),
                    "Wait until " + runs.conditionText(reference)));
        }
    }
}
