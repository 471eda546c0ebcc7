package tessera.plan.operator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.ChartDetail;
import tessera.plan.context.ReleaseObject;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.ChartSource;
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.intent.ReleaseIntent.SetValues;
import tessera.plan.intent.ReleaseName;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlannedStep;
import tessera.plan.step.HelmWork;
import tessera.plan.step.PlanStep;
import tessera.plan.step.StepExpectation;

/** Makes a plan of what is wanted of a release. Pure. */
final class ReleasePlanner {

    private static final Duration INSTALLING = Duration.ofMinutes(30);
    /** For each node, as one may have to wait for the other. */
    private static final Duration REPLACING = Duration.ofMinutes(20);
    private static final Duration REMOVING = Duration.ofMinutes(10);
    private static final String POLICY = "cluster-policy";

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

    static ChangePlan plan(ReleaseIntent intent, ReleaseSurvey survey) throws Failure {
        var planner = new ReleasePlanner(intent, survey);
        if (!intent.release().valid()) {
            planner.refuse(ProblemKind.INVALID, "“" + intent.release() + "” is no name for a release and its namespace",
                    "");
        } else {
            planner.work();
        }
        return planner.plan();
    }

    private ChangePlan plan() {
        boolean dangerous = intent instanceof ReleaseIntent.UninstallRelease || replaced().isPresent()
                || (intent instanceof ReleaseIntent.RollBackRelease && !survey.unfinished().isEmpty());
        return new ChangePlan(intent, refusals.isEmpty() ? steps : List.of(), commands, PlanEffects.NONE, warnings,
                refusals, dangerous ? intent.release().name() : "");
    }

    /** The chart of which a release is and will be no more; Helm takes that for the same release. */
    private Optional<String> replaced() {
        return survey.release().map(release -> release.detail().name())
                .filter(now -> survey.chart().isPresent() && !now.equals(survey.chart().get().name()));
    }

    private void refuse(ProblemKind kind, String headline, String remedy) {
        refusals.add(Problem.of(kind, headline).withRemedy(remedy));
    }

    private void work() throws Failure {
        var name = intent.release();
        UnfinishedWork.refusal(intent, survey).ifPresent(refusals::add);
        if (!(intent instanceof ReleaseIntent.InstallRelease) && survey.release().isEmpty()) {
            refuse(ProblemKind.NOT_FOUND, "Helm knows of no release " + name, "");
            return;
        }
        survey.chartGap().ifPresent(refusals::add);
        switch (intent) {
            case ReleaseIntent.InstallRelease install -> install(install);
            case ReleaseIntent.UpgradeRelease(var _, var chart, var values) -> {
                var merged = merged(values);
                if (!stranger()) {
                    warnings.addAll(
                            ReleaseWarnings.versions(survey.release().orElseThrow().version(), next(chart), merged));
                }
                change(new HelmWork.HelmUpgrade(name, survey.revision(), pinned(chart), merged.yaml()), merged);
            }
            case SetValues(var _, var chart, var values) -> values(chart.equals(SetValues.RECORDED)
                    ? Optional.empty()
                    : Optional.of(
                            new HelmWork.HelmUpgrade(name, survey.revision(), pinned(chart), merged(values).yaml())),
                    values);
            case ReleaseIntent.RollBackRelease(var _, var revision) -> rollBack(revision);
            case ReleaseIntent.UninstallRelease _ -> uninstall();
            case ReleaseIntent.Validate(var _, var node, var image) -> validate(node, image);
        }
    }

    /** Whether the chart is of something else, of which neither a policy nor the parts are known; that is said. */
    private boolean stranger() {
        var name = survey.chart().or(() -> survey.release().map(ReleaseObject::detail)).map(ChartDetail::name);
        boolean other = name.isPresent() && !name.get().equals(ReleaseName.USUAL.name());
        var words = "%s is not the GPU operator: only Helm is waited for".formatted(name.orElse(""));
        if (other && !warnings.contains(words)) {
            warnings.add(words);
        }
        return other;
    }

    /** The version that a chart turned out to have; what was said of it where it could not be read. */
    private String next(ChartSource chart) {
        return survey.chart().map(ChartDetail::version).orElse(chart.version());
    }

    /** What is done is done with the very version that was looked at, though there be a newer one by then. */
    private ChartSource pinned(ChartSource chart) {
        return chart.versioned() ? new ChartSource(chart.chart(), chart.repository(), next(chart)) : chart;
    }

    private void unknown(HelmValues values) throws Failure {
        if (survey.chart().isPresent()) {
            warnings.addAll(UnknownValues.warnings(values, survey.chart().get()));
        }
    }

    private HelmValues merged(String values) throws Failure {
        return HelmValues.read(values).over(HelmValues.read(survey.release().map(ReleaseObject::values).orElse("")));
    }

    private void install(ReleaseIntent.InstallRelease install) throws Failure {
        var name = install.release();
        survey.release().ifPresent(release -> refuse(ProblemKind.CONFLICT, "There is a release " + name + " already",
                "Upgrade it, or change its values"));
        var values = HelmValues.read(install.values());
        boolean looked = !stranger() && survey.release().isEmpty();
        for (var check : looked ? OperatorPreflight.of(survey, install) : List.<PreflightCheck>of()) {
            switch (check.verdict()) {
                case PASS -> {
                    // Nothing to think of.
                }
                case WARN, UNKNOWN -> warnings.add(check.sentence());
                case FAIL -> refusals.add(check.refusal());
            }
        }
        unknown(values);
        ReleaseNamespace.step(name, survey.site().namespace(), stranger(), values.flag("/psa/enabled", false))
                .ifPresent(step -> {
                    steps.add(step);
                    commands.add(step.step().command());
                });
        release(new HelmWork.HelmInstall(name, pinned(install.chart()), install.values()), name + " is installed",
                Optional.of(new ReleaseIntent.UninstallRelease(name)));
        if (stranger()) {
            if (name.equals(ReleaseName.USUAL)) {
                warnings.add(ReleaseName.USUAL
                        + " is where the GPU operator is looked for: give the release a name and a namespace of its own");
            }
            ReleaseNamespace.warning(name, survey.site().namespace()).ifPresent(warnings::add);
            return;
        }
        await(survey.lost(), INSTALLING);
        if (!survey.gpus().isEmpty()) {
            trial(GpuValidation.image(values, survey.chart()), "nvidia.com/gpu", "");
        }
    }

    private void values(Optional<HelmWork> fromChart, String values) throws Failure {
        var release = survey.release().orElseThrow();
        if (fromChart.isEmpty() && !release.whole()) {
            refuse(ProblemKind.INVALID, "Helm’s record does not hold all of the chart " + release.chart(),
                    "Say where the chart " + release.chart() + " " + release.version() + " is");
            return;
        }
        var merged = merged(values);
        change(fromChart.orElseGet(() -> new HelmWork.Revalue(intent.release(), release.revision(), merged.yaml())),
                merged);
    }

    private void rollBack(int revision) throws Failure {
        var release = survey.release().orElseThrow();
        var settled = UnfinishedWork.settled(survey);
        if (settled.isEmpty() && !refusals.isEmpty()) {
            return;
        }
        if (survey.target().isEmpty() || settled.isEmpty() || revision > settled.get()) {
            refuse(ProblemKind.NOT_FOUND, survey.target().isEmpty()
                    ? "Helm knows no revision " + revision + " of " + intent.release()
                    : "Helm has not ended revision " + revision + " of " + intent.release(),
                    "It knows " + String.join(", ", release.history().stream().map(String::valueOf).toList()));
            return;
        }
        var target = survey.target().get();
        warnings.addAll(UnfinishedWork.warnings(survey));
        survey.unfinished().forEach(one -> {
            steps.add(UnfinishedWork.forgotten(intent.release(), one));
            commands.add(steps.getLast().step().command());
        });
        boolean anew = !release.status().equals("deployed") || revision == release.revision();
        if (anew) {
            UnfinishedWork.leftovers(release, target).ifPresent(warnings::add);
        }
        warnings.add("Revision %d is of %s %s; definitions of kinds are not taken back".formatted(revision,
                target.chart(), target.version())
                + (revision == release.revision() ? "; it is at that revision already, and all of it is made again"
                        : ""));
        change(new HelmWork.HelmRollback(intent.release(), settled.get(), revision, anew),
                HelmValues.read(target.values()));
    }

    /** @param values what will be set then */
    private void change(HelmWork work, HelmValues values) throws Failure {
        unknown(values);
        replaced().ifPresent(
                now -> warnings.add("%s is of the chart %s, and would be of %s: Helm removes what %s alone makes"
                        .formatted(intent.release(), now, survey.chart().orElseThrow().name(), now)));
        boolean other = stranger();
        if (!other) {
            warnings.addAll(ReleaseWarnings.drivers(values, survey.clinging()));
        }
        boolean mends = work instanceof HelmWork.HelmRollback back && back.anew();
        release(work, mends ? survey.target().map(target -> "%s is as revision %d made it".formatted(intent.release(),
                target.revision())).orElseThrow()
                : "%s is no longer as revision %d made it".formatted(intent.release(), survey.revision()),
                survey.release().filter(_ -> !mends).flatMap(ReleaseObject::sound)
                        .map(revision -> new ReleaseIntent.RollBackRelease(intent.release(), revision)));
        if (other) {
            return;
        }
        var replacing = REPLACING.multipliedBy(Math.max(1, survey.gpus().size()));
        await(survey.idle().size(), INSTALLING.plus(replacing));
        await(new StepExpectation.DriversReplaced(intent.release().namespace(), survey.idle()), replacing);
        if (!survey.free().isEmpty()) {
            trial(GpuValidation.image(values, survey.chart().or(() -> survey.target().map(ReleaseObject::detail))),
                    GpuValidation.resource(survey.free()), "");
        } else if (!survey.gpus().isEmpty()) {
            warnings.add(
                    "No GPU is free, so no pod of ours proves that one works: the operator’s own validators are waited "
                            + "for. Once one is free: "
                            + new ReleaseIntent.Validate(intent.release(), "", "").command());
        }
    }

    /** A pod that is given a GPU and looks at it. */
    private void trial(String image, String resource, String node) {
        if (image.isEmpty()) {
            warnings.add(
                    "The chart does not tell by which image the operator validates, so no pod of ours proves that a "
                            + "GPU works");
            return;
        }
        var step = GpuValidation.step(intent.release().namespace(),
                new GpuValidation.ValidationRequest(image, resource, node),
                survey.around(intent.release().namespace()).taints());
        steps.add(PlannedStep.passing(step, "Run nvidia-smi in a pod" + (node.isEmpty() ? "" : " on " + node)
                + " that is given one " + resource + ", and remove the pod"));
        commands.add(step.command());
    }

    private void validate(String node, String said) throws Failure {
        var release = survey.release().orElseThrow();
        var image = said.isEmpty()
                ? GpuValidation.image(HelmValues.read(release.values()), Optional.of(release.detail()))
                : said;
        if (image.isEmpty()) {
            refuse(ProblemKind.INVALID, "Helm’s record does not tell by which image the operator validates",
                    "Say which image to run with --image");
        } else if (survey.free().isEmpty()) {
            refuse(ProblemKind.CONFLICT, "No GPU is free", "Wait until a pod that holds one ends");
        } else if (!node.isEmpty() && !survey.free().containsKey(node)) {
            refuse(ProblemKind.CONFLICT, survey.gpus().stream().anyMatch(each -> each.name().equals(node))
                    ? "No GPU of " + node + " is free to be given to a pod"
                    : node + " is no node with NVIDIA GPUs",
                    "GPUs are free on " + String.join(", ", survey.free().keySet()));
        } else {
            trial(image, survey.free().getOrDefault(node, GpuValidation.resource(survey.free())), node);
        }
    }

    private void uninstall() throws Failure {
        var release = survey.release().orElseThrow();
        var values = HelmValues.read(release.values());
        boolean other = stranger();
        if (release.pending()) {
            warnings.add(UnfinishedWork.headline(release) + "; if somebody is at it still, wait until it ends");
        }
        warnings.addAll(other ? ReleaseWarnings.left(release) : ReleaseWarnings.removal(values, survey));
        release(new HelmWork.HelmUninstall(intent.release(), release.revision(), !other), intent.release() + " is gone",
                Optional.empty());
        survey.site().policies().entrySet().stream().filter(_ -> !other)
                .forEach(policy -> steps.add(PlannedStep.passing(new PlanStep.Await(policy(policy.getKey()),
                        new StepExpectation.ObjectGone(policy.getValue().uid()), REMOVING),
                        "Wait until the ClusterPolicy is gone")));
    }

    private void release(HelmWork work, String leaves, Optional<ChangeIntent> undo) {
        var step = new PlanStep.HelmStep(work.release().object(), work);
        steps.add(new PlannedStep(step, ReleaseWords.of(intent, survey), leaves, undo));
        commands.add(step.command());
    }

    /** @param excused how many nodes need not work */
    private void await(int excused, Duration patience) {
        await(new StepExpectation.StackOperating(intent.release().namespace(), !survey.gpus().isEmpty(), excused),
                patience);
    }

    private void await(StepExpectation expected, Duration patience) {
        steps.add(PlannedStep.passing(new PlanStep.Await(policy(POLICY), expected, patience),
                "Wait until " + expected.words(policy(POLICY))));
    }

    private static ObjectRef policy(String name) {
        return new ObjectRef("nvidia.com/v1", "ClusterPolicy", "clusterpolicies", "", name);
    }
}
