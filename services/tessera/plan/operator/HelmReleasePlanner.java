package tessera.plan.operator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.HelmChartMetadata;
import tessera.plan.context.HelmReleaseRevision;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.GpuStackReleaseIntent.SetReleaseValuesIntent;
import tessera.plan.intent.HelmChartSource;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.step.ExpectedClusterState;
import tessera.plan.step.HelmOperation;
import tessera.plan.step.PlanStep;

/** Plans release intents. Pure. */
final class HelmReleasePlanner {

    private static final Duration INSTALLING = Duration.ofMinutes(30);
    /** For each node, as one may have to wait for the other. */
    private static final Duration REPLACING = Duration.ofMinutes(20);
    private static final Duration REMOVING = Duration.ofMinutes(10);
    private static final String POLICY = "cluster-policy";

    private final GpuStackReleaseIntent intent;
    private final HelmReleasePlannerInput input;
    private final List<PlanStepWithUndo> steps = new ArrayList<>();
    private final List<String> commands = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final List<Problem> refusals = new ArrayList<>();

    private HelmReleasePlanner(GpuStackReleaseIntent intent, HelmReleasePlannerInput input) {
        this.intent = intent;
        this.input = input;
    }

    static ChangePlan plan(GpuStackReleaseIntent intent, HelmReleasePlannerInput input) throws ProblemException {
        var planner = new HelmReleasePlanner(intent, input);
        if (!intent.release().isValid()) {
            planner.addRefusal(OperationProblemKind.INVALID,
                    "“" + intent.release() + "” is no name for a release and its namespace",
                    "");
        } else {
            planner.planIntent();
        }
        return planner.createPlan();
    }

    private ChangePlan createPlan() {
        boolean dangerous = intent instanceof GpuStackReleaseIntent.UninstallReleaseIntent || replaced().isPresent()
                || (intent instanceof GpuStackReleaseIntent.RollBackReleaseIntent && !input.unfinished().isEmpty());
        return new ChangePlan(intent, refusals.isEmpty() ? steps : List.of(), commands, PlanEffects.NONE, warnings,
                refusals, dangerous ? intent.release().name() : "");
    }

    /** The chart of which a release is and will be no more; Helm takes that for the same release. */
    private Optional<String> replaced() {
        return input.release().map(release -> release.detail().name())
                .filter(now -> input.chart().isPresent() && !now.equals(input.chart().get().name()));
    }

    private void addRefusal(OperationProblemKind kind, String headline, String remedy) {
        refusals.add(Problem.of(kind, headline).withRemedy(remedy));
    }

    private void planIntent() throws ProblemException {
        var name = intent.release();
        PendingHelmOperationCheck.findRefusal(intent, input).ifPresent(refusals::add);
        if (!(intent instanceof GpuStackReleaseIntent.InstallReleaseIntent) && input.release().isEmpty()) {
            addRefusal(OperationProblemKind.NOT_FOUND, "Helm knows of no release " + name, "");
            return;
        }
        input.chartGap().ifPresent(refusals::add);
        switch (intent) {
            case GpuStackReleaseIntent.InstallReleaseIntent install -> planInstall(install);
            case GpuStackReleaseIntent.UpgradeReleaseIntent(var _, var chart, var values) -> {
                var merged = mergeValues(values);
                if (!isForeignChart()) {
                    warnings.addAll(
                            HelmReleaseChangeWarnings.versionWarnings(input.release().orElseThrow().version(),
                                    resolvedVersion(chart), merged));
                }
                planChange(new HelmOperation.HelmUpgrade(name, input.revision(), pinVersion(chart), merged.toYaml()),
                        merged);
            }
            case SetReleaseValuesIntent(var _, var chart, var values) -> planValues(
                    chart.equals(SetReleaseValuesIntent.RECORDED)
                            ? Optional.empty()
                            : Optional.of(
                                    new HelmOperation.HelmUpgrade(name, input.revision(), pinVersion(chart),
                                            mergeValues(values).toYaml())),
                    values);
            case GpuStackReleaseIntent.RollBackReleaseIntent(var _, var revision) -> planRollback(revision);
            case GpuStackReleaseIntent.UninstallReleaseIntent _ -> planUninstall();
            case GpuStackReleaseIntent.ProveGpuStackIntent(var _, var node, var image) -> planValidation(node, image);
        }
    }

    /** Returns whether the chart is not the GPU operator, so that its policy and components are unknown, and warns of it. */
    private boolean isForeignChart() {
        var name = input.chart().or(() -> input.release().map(HelmReleaseRevision::detail))
                .map(HelmChartMetadata::name);
        boolean other = name.isPresent() && !name.get().equals(HelmReleaseNamespacedName.USUAL.name());
        var text = "%s is not the GPU operator: only Helm is waited for".formatted(name.orElse(""));
        if (other && !warnings.contains(text)) {
            warnings.add(text);
        }
        return other;
    }

    /** Returns the version that was read of the chart, or else the requested one. */
    private String resolvedVersion(HelmChartSource chart) {
        return input.chart().map(HelmChartMetadata::version).orElse(chart.version());
    }

    /** Returns the source with the inspected version, even if a newer one appears meanwhile. */
    private HelmChartSource pinVersion(HelmChartSource chart) {
        if (chart.hasVersions()) {
            return new HelmChartSource(chart.chart(), chart.repository(), resolvedVersion(chart));
        }
        return chart;
    }

    private void warnOfUnknownValues(HelmValues values) throws ProblemException {
        if (input.chart().isPresent()) {
            warnings.addAll(UnknownHelmValueFinder.warnings(values, input.chart().get()));
        }
    }

    private HelmValues mergeValues(String values) throws ProblemException {
        return HelmValues.read(values)
                .mergeOver(HelmValues.read(input.release().map(HelmReleaseRevision::values).orElse("")));
    }

    private void planInstall(GpuStackReleaseIntent.InstallReleaseIntent install) throws ProblemException {
        var name = install.release();
        if (input.release().isPresent()) {
            addRefusal(OperationProblemKind.CONFLICT, "There is a release " + name + " already",
                    "Upgrade it, or change its values");
        }
        var values = HelmValues.read(install.values());
        if (!isForeignChart() && input.release().isEmpty()) {
            GpuStackPreflightChecks.checksFor(input, install).forEach(this::addPreflightResult);
        }
        warnOfUnknownValues(values);
        HelmReleaseNamespacePlanner
                .prepareStep(name, input.location().namespace(), isForeignChart(), values.flagAt("/psa/enabled", false))
                .ifPresent(step -> {
                    steps.add(step);
                    commands.add(step.step().commandLine());
                });
        addHelmStep(new HelmOperation.HelmInstall(name, pinVersion(install.chart()), install.values()),
                name + " is installed",
                Optional.of(new GpuStackReleaseIntent.UninstallReleaseIntent(name)));
        if (isForeignChart()) {
            if (name.equals(HelmReleaseNamespacedName.USUAL)) {
                warnings.add(HelmReleaseNamespacedName.USUAL
                        + " is where the GPU operator is looked for: give the release a name and a namespace of its own");
            }
            HelmReleaseNamespacePlanner.admissionWarning(name, input.location().namespace()).ifPresent(warnings::add);
            return;
        }
        addStackWait(input.unreadyGpuNodes(), INSTALLING);
        if (!input.gpuNodes().isEmpty()) {
            addProbeStep(NvidiaSmiValidationPod.imageName(values, input.chart()), "nvidia.com/gpu", "");
        }
    }

    private void addPreflightResult(GpuStackPreflightCheckResult check) {
        switch (check.verdict()) {
            case PASS -> {
                // Nothing to think of.
            }
            case WARN, UNKNOWN -> warnings.add(check.sentenceText());
            case FAIL -> refusals.add(check.toProblem());
        }
    }

    private void planValues(Optional<HelmOperation> fromChart, String values) throws ProblemException {
        var release = input.release().orElseThrow();
        if (fromChart.isEmpty() && !release.complete()) {
            addRefusal(OperationProblemKind.INVALID, "Helm’s record does not hold all of the chart " + release.chart(),
                    "Say where the chart " + release.chart() + " " + release.version() + " is");
            return;
        }
        var merged = mergeValues(values);
        planChange(
                fromChart.orElseGet(
                        () -> new HelmOperation.HelmValuesUpgrade(intent.release(), release.revision(),
                                merged.toYaml())),
                merged);
    }

    private void planRollback(int revision) throws ProblemException {
        var release = input.release().orElseThrow();
        var settled = PendingHelmOperationCheck.lastFinishedRevision(input);
        if (settled.isEmpty() && !refusals.isEmpty()) {
            return;
        }
        if (input.target().isEmpty() || settled.isEmpty() || revision > settled.get()) {
            addRefusal(OperationProblemKind.NOT_FOUND, input.target().isEmpty()
                    ? "Helm knows no revision " + revision + " of " + intent.release()
                    : "Helm has not ended revision " + revision + " of " + intent.release(),
                    "It knows " + String.join(", ", release.history().stream().map(String::valueOf).toList()));
            return;
        }
        var target = input.target().get();
        warnings.addAll(PendingHelmOperationCheck.forgetWarnings(input));
        input.unfinished().forEach(one -> {
            steps.add(PendingHelmOperationCheck.forgetStep(intent.release(), one));
            commands.add(steps.getLast().step().commandLine());
        });
        boolean anew = !release.status().equals("deployed") || revision == release.revision();
        if (anew) {
            PendingHelmOperationCheck.leftoversWarning(release, target).ifPresent(warnings::add);
        }
        warnings.add("Revision %d is of %s %s; definitions of kinds are not taken back".formatted(revision,
                target.chart(), target.version())
                + (revision == release.revision() ? "; it is at that revision already, and all of it is made again"
                        : ""));
        planChange(new HelmOperation.HelmRollback(intent.release(), settled.get(), revision, anew),
                HelmValues.read(target.values()));
    }

    /** @param values what will be set then */
    private void planChange(HelmOperation operation, HelmValues values) throws ProblemException {
        warnOfUnknownValues(values);
        replaced().ifPresent(
                now -> warnings.add("%s is of the chart %s, and would be of %s: Helm removes what %s alone makes"
                        .formatted(intent.release(), now, input.chart().orElseThrow().name(), now)));
        boolean other = isForeignChart();
        if (!other) {
            warnings.addAll(HelmReleaseChangeWarnings.driverWarnings(values, input.undrainable()));
        }
        boolean mends = operation instanceof HelmOperation.HelmRollback back && back.rewritesAll();
        addHelmStep(operation,
                mends ? input.target().map(target -> "%s is as revision %d made it".formatted(intent.release(),
                        target.revision())).orElseThrow()
                        : "%s is no longer as revision %d made it".formatted(intent.release(), input.revision()),
                input.release().filter(_ -> !mends).flatMap(HelmReleaseRevision::lastGoodRevision)
                        .map(revision -> new GpuStackReleaseIntent.RollBackReleaseIntent(intent.release(), revision)));
        if (other) {
            return;
        }
        var replacing = REPLACING.multipliedBy(Math.max(1, input.gpuNodes().size()));
        addStackWait(input.nonOfferingNodes().size(), INSTALLING.plus(replacing));
        addWait(new ExpectedClusterState.DriverUpgradeExpectation(intent.release().namespace(),
                input.nonOfferingNodes()),
                replacing);
        if (!input.freeGpuResources().isEmpty()) {
            addProbeStep(
                    NvidiaSmiValidationPod.imageName(values,
                            input.chart().or(() -> input.target().map(HelmReleaseRevision::detail))),
                    NvidiaSmiValidationPod.preferredResource(input.freeGpuResources()), "");
        } else if (!input.gpuNodes().isEmpty()) {
            warnings.add(
                    "No GPU is free, so no pod of ours proves that one works: the operator’s own validators are waited "
                            + "for. Once one is free: "
                            + new GpuStackReleaseIntent.ProveGpuStackIntent(intent.release(), "", "").commandLine());
        }
    }

    /** Adds a pod that is given a GPU and runs nvidia-smi. */
    private void addProbeStep(String image, String resource, String node) {
        if (image.isEmpty()) {
            warnings.add(
                    "The chart does not tell by which image the operator validates, so no pod of ours proves that a "
                            + "GPU works");
            return;
        }
        var step = NvidiaSmiValidationPod.probePodStep(intent.release().namespace(),
                new NvidiaSmiValidationPod.ValidationRequest(image, resource, node),
                input.installInput(intent.release().namespace()).blockingTaints());
        steps.add(PlanStepWithUndo.temporaryStep(step, "Run nvidia-smi in a pod" + (node.isEmpty() ? "" : " on " + node)
                + " that is given one " + resource + ", and remove the pod"));
        commands.add(step.commandLine());
    }

    private void planValidation(String node, String said) throws ProblemException {
        var release = input.release().orElseThrow();
        var image = said.isEmpty()
                ? NvidiaSmiValidationPod.imageName(HelmValues.read(release.values()), Optional.of(release.detail()))
                : said;
        if (image.isEmpty()) {
            addRefusal(OperationProblemKind.INVALID,
                    "Helm’s record does not tell by which image the operator validates",
                    "Say which image to run with --image");
        } else if (input.freeGpuResources().isEmpty()) {
            addRefusal(OperationProblemKind.CONFLICT, "No GPU is free", "Wait until a pod that holds one ends");
        } else if (!node.isEmpty() && !input.freeGpuResources().containsKey(node)) {
            addRefusal(OperationProblemKind.CONFLICT,
                    input.gpuNodes().stream().anyMatch(each -> each.name().equals(node))
                            ? "No GPU of " + node + " is free to be given to a pod"
                            : node + " is no node with NVIDIA GPUs",
                    "GPUs are free on " + String.join(", ", input.freeGpuResources().keySet()));
        } else {
            addProbeStep(image, input.freeGpuResources().getOrDefault(node,
                    NvidiaSmiValidationPod.preferredResource(input.freeGpuResources())), node);
        }
    }

    private void planUninstall() throws ProblemException {
        var release = input.release().orElseThrow();
        var values = HelmValues.read(release.values());
        boolean other = isForeignChart();
        if (release.isPending()) {
            warnings.add(
                    PendingHelmOperationCheck.headlineText(release)
                            + "; if somebody is at it still, wait until it ends");
        }
        warnings.addAll(
                other ? HelmReleaseChangeWarnings.left(release)
                        : HelmReleaseChangeWarnings.removalWarnings(values, input));
        addHelmStep(new HelmOperation.HelmUninstall(intent.release(), release.revision(), !other),
                intent.release() + " is gone",
                Optional.empty());
        input.location().policies().entrySet().stream().filter(_ -> !other)
                .forEach(policy -> steps.add(PlanStepWithUndo.temporaryStep(
                        new PlanStep.AwaitClusterStateStep(policyRef(policy.getKey()),
                                new ExpectedClusterState.ObjectDeletionExpectation(policy.getValue().uid()), REMOVING),
                        "Wait until the ClusterPolicy is gone")));
    }

    private void addHelmStep(HelmOperation operation, String leaves, Optional<ChangeIntent> undo) {
        var step = new PlanStep.HelmStep(operation.release().toObjectRef(), operation);
        steps.add(new PlanStepWithUndo(step, HelmReleaseIntentSummarizer.summaryText(intent, input), leaves, undo));
        commands.add(step.commandLine());
    }

    /** @param excused how many nodes need not work */
    private void addStackWait(int excused, Duration timeout) {
        addWait(new ExpectedClusterState.GpuStackReadinessExpectation(intent.release().namespace(),
                !input.gpuNodes().isEmpty(),
                excused),
                timeout);
    }

    private void addWait(ExpectedClusterState expected, Duration timeout) {
        steps.add(
                PlanStepWithUndo.temporaryStep(new PlanStep.AwaitClusterStateStep(policyRef(POLICY), expected, timeout),
                        "Wait until " + expected.conditionText(policyRef(POLICY))));
    }

    private static ObjectRef policyRef(String name) {
        return new ObjectRef("nvidia.com/v1", "ClusterPolicy", "clusterpolicies", "", name);
    }
}
