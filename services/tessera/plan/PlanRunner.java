package tessera.plan;

import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.FleetPodGpuAllocations;
import tessera.model.ClusterSnapshot;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.RequiredPermission;
import tessera.plan.access.WallDisplayAccountPlanner;
import tessera.plan.context.PlannerInputReader;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.CompositeIntent;
import tessera.plan.intent.EditObjectIntent;
import tessera.plan.intent.GpuSharingIntent;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.plan.intent.NamespacePolicyIntent;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.WallDisplayAccountIntent;
import tessera.plan.intent.WorkloadChangeIntent;
import tessera.plan.intent.WorkloadLaunchIntent;
import tessera.plan.journal.ChangeJournal;
import tessera.plan.journal.ChangeJournalEntry.JournalCluster;
import tessera.plan.launch.WorkloadLaunchPlanService;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.node.NodePlanService;
import tessera.plan.operator.GpuStackPreflightCheckResult;
import tessera.plan.operator.HelmReleaseImageList;
import tessera.plan.operator.HelmReleasePlanService;
import tessera.plan.operator.PlatformChartValueAdvice;
import tessera.plan.quota.NamespacePolicyPlanService;
import tessera.plan.sharing.GpuSharingPlanService;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStepDryRunResult;
import tessera.plan.step.PlanStepExecutor;
import tessera.plan.workload.ObjectEditPlanService;
import tessera.plan.workload.WorkloadPlanService;
import tessera.scheduling.ClusterObjectSource;
import tessera.scheduling.ManifestPlacementPredictor;

/**
 * The only way to change a cluster: plans an intent, dry-runs the plan, and applies what was dry-run.
 *
 * <ul>
 *   <li><b>Source:</b> the cluster's newest snapshot, and reads on demand.
 *   <li><b>Errors:</b> {@link #preview} throws what keeps it from being worked out; what keeps it from being done are
 *       {@link PlanPreview#refusalReasons()}. A run throws nothing: its receipt tells.
 *   <li><b>Threads:</b> safe for use by several; {@link #preview} and {@link #apply} wait for the server and the disk, so
 *       not for the FX thread. A run has a thread of its own.
 * </ul>
 */
public final class PlanRunner {

    /** How many objects are rehearsed at once. */
    private static final int LANES = 8;

    private final PlanRunnerDependencies means;
    private final ChangeJournal journal;
    private final RunnerClusterContext cluster;
    private final Clock clock;
    private final NodePlanService nodes;
    private final GpuSharingPlanService sharing;
    private final HelmReleasePlanService releases;
    private final WorkloadPlanService workloads;
    private final ObjectEditPlanService edits;
    private final WorkloadLaunchPlanService planService;
    private final NamespacePolicyPlanService quotas;
    private final String name = UUID.randomUUID().toString();

    /**
     * The services by which a runner reads and changes the cluster.
     *
     * @param objects  what pods meet that are to come
     * @param snapshot the newest
     */
    public record PlanRunnerDependencies(PlanStepExecutor executor, PlannerInputReader inputReader,
            ClusterObjectSource objects, Supplier<ClusterSnapshot> snapshot, AcceleratorCatalog accelerators) {}

    /**
     * The context and server of the cluster.
     *
     * @param context as the kubeconfig calls it
     * @param server  its address
     */
    public record RunnerClusterContext(String context, String server) {}

    public PlanRunner(PlanRunnerDependencies means, ChangeJournal journal, RunnerClusterContext cluster, Clock clock) {
        this.means = means;
        this.journal = journal;
        this.cluster = cluster;
        this.clock = clock;
        var fares = new ManifestPlacementPredictor(means.objects());
        nodes = new NodePlanService(means.inputReader(), means.snapshot(), means.accelerators());
        sharing = new GpuSharingPlanService(means.inputReader(), means.snapshot(), means.accelerators());
        releases = new HelmReleasePlanService(means.inputReader(), means.snapshot(), means.accelerators());
        workloads = new WorkloadPlanService(means.inputReader(), means.snapshot(), means.accelerators(), fares);
        edits = new ObjectEditPlanService(means.inputReader(), means.snapshot(), means.accelerators(),
                new ObjectEditPlanService.ImpliedChangePlanServices(nodes, workloads));
        planService = new WorkloadLaunchPlanService(means.inputReader(), means.objects(), means.snapshot(),
                means.accelerators(), fares);
        quotas = new NamespacePolicyPlanService(means.inputReader(), means.snapshot(), means.accelerators());
    }

    /** Plans an intent and runs the server's dry run over each step. Changes nothing. */
    public PlanPreview preview(ChangeIntent intent) throws ProblemException, InterruptedException {
        var now = means.snapshot().get();
        var plan = planIntent(intent).withStrandedGuard().withClaimsGap(now.devices().hiddenClaimsProblem())
                .withAmountTexts(pod -> FleetPodGpuAllocations.allocationText(List.of(pod), now, means.accelerators()));
        var access = checkAccess(plan);
        var changes = rehearseChanges(plan, access);
        return new PlanPreview(
                releases.withRehearsalWarnings(plan, changes.stream().filter(change -> change.problem().isEmpty())
                        .map(change -> new PlanStepDryRunResult(change.before(), change.after(), List.of())).toList()),
                changes, access,
                new PlanPreview.PlanPreviewOrigin(name, clock.instant(), readUser(), means.executor().changeBlock()));
    }

    private ChangePlan planIntent(ChangeIntent intent) throws ProblemException, InterruptedException {
        return switch (intent) {
            case NodeChangeIntent nodeIntent -> nodes.plan(nodeIntent);
            case GpuSharingIntent sharingIntent -> sharing.plan(sharingIntent, clock.instant());
            case GpuStackReleaseIntent releaseIntent -> releases.plan(releaseIntent, clock.instant());
            case WallDisplayAccountIntent accountIntent ->
                WallDisplayAccountPlanner.plan(accountIntent, means.inputReader().manifests());
            case WorkloadChangeIntent workloadIntent -> workloads.plan(workloadIntent, clock.instant());
            case WorkloadLaunchIntent launchIntent -> planService.plan(launchIntent);
            case EditObjectIntent editIntent -> edits.plan(editIntent, clock.instant());
            case NamespacePolicyIntent boundsIntent -> quotas.plan(boundsIntent);
            case CompositeIntent(var parts) -> {
                var plans = new ArrayList<ChangePlan>();
                for (var part : parts) {
                    plans.add(planIntent(part));
                }
                yield ChangePlan.combine(intent, plans);
            }
        };
    }

    /** Returns the checks before a GPU stack is installed. Changes nothing. */
    public List<GpuStackPreflightCheckResult> preflight(GpuStackReleaseIntent.InstallReleaseIntent intent)
            throws ProblemException, InterruptedException {
        return releases.preflight(intent, clock.instant());
    }

    /** Returns the advised chart values for a platform, given or detected. Changes nothing. */
    public PlatformChartValueAdvice platformAdvice(HelmReleaseNamespacedName release, String platform, String version)
            throws ProblemException, InterruptedException {
        return releases.platformAdvice(release, platform, version);
    }

    /**
     * Returns the images that the requested release needs. Changes nothing.
     *
     * @param registry that they shall come from; empty for where the chart has them from
     */
    public HelmReleaseImageList listImages(GpuStackReleaseIntent intent, String registry)
            throws ProblemException, InterruptedException {
        return releases.listImages(intent, registry);
    }

    /** Returns the server's answer on whether the user may do something. Changes nothing. */
    public RequiredPermission.PermissionAnswer checkAccess(RequiredPermission permission)
            throws ProblemException, InterruptedException {
        return means.executor().checkAccess(permission);
    }

    private String readUser() throws InterruptedException {
        try {
            return means.inputReader().readUser();
        } catch (ProblemException _) {
            // Servers before 1.28 do not tell.
            return "";
        }
    }

    /** Checks access once per kind of object; where it is denied, per object, as a role may name single ones. */
    private List<RequiredPermission.PermissionAnswer> checkAccess(ChangePlan plan)
            throws ProblemException, InterruptedException {
        var byKind = new LinkedHashMap<RequiredPermission, Set<RequiredPermission>>();
        for (var planned : plan.steps()) {
            var needs = planned.step() instanceof PlanStep.HelmStep(var _, var operation)
                    ? releases.requiredAccess(operation)
                    : planned.step().requiredAccess();
            for (var need : needs) {
                byKind.computeIfAbsent(need.forAnyName(), _ -> new LinkedHashSet<>()).add(need);
            }
        }
        var answers = new ArrayList<RequiredPermission.PermissionAnswer>();
        for (var kind : byKind.entrySet()) {
            var answer = means.executor().checkAccess(kind.getKey());
            if (answer.allowed()) {
                answers.add(answer);
                continue;
            }
            for (var need : kind.getValue()) {
                answers.add(means.executor().checkAccess(need));
            }
        }
        return answers;
    }

    /** Dry-runs the steps that are not forbidden and returns the changes. */
    private List<ObjectChangePreview> rehearseChanges(ChangePlan plan, List<RequiredPermission.PermissionAnswer> access)
            throws InterruptedException {
        if (!access.stream().allMatch(RequiredPermission.PermissionAnswer::allowed)) {
            return List.of();
        }
        var unmade = NewNamespaceObjectPreviewer.createdBy(plan);
        var rehearsals = plan.steps().stream().filter(planned -> createsOtherObject(planned.step()))
                .<Callable<ObjectChangePreview>>map(planned -> () -> rehearseStep(planned, unmade)).toList();
        var changes = new ArrayList<ObjectChangePreview>();
        try (var lanes = Executors.newFixedThreadPool(LANES, Thread.ofVirtual().name("rehearsal-", 0).factory())) {
            for (var rehearsal : lanes.invokeAll(rehearsals)) {
                changes.add(rehearsal.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("failed rehearsal", e.getCause());
        }
        return changes;
    }

    private static boolean createsOtherObject(PlanStep step) {
        return switch (step) {
            case PlanStep.PatchObjectStep _,PlanStep.ApplyObjectStep _,PlanStep.CreateObjectStep _,PlanStep.DeleteObjectStep _,PlanStep.HelmStep _,PlanStep.ProbePodStep _ ->
                true;
            case PlanStep.EvictPodStep _,PlanStep.EvictLatePodsStep _,PlanStep.VerifyEmptyNamespaceStep _,PlanStep.AwaitClusterStateStep _ ->
                false;
        };
    }

    private ObjectChangePreview rehearseStep(PlanStepWithUndo planned, NewNamespaceObjectPreviewer unmade)
            throws InterruptedException {
        var shown = unmade.describeCreation(planned.step());
        if (shown.isPresent()) {
            return shown.get();
        }
        return rehearseStep(planned);
    }

    private ObjectChangePreview rehearseStep(PlanStepWithUndo planned) throws InterruptedException {
        var object = planned.step().object();
        try {
            PlanStepDryRunResult rehearsal = means.executor().rehearse(planned.step());
            return new ObjectChangePreview(object, rehearsal.before(), rehearsal.after(),
                    UnifiedDiff.unifiedDiff(object.toString(), rehearsal.before(), rehearsal.after()),
                    rehearsal.conflicts(),
                    rehearsal.conflicts().isEmpty() ? Optional.empty()
                            : Optional.of(Problem
                                    .of(OperationProblemKind.CONFLICT,
                                            new PlanRunProblem.FieldsOwnedByOthers(object.toString()))
                                    .withDetail(String.join(" ", rehearsal.conflicts()))),
                    true);
        } catch (ProblemException problemException) {
            return new ObjectChangePreview(object, "", "", "", List.of(), Optional.of(problemException.problem()),
                    true);
        }
    }

    /**
     * Starts to apply a preview and returns at once. A preview can be applied once, by the runner that made it.
     *
     * @throws ProblemException when it is refused, so that nothing was sent; that is noted in the journal
     */
    public PlanRun apply(PlanPreview preview) throws ProblemException {
        if (!preview.isMadeBy(name)) {
            throw new ProblemException(Problem.of(OperationProblemKind.INVALID, new PlanRunProblem.PreviewOutdated()));
        }
        if (!preview.markApplied()) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.CONFLICT, new PlanRunProblem.PreviewAlreadyApplied()));
        }
        var notes = createNotes(preview);
        var against = applyProblems(preview);
        if (!against.isEmpty()) {
            notes.refuseRun(preview.plan().steps(), against, clock.instant());
            throw new ProblemException(against.getFirst());
        }
        notes.beginRun(preview.plan().steps());
        var run = new PlanRun(preview, means.executor(), nodes::latecomerSteps, notes, clock);
        run.start();
        return run;
    }

    /** Returns why the preview cannot be applied now; empty if it can. Who decides of every request is the gate all the same. */
    private List<Problem> applyProblems(PlanPreview preview) {
        if (preview.isRefused()) {
            return preview.refusalReasons();
        }
        return means.executor().changeBlock().stream().toList();
    }

    /** Writes into the journal that a preview is refused; empty if it can be applied. */
    public Optional<PlanRunReceipt> recordRefusal(PlanPreview preview) throws ProblemException {
        var against = applyProblems(preview);
        if (against.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(createNotes(preview).refuseRun(preview.plan().steps(), against, clock.instant()));
    }

    private PlanRunJournalWriter createNotes(PlanPreview preview) {
        return new PlanRunJournalWriter(journal, UUID.randomUUID().toString(), preview.intent(),
                new JournalCluster(cluster.context(), cluster.server(), preview.user()), clock.instant());
    }
}
