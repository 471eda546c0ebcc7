package tessera.plan.launch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.lint.finding.Finding;
import tessera.lint.source.Trees;
import tessera.lint.subject.KubeObject;
import tessera.lint.subject.Replicas;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.model.WordList;
import tessera.plan.draft.Effects;
import tessera.plan.draft.Plan;
import tessera.plan.draft.PlannedStep;
import tessera.plan.intent.LaunchIntent;
import tessera.plan.intent.LaunchIntent.Launch;
import tessera.plan.intent.LaunchIntent.Launched;
import tessera.plan.step.Expectation;
import tessera.plan.step.Step;
import tessera.plan.survey.ManifestLookups.KnownKind;

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

    static Plan plan(Launch intent, LaunchSurvey survey) {
        return new LaunchPlanner(intent, survey).plan();
    }

    private Plan plan() {
        survey.findings().forEach(this::heed);
        exists();
        for (var object : survey.manifest().objects()) {
            var known = survey.kinds().getOrDefault(object.apiVersion() + "/" + object.kind(), Optional.empty());
            known.ifPresent(kind -> create(object, kind));
        }
        var room = new Room(survey, intent.namespace());
        warnings.addAll(room.warnings());
        warnings.addAll(survey.gaps());
        steps.addAll(waits);
        return new Plan(intent, refusals.isEmpty() ? steps : List.of(),
                refusals.isEmpty() ? steps.stream().map(step -> step.step().command()).toList() : List.of(),
                Effects.NONE,
                warnings, refusals, "");
    }

    private void heed(Finding finding) {
        var words = finding.reason() + " (" + finding.rule().id() + ", line " + finding.line() + ")";
        switch (finding.severity()) {
            case ERROR -> refusals.add(new Problem(finding.rule().id().equals("cluster-kind-unknown") ? Kind.NOT_FOUND
                    : Kind.INVALID, finding.object().isEmpty() ? finding.reason() : finding.object() + ": " + words, "",
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
                WordList.joined(each.getValue().stream().map(LaunchPlanner::called).toList(), " and "),
                each.getValue().size() > 1 ? "are" : "is", each.getKey().isEmpty() ? "" : " in " + each.getKey()));
        var first = survey.existing().getFirst();
        refusals.add(Problem.of(Kind.CONFLICT, words.collect(Collectors.joining("; ")))
                .withRemedy(
                        "Launch it under another name%s, or see what differs and have it become as a file says (tessera plan edit %s -f FILE%s)."
                                .formatted(withdrawals(by), called(first).toLowerCase(Locale.ROOT),
                                        in(first.namespace()))));
    }

    /** What is in no namespace others may need. */
    private static String withdrawals(Map<String, List<ObjectRef>> by) {
        var commands = by.entrySet().stream().filter(each -> !each.getKey().isEmpty())
                .map(each -> "tessera plan launch " + each.getValue().stream()
                        .map(one -> "--withdraw " + new Launched(one.apiVersion(), one.kind(), one.name()))
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
            refusals.add(Problem.of(Kind.INVALID, object.words() + " has no name of its own")
                    .withRemedy("Name it, so that it can be followed and taken back."));
            return;
        }
        var reference = reference(intent, object, kind);
        var namespace = reference.namespace();
        var body = (ObjectNode) Trees.of(object.root());
        if (kind.namespaced()) {
            body.withObjectProperty("metadata").put("namespace", namespace);
        }
        steps.add(new PlannedStep(new Step.Create(reference, body.toString()), "Create " + object.words(),
                object.words() + " is there", Optional.of(new LaunchIntent.Withdraw(namespace,
                        List.of(new Launched(object.apiVersion(), object.kind(), object.name()))))));
        int pods = object.templates().stream().mapToInt(Replicas::of).sum();
        if (pods > 0 && !intent.patience().isZero()) {
            var runs = new Expectation.Runs(pods);
            waits.add(PlannedStep.passing(new Step.Await(reference, runs, intent.patience()),
                    "Wait until " + runs.words(reference)));
        }
    }
}
