package tessera.plan.operator;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.plan.draft.Effects;
import tessera.plan.draft.Plan;
import tessera.plan.draft.PlannedStep;
import tessera.plan.intent.Intent;
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.intent.ReleaseIntent.SetValues;
import tessera.plan.intent.ReleaseName;
import tessera.plan.step.Expectation;
import tessera.plan.step.HelmWork;
import tessera.plan.step.Step;
import tessera.plan.survey.ReleaseObject;

/** Makes a plan of what is wanted of a release. Pure. */
final class ReleasePlanner {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration INSTALLING = Duration.ofMinutes(30);
    /** For each node, as one may have to wait for the other. */
    private static final Duration REPLACING = Duration.ofMinutes(20);
    private static final Duration REMOVING = Duration.ofMinutes(10);
    private static final int NAMED = 3;
    private static final String POLICY = "cluster-policy";
    private static final String ENFORCE = "pod-security.kubernetes.io/enforce";
    private static final String PRIVILEGED = "privileged";

    private final ReleaseIntent intent;
    private final ReleaseSurvey survey;
    private final List<PlannedStep> steps = new ArrayList<>();
    private final List<String> commands = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final List<Problem> refusals = new ArrayList<>();

    private ReleasePlanner(ReleaseIntent intent, ReleaseSurvey survey) {
        this.intent = intent;
        this.survey = survey;
    }

    static Plan plan(ReleaseIntent intent, ReleaseSurvey survey) throws Failure {
        var planner = new ReleasePlanner(intent, survey);
        if (!intent.release().valid()) {
            planner.refuse(Kind.INVALID, "“" + intent.release() + "” is no name for a release and its namespace", "");
        } else {
            planner.work();
        }
        return planner.plan();
    }

    private Plan plan() {
        boolean removes = intent instanceof ReleaseIntent.Uninstall;
        return new Plan(intent, refusals.isEmpty() ? steps : List.of(), commands, Effects.NONE, warnings, refusals,
                removes ? intent.release().name() : "");
    }

    private void refuse(Kind kind, String headline, String remedy) {
        refusals.add(Problem.of(kind, headline).withRemedy(remedy));
    }

    private void work() throws Failure {
        var name = intent.release();
        survey.release().filter(ReleaseObject::pending).ifPresent(release -> refuse(Kind.CONFLICT,
                "Helm has begun something with " + name + " and not ended it: " + release.status(),
                "Wait until it ends; if nobody is at it any more, delete the record of that revision"));
        if (!(intent instanceof ReleaseIntent.Install) && survey.release().isEmpty()) {
            refuse(Kind.NOT_FOUND, "Helm knows of no release " + name, "");
            return;
        }
        switch (intent) {
            case ReleaseIntent.Install install -> install(install);
            case ReleaseIntent.Upgrade(var _, var chart, var values) -> {
                var merged = merged(values);
                breaks(chart.version(), merged);
                change(new HelmWork.Upgrade(name, survey.revision(), chart, merged.yaml()), merged);
            }
            case SetValues(var _, var chart, var values) -> values(chart.equals(SetValues.RECORDED)
                    ? Optional.empty()
                    : Optional.of(new HelmWork.Upgrade(name, survey.revision(), chart, merged(values).yaml())), values);
            case ReleaseIntent.RollBack(var _, var revision) -> rollBack(revision);
            case ReleaseIntent.Uninstall _ -> uninstall();
        }
    }

    private Values merged(String values) throws Failure {
        return Values.read(values).over(Values.read(survey.release().map(ReleaseObject::values).orElse("")));
    }

    private void install(ReleaseIntent.Install install) throws Failure {
        var name = install.release();
        survey.release().ifPresent(release -> refuse(Kind.CONFLICT, "There is a release " + name + " already",
                "Upgrade it, or change its values"));
        var values = Values.read(install.values());
        for (var check : new Preflight(survey.nodes(), survey.gpus(), survey.site(), values,
                install.chart().version()).all(name.namespace())) {
            switch (check.verdict()) {
                case PASS -> {
                    // Nothing to think of.
                }
                case WARN -> warnings.add(check.sentence());
                case FAIL -> refusals.add(check.refusal());
            }
        }
        namespace(name, values.flag("/psa/enabled", false));
        release(new HelmWork.Install(name, install.chart(), install.values()), name + " is installed",
                Optional.of(new ReleaseIntent.Uninstall(name)));
        await(survey.lost());
    }

    private void namespace(ReleaseName name, boolean labelled) {
        var object = new ObjectRef("v1", "Namespace", "namespaces", "", name.namespace());
        var labels = survey.site().namespace();
        if (labels.isEmpty()) {
            var body = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Namespace");
            body.putObject("metadata").put("name", name.namespace()).putObject("labels").put(ENFORCE, PRIVILEGED);
            add(new Step.Create(object, body.toString()), "Make the namespace " + name.namespace()
                    + ", which lets privileged pods in", "the namespace " + name.namespace() + " is there");
        } else if (!labelled && !labels.get().getOrDefault(ENFORCE, PRIVILEGED).equals(PRIVILEGED)) {
            var body = JSON.createObjectNode();
            body.putObject("metadata").putObject("labels").put(ENFORCE, PRIVILEGED);
            add(new Step.Patch(object, "", Step.Form.MERGE, body.toString(), Map.of()),
                    "Let privileged pods into " + name.namespace(), name.namespace() + " lets privileged pods in");
        }
    }

    private void breaks(String version, Values values) {
        var release = survey.release().orElseThrow();
        warnings.addAll(Versions.breaks(release.version(), version));
        if (Versions.read(version).isPresent() && !Versions.atLeast(version, release.version())) {
            warnings.add(version + " is older than " + release.version() + ", which is there; definitions of kinds are "
                    + "not taken back");
        }
        for (var pinned : List.of("driver", "toolkit", "devicePlugin", "dcgmExporter", "migManager", "operator")) {
            var set = values.at("/" + pinned + "/version").asText("");
            if (!set.isEmpty()) {
                warnings.add("%s.version is set to %s, whatever the chart has".formatted(pinned, set));
            }
        }
    }

    private void values(Optional<HelmWork> fromChart, String values) throws Failure {
        var release = survey.release().orElseThrow();
        if (fromChart.isEmpty() && !release.whole()) {
            refuse(Kind.INVALID, "Helm’s record does not hold all of the chart " + release.chart(),
                    "Say where the chart " + release.chart() + " " + release.version() + " is");
            return;
        }
        var merged = merged(values);
        change(fromChart.orElseGet(() -> new HelmWork.Revalue(intent.release(), release.revision(), merged.yaml())),
                merged);
    }

    private void rollBack(int revision) throws Failure {
        var release = survey.release().orElseThrow();
        if (survey.target().isEmpty() || revision == release.revision()) {
            refuse(Kind.NOT_FOUND, revision == release.revision() ? "It is at revision " + revision + " already"
                    : "Helm knows no revision " + revision + " of " + intent.release(),
                    "It knows " + String.join(", ", release.history().stream().map(String::valueOf).toList()));
            return;
        }
        var target = survey.target().get();
        warnings.add("Revision %d is of %s %s; definitions of kinds are not taken back".formatted(revision,
                target.chart(), target.version()));
        change(new HelmWork.RollBack(intent.release(), release.revision(), revision), Values.read(target.values()));
    }

    /** @param values what will be set then */
    private void change(HelmWork work, Values values) {
        warnings.add(
                "Where this changes the driver, the operator replaces it node after node, and closes and empties each "
                        + "meanwhile");
        if (values.flag("/driver/upgradePolicy/autoUpgrade", true)) {
            clinging(values);
        } else {
            warnings.add("driver.upgradePolicy.autoUpgrade is off: a node has its former driver until somebody deletes "
                    + "the pod of it there");
        }
        release(work, intent.release() + " is no longer as revision " + survey.revision() + " made it",
                Optional.of(new ReleaseIntent.RollBack(intent.release(), survey.revision())));
        await(survey.idle().size());
        await(new Expectation.DriversReplaced(intent.release().namespace(), survey.idle()),
                REPLACING.multipliedBy(Math.max(1, survey.gpus().size())));
    }

    /** Pods that the operator may not end make the upgrade of their node fail, which then stays closed. */
    private void clinging(Values values) {
        var deletion = "/driver/upgradePolicy/gpuPodDeletion/";
        var clinging = survey.clinging();
        if (!clinging.bare().isEmpty() && !values.flag(deletion + "force", false)) {
            warnings.add(stuck(clinging.bare(), 0, "run that nothing makes again", "force"));
        }
        if (!clinging.local().isEmpty() && !values.flag(deletion + "deleteEmptyDir", false)) {
            warnings.add(stuck(clinging.local(), clinging.unlooked(), "have local data", "deleteEmptyDir"));
        }
    }

    private static String stuck(List<String> nodes, int unlooked, String pods, String permit) {
        var count = (unlooked > 0 ? "≥ " : "") + nodes.size() + " nodes";
        var names = nodes.size() > NAMED || unlooked > 0 ? count : String.join(", ", nodes);
        return "On %s GPU pods %s: no new driver gets there, and what is cordoned stays so (upgrade-failed), unless these pods end or %s is set"
                .formatted(names, pods, "driver.upgradePolicy.gpuPodDeletion." + permit);
    }

    private void uninstall() throws Failure {
        var release = survey.release().orElseThrow();
        var values = Values.read(release.values());
        warnings.add(
                "%d nodes no longer offer their GPUs; %d pods that hold some go on until they end, and none can start"
                        .formatted(survey.gpus().size() - survey.idle().size(), survey.holders()));
        if (!values.flag("/operator/cleanupCRD", false)) {
            warnings.add("The definitions of its kinds stay; set operator.cleanupCRD=true before, if they shall go");
        }
        warnings.add("Labels of nodes and loaded kernel modules stay; a restart of the machine unloads these");
        if (values.flag("/driver/nvidiaDriverCRD/enabled", false)) {
            warnings.add("Objects of the kind NVIDIADriver must be deleted first");
        }
        release(new HelmWork.Uninstall(intent.release(), release.revision()), intent.release() + " is gone",
                Optional.empty());
        survey.site().policies().forEach((policy, uid) -> steps.add(PlannedStep.passing(
                new Step.Await(policy(policy), new Expectation.Gone(uid), REMOVING),
                "Wait until the ClusterPolicy is gone")));
    }

    private void release(HelmWork work, String leaves, Optional<Intent> undo) {
        var step = new Step.Release(work.release().object(), work);
        steps.add(new PlannedStep(step, intent.words(), leaves, undo));
        commands.add(step.command());
    }

    private void add(Step step, String words, String leaves) {
        steps.add(new PlannedStep(step, words, leaves, Optional.empty()));
        commands.add(step.command());
    }

    /** @param excused how many nodes need not work */
    private void await(int excused) {
        await(new Expectation.Operating(intent.release().namespace(), !survey.gpus().isEmpty(), excused), INSTALLING);
    }

    private void await(Expectation expected, Duration patience) {
        steps.add(PlannedStep.passing(new Step.Await(policy(POLICY), expected, patience),
                "Wait until " + expected.words(policy(POLICY))));
    }

    private static ObjectRef policy(String name) {
        return new ObjectRef("nvidia.com/v1", "ClusterPolicy", "clusterpolicies", "", name);
    }
}
