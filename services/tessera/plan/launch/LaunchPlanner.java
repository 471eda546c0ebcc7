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
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.ReplicaCount;
import tessera.lint.source.ValueTrees;
import tessera.model.ListText;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.ManifestLookups.KnownKind;
import tessera.plan.intent.LaunchIntent;
import tessera.plan.intent.LaunchIntent.Launch;
import tessera.plan.intent.LaunchIntent.LaunchedObject;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlannedStep;
import tessera.plan.step.PlanStep;
import tessera.plan.step.StepExpectation;

/** Makes a plan of what is to run: each object is created, then its pods are waited for. Pure. */
final class LaunchPlanner {

    private final Launch intent;
    private final LaunchSurvey survey;
    private final List<PlannedStep> steps = new ArrayList<>();
    private final List<PlannedStep> waits = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final List<Problem> refusals = new ArrayList<>();

    private LaunchPlanner(Launch intent, LaunchSurvey survey) {
        this.intent = intent;
        this.survey = survey;
    }

    static ChangePlan plan(Launch intent, LaunchSurvey survey) {
        return new LaunchPlanner(intent, survey).plan();
    }

    private ChangePlan plan() {
        survey.findings().forEach(this::heed);
        exists();
        for (var object : survey.manifest().objects()) {
            var known = survey.kinds().getOrDefault(object.apiVersion() + "/" + object.kind(), Optional.empty());
            known.ifPresent(kind -> create(object, kind));
        }
        var room = new LaunchRoom(survey, intent.namespace());
        warnings.addAll(room.warnings());
        warnings.addAll(survey.gaps());
        steps.addAll(waits);
        return new ChangePlan(intent, refusals.isEmpty() ? steps : List.of(),
                refusals.isEmpty() ? steps.stream().map(step -> step.step().command()).toList() : List.of(),
                PlanEffects.NONE,
                warnings, refusals, "");
    }

    private void heed(LintFinding finding) {
        var words = finding.reason() + " (" + finding.rule().id() + ", line " + finding.line() + ")";
        switch (finding.severity()) {
            case ERROR -> refusals.add(new Problem(
                    finding.rule().id().equals("cluster-kind-unknown") ? ProblemKind.NOT_FOUND
                            : ProblemKind.INVALID,
                    finding.object().isEmpty() ? finding.reason() : finding.object() + ": " + words, "",
                    finding.fix().map(fix -> fix.words() + ": tessera lint --fix does.").orElseGet(finding::advice)));
            case WARNING -> warnings.add(finding.object() + ": " + words);
            case HINT -> {
                // Nobody who launches something wants to hear of it now.
            }
        }
    }

    static ObjectRef reference(Launch intent, KubeObject object, KnownKind kind) {
        var namespace = !kind.namespaced() ? ""
                : object.namespace().isEmpty() ? intent.namespace() : object.namespace();
        return new ObjectRef(object.apiVersion(), object.kind(), kind.plural(), namespace, object.name());
    }

    /** Said once for all of them: what is created here is what is not there yet. */
    private void exists() {
        if (survey.existing().isEmpty()) {
            return;
        }
        var by = survey.existing().stream().collect(Collectors.groupingBy(ObjectRef::namespace, LinkedHashMap::new,
                Collectors.toList()));
        var words = by.entrySet().stream().map(each -> "%s %s there already%s".formatted(
                ListText.joined(each.getValue().stream().map(LaunchPlanner::called).toList(), " and "),
                each.getValue().size() > 1 ? "are" : "is", each.getKey().isEmpty() ? "" : " in " + each.getKey()));
        var first = survey.existing().getFirst();
        refusals.add(Problem.of(ProblemKind.CONFLICT, words.collect(Collectors.joining("; ")))
                .withRemedy(
                        "Launch it under another name%s, or see what differs and have it become as a file says (tessera plan edit %s -f FILE%s)."
                                .formatted(withdrawals(by), called(first).toLowerCase(Locale.ROOT),
                                        in(first.namespace()))));
    }

    /** What is in no namespace others may need. */
    private static String withdrawals(Map<String, List<ObjectRef>> by) {
        var commands = by.entrySet().stream().filter(each -> !each.getKey().isEmpty())
                .map(each -> "tessera plan launch " + each.getValue().stream()
                        .map(one -> "--withdraw " + new LaunchedObject(one.apiVersion(), one.kind(), one.name()))
                        .collect(Collectors.joining(" ")) + in(each.getKey()))
                .toList();
        return commands.isEmpty() ? ""
                : ", delete what is there (%s)".formatted(String.join("; ", commands));
    }

    private static String called(ObjectRef object) {
        return object.kind() + "/" + object.name();
    }

    private static String in(String namespace) {
        return namespace.isEmpty() ? "" : " -n " + namespace;
    }

    private void create(KubeObject object, KnownKind kind) {
        if (object.at("metadata", "name").text().isEmpty()) {
            refusals.add(Problem.of(ProblemKind.INVALID, object.words() + " has no name of its own")
                    .withRemedy("Name it, so that it can be followed and taken back."));
            return;
        }
        var reference = reference(intent, object, kind);
        var namespace = reference.namespace();
        var body = (ObjectNode) ValueTrees.of(object.root());
        if (kind.namespaced()) {
            body.withObjectProperty("metadata").put("namespace", namespace);
        }
        steps.add(new PlannedStep(new PlanStep.Create(reference, body.toString()), "Create " + object.words(),
                object.words() + " is there", Optional.of(new LaunchIntent.Withdraw(namespace,
                        List.of(new LaunchedObject(object.apiVersion(), object.kind(), object.name()))))));
        int pods = object.templates().stream().mapToInt(ReplicaCount::of).sum();
        if (pods > 0 && !intent.patience().isZero()) {
            var runs = new StepExpectation.Runs(pods);
            waits.add(PlannedStep.passing(new PlanStep.Await(reference, runs, intent.patience()),
                    "Wait until " + runs.words(reference)));
        }
    }
}
