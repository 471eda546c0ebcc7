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
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/** Plans release intents. Pure. */
final class HelmReleasePlanner {

    private static final Duration INSTALLING = Duration.ofMinutes(30);
    /** For each node, as one may have to wait for the other. */
    private static final Duration REPLACING = Duration.ofMinutes(20);
    private static final Duration REMOVING = Duration.ofMinutes(10);
    private static final String POLICY = "cluster-policy";
    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmReleasePlanner.class);

    private final GpuStackReleaseIntent intent;
    private final HelmReleasePlannerInput input;
    private final List<PlanStepWithUndo> steps = new ArrayList<>();
    private final List<String> commands = new ArrayList<>();
    private final List<Reason> warnings = new ArrayList<>();
    private final List<Problem> refusals = new ArrayList<>();

    private HelmReleasePlanner(GpuStackReleaseIntent intent, HelmReleasePlannerInput input) {
        this.intent = intent;
        this.input = input;
    }

    static ChangePlan plan(GpuStackReleaseIntent intent, HelmReleasePlannerInput input) throws ProblemException {
        var planner = new HelmReleasePlanner(intent, input);
        if (!intent.release().isValid()) {
            planner.addRefusal(OperationProblemKind.INVALID,
                    new HelmReleaseRefusal.InvalidReleaseName(intent.release().toString()));
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

    private void addRefusal(OperationProblemKind kind, HelmReleaseRefusal reason) {
        refusals.add(Problem.of(kind, reason));
    }

    private void addWarning(HelmReleaseWarning warning) {
        warnings.add(warning);
    }

    private void planIntent() throws ProblemException {
        var name = intent.release();
        PendingHelmOperationCheck.findRefusal(intent, input).ifPresent(refusals::add);
        if (!(intent instanceof GpuStackReleaseIntent.InstallReleaseIntent) && input.release().isEmpty()) {
            addRefusal(OperationProblemKind.NOT_FOUND, new HelmReleaseRefusal.ReleaseNotFound(name.toString()));
            return;
        }
        input.chartGap().ifPresent(refusals::add);
        switch (intent) {
            case GpuStackReleaseIntent.InstallReleaseIntent install -> planInstall(install);
            case GpuStackReleaseIntent.UpgradeReleaseIntent(var _, var chart, var values) -> {
                var merged = mergeValues(values);
                if (!isForeignChart()) {
                    HelmReleaseChangeWarnings
                            .versionWarnings(input.release().orElseThrow().version(), resolvedVersion(chart), merged)
                            .forEach(this::addWarning);
                }
                planChange(new HelmOperation.HelmUpgrade(name, input.revision(), pinVersion(chart), merged.toYaml()),
                        merged);
            }
            case SetReleaseValuesIntent(var _, var chart, var values) ->
                planValues(chart.equals(SetReleaseValuesIntent.RECORDED) ? Optional.empty()
                        : Optional.of(new HelmOperation.HelmUpgrade(name, input.revision(), pinVersion(chart),
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
        var warning = new HelmReleaseWarning.ForeignChart(name.orElse(""));
        if (other && !warnings.contains(warning)) {
            warnings.add(warning);
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
            UnknownHelmValueFinder.warnings(values, input.chart().get()).forEach(this::addWarning);
        }
    }

    private HelmValues mergeValues(String values) throws ProblemException {
        return HelmValues.read(values)
                .mergeOver(HelmValues.read(input.release().map(HelmReleaseRevision::values).orElse("")));
    }

    private void planInstall(GpuStackReleaseIntent.InstallReleaseIntent install) throws ProblemException {
        var name = install.release();
        if (input.release().isPresent()) {
            addRefusal(OperationProblemKind.CONFLICT, new HelmReleaseRefusal.ReleaseExists(name.toString()));
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
                MESSAGES.text("installed", name), Optional.of(new GpuStackReleaseIntent.UninstallReleaseIntent(name)));
        if (isForeignChart()) {
            if (name.equals(HelmReleaseNamespacedName.USUAL)) {
                addWarning(new HelmReleaseWarning.GpuOperatorNameTaken(name.toString()));
            }
            HelmReleaseNamespacePlanner.admissionWarning(name, input.location().namespace())
                    .ifPresent(this::addWarning);
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
            case WARN, UNKNOWN -> warnings.add(check.toProblem().toReasonWithRemedy());
            case FAIL -> refusals.add(check.toProblem());
        }
    }

    private void planValues(Optional<HelmOperation> fromChart, String values) throws ProblemException {
        var release = input.release().orElseThrow();
        if (fromChart.isEmpty() && !release.complete()) {
            addRefusal(OperationProblemKind.INVALID,
                    new HelmReleaseRefusal.ChartNotRecorded(release.chart(), release.version()));
            return;
        }
        var merged = mergeValues(values);
        planChange(fromChart.orElseGet(
                () -> new HelmOperation.HelmValuesUpgrade(intent.release(), release.revision(), merged.toYaml())),
                merged);
    }

    private void planRollback(int revision) throws ProblemException {
        var release = input.release().orElseThrow();
        var settled = PendingHelmOperationCheck.lastFinishedRevision(input);
        if (settled.isEmpty() && !refusals.isEmpty()) {
            return;
        }
        if (input.target().isEmpty() || settled.isEmpty() || revision > settled.get()) {
            var name = intent.release().toString();
            addRefusal(OperationProblemKind.NOT_FOUND,
                    input.target().isEmpty()
                            ? new HelmReleaseRefusal.RevisionNotFound(revision, name, release.history())
                            : new HelmReleaseRefusal.RevisionUnfinished(revision, name, release.history()));
            return;
        }
        var target = input.target().get();
        PendingHelmOperationCheck.forgetWarnings(input).forEach(this::addWarning);
        input.unfinished().forEach(one -> {
            steps.add(PendingHelmOperationCheck.forgetStep(intent.release(), one));
            commands.add(steps.getLast().step().commandLine());
        });
        boolean anew = !release.status().equals("deployed") || revision == release.revision();
        if (anew) {
            PendingHelmOperationCheck.leftoversWarning(release, target).ifPresent(this::addWarning);
        }
        addWarning(new HelmReleaseWarning.RollbackTarget(revision, target.chart(), target.version(),
                revision == release.revision()));
        planChange(new HelmOperation.HelmRollback(intent.release(), settled.get(), revision, anew),
                HelmValues.read(target.values()));
    }

    /** @param values what will be set then */
    private void planChange(HelmOperation operation, HelmValues values) throws ProblemException {
        warnOfUnknownValues(values);
        replaced().ifPresent(now -> addWarning(new HelmReleaseWarning.ChartReplacement(intent.release().toString(), now,
                input.chart().orElseThrow().name())));
        boolean other = isForeignChart();
        if (!other) {
            HelmReleaseChangeWarnings.driverWarnings(values, input.undrainable()).forEach(this::addWarning);
        }
        boolean mends = operation instanceof HelmOperation.HelmRollback back && back.rewritesAll();
        addHelmStep(operation,
                mends ? MESSAGES.text("restored", intent.release(), input.target().orElseThrow().revision())
                        : MESSAGES.text("changed", intent.release(), input.revision()),
                input.release().filter(_ -> !mends).flatMap(HelmReleaseRevision::lastGoodRevision)
                        .map(revision -> new GpuStackReleaseIntent.RollBackReleaseIntent(intent.release(), revision)));
        if (other) {
            return;
        }
        var replacing = REPLACING.multipliedBy(Math.max(1, input.gpuNodes().size()));
        addStackWait(input.nonOfferingNodes().size(), INSTALLING.plus(replacing));
        addWait(new ExpectedClusterState.DriverUpgradeExpectation(intent.release().namespace(),
                input.nonOfferingNodes()), replacing);
        if (!input.freeGpuResources().isEmpty()) {
            addProbeStep(
                    NvidiaSmiValidationPod.imageName(values,
                            input.chart().or(() -> input.target().map(HelmReleaseRevision::detail))),
                    NvidiaSmiValidationPod.preferredResource(input.freeGpuResources()), "");
        } else if (!input.gpuNodes().isEmpty()) {
            addWarning(new HelmReleaseWarning.NoFreeGpuToProve(
                    new GpuStackReleaseIntent.ProveGpuStackIntent(intent.release(), "", "").commandLine()));
        }
    }

    /** Adds a pod that is given a GPU and runs nvidia-smi. */
    private void addProbeStep(String image, String resource, String node) {
        if (image.isEmpty()) {
            addWarning(new HelmReleaseWarning.ValidatorImageUnknown());
            return;
        }
        var step = NvidiaSmiValidationPod.probePodStep(intent.release().namespace(),
                new NvidiaSmiValidationPod.ValidationRequest(image, resource, node),
                input.installInput(intent.release().namespace()).blockingTaints());
        steps.add(PlanStepWithUndo.temporaryStep(step, MESSAGES.text("probe", node, resource)));
        commands.add(step.commandLine());
    }

    private void planValidation(String node, String said) throws ProblemException {
        var release = input.release().orElseThrow();
        var image = said.isEmpty()
                ? NvidiaSmiValidationPod.imageName(HelmValues.read(release.values()), Optional.of(release.detail()))
                : said;
        if (image.isEmpty()) {
            addRefusal(OperationProblemKind.INVALID, new HelmReleaseRefusal.ValidatorImageNotRecorded());
        } else if (input.freeGpuResources().isEmpty()) {
            addRefusal(OperationProblemKind.CONFLICT, new HelmReleaseRefusal.NoFreeGpu());
        } else if (!node.isEmpty() && !input.freeGpuResources().containsKey(node)) {
            var free = input.freeGpuResources().keySet();
            addRefusal(OperationProblemKind.CONFLICT,
                    input.gpuNodes().stream().anyMatch(each -> each.name().equals(node))
                            ? new HelmReleaseRefusal.NoFreeGpuOnNode(node, free)
                            : new HelmReleaseRefusal.NoNvidiaNode(node, free));
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
            addWarning(new HelmReleaseWarning.HelmOperationUnfinished(release.name().toString(), release.status()));
        }
        (other ? HelmReleaseChangeWarnings.left(release) : HelmReleaseChangeWarnings.removalWarnings(values, input))
                .forEach(this::addWarning);
        addHelmStep(new HelmOperation.HelmUninstall(intent.release(), release.revision(), !other),
                MESSAGES.text("uninstalled", intent.release()), Optional.empty());
        input.location().policies().entrySet().stream().filter(_ -> !other)
                .forEach(
                        policy -> steps
                                .add(PlanStepWithUndo.temporaryStep(
                                        new PlanStep.AwaitClusterStateStep(policyRef(policy.getKey()),
                                                new ExpectedClusterState.ObjectDeletionExpectation(
                                                        policy.getValue().uid()),
                                                REMOVING),
                                        MESSAGES.text("wait.policy"))));
    }

    private void addHelmStep(HelmOperation operation, String leaves, Optional<ChangeIntent> undo) {
        var step = new PlanStep.HelmStep(operation.release().toObjectRef(), operation);
        steps.add(new PlanStepWithUndo(step, HelmReleaseIntentSummarizer.summaryText(intent, input), leaves, undo));
        commands.add(step.commandLine());
    }

    /** @param excused how many nodes need not work */
    private void addStackWait(int excused, Duration timeout) {
        addWait(new ExpectedClusterState.GpuStackReadinessExpectation(intent.release().namespace(),
                !input.gpuNodes().isEmpty(), excused), timeout);
    }

    private void addWait(ExpectedClusterState expected, Duration timeout) {
        steps.add(
                PlanStepWithUndo.temporaryStep(new PlanStep.AwaitClusterStateStep(policyRef(POLICY), expected, timeout),
                        MESSAGES.text("wait", expected.conditionText(policyRef(POLICY)))));
    }

    private static ObjectRef policyRef(String name) {
        return new ObjectRef("nvidia.com/v1", "ClusterPolicy", "clusterpolicies", "", name);
    }
}
