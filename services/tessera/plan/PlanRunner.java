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
import tessera.insight.AcceleratorCatalog;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.Snapshot;
import tessera.plan.access.WallAccess;
import tessera.plan.context.SurveyLookups;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.ChangeSharing;
import tessera.plan.intent.CompositeIntent;
import tessera.plan.intent.EditObject;
import tessera.plan.intent.LaunchIntent;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.QuotaIntent;
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.intent.ReleaseName;
import tessera.plan.intent.WallAccount;
import tessera.plan.intent.WorkloadIntent;
import tessera.plan.journal.ChangeJournal;
import tessera.plan.journal.JournalEntry.JournalCluster;
import tessera.plan.launch.LaunchPlanService;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlannedStep;
import tessera.plan.node.NodePlans;
import tessera.plan.operator.ImageNeeds;
import tessera.plan.operator.PlatformAdvice;
import tessera.plan.operator.PreflightCheck;
import tessera.plan.operator.ReleasePlans;
import tessera.plan.quota.QuotaPlans;
import tessera.plan.sharing.SharingPlans;
import tessera.plan.step.PlanStep;
import tessera.plan.step.StepAccess;
import tessera.plan.step.StepDryRun;
import tessera.plan.step.StepExecutor;
import tessera.plan.workload.EditPlans;
import tessera.plan.workload.WorkloadPlans;
import tessera.scheduling.LaunchPredictor;
import tessera.scheduling.ObjectSource;

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

    private final RunnerServices means;
    private final ChangeJournal journal;
    private final RunnerCluster cluster;
    private final Clock clock;
    private final NodePlans nodes;
    private final SharingPlans sharing;
    private final ReleasePlans releases;
    private final WorkloadPlans workloads;
    private final EditPlans edits;
    private final LaunchPlanService launches;
    private final QuotaPlans quotas;
    private final String name = UUID.randomUUID().toString();

    /**
     * The services by which a runner reads and changes the cluster.
     *
     * @param objects  what pods meet that are to come
     * @param snapshot the newest
     */
    public record RunnerServices(StepExecutor executor, SurveyLookups lookups, ObjectSource objects,
            Supplier<Snapshot> snapshot,
            AcceleratorCatalog accelerators) {}

    /**
     * The context and server of the cluster.
     *
     * @param context as the kubeconfig calls it
     * @param server  its address
     */
    public record RunnerCluster(String context, String server) {}

    public PlanRunner(RunnerServices means, ChangeJournal journal, RunnerCluster cluster, Clock clock) {
        this.means = means;
        this.journal = journal;
        this.cluster = cluster;
        this.clock = clock;
        var fares = new LaunchPredictor(means.objects());
        nodes = new NodePlans(means.lookups(), means.snapshot(), means.accelerators());
        sharing = new SharingPlans(means.lookups(), means.snapshot(), means.accelerators());
        releases = new ReleasePlans(means.lookups(), means.snapshot(), means.accelerators());
        workloads = new WorkloadPlans(means.lookups(), means.snapshot(), means.accelerators(),
                fares);
        edits = new EditPlans(means.lookups(), means.snapshot(), means.accelerators(),
                new EditPlans.EditMeanings(nodes, workloads));
        launches = new LaunchPlanService(means.lookups(), means.objects(), means.snapshot(), means.accelerators(),
                fares);
        quotas = new QuotaPlans(means.lookups(), means.snapshot(), means.accelerators());
    }

    /** Plans an intent and runs the server's dry run over each step. Changes nothing. */
    public PlanPreview preview(ChangeIntent intent) throws Failure, InterruptedException {
        var plan = planIntent(intent).withStrandedGuard();
        var access = checkAccess(plan);
        var changes = rehearseChanges(plan, access);
        return new PlanPreview(releases.withRehearsalWarnings(plan, changes.stream()
                .filter(change -> change.problem().isEmpty())
                .map(change -> new StepDryRun(change.before(), change.after(), List.of())).toList()), changes, access,
                new PlanPreview.PreviewOrigin(name, clock.instant(), readUser(), means.executor().changeBlock()));
    }

    private ChangePlan planIntent(ChangeIntent intent) throws Failure, InterruptedException {
        return switch (intent) {
            case NodeIntent wanted -> nodes.plan(wanted);
            case ChangeSharing wanted -> sharing.plan(wanted, clock.instant());
            case ReleaseIntent wanted -> releases.plan(wanted, clock.instant());
            case WallAccount wanted -> WallAccess.plan(wanted, means.lookups().manifests());
            case WorkloadIntent wanted -> workloads.plan(wanted, clock.instant());
            case LaunchIntent wanted -> launches.plan(wanted);
            case EditObject wanted -> edits.plan(wanted, clock.instant());
            case QuotaIntent wanted -> quotas.plan(wanted);
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
    public List<PreflightCheck> preflight(ReleaseIntent.InstallRelease intent) throws Failure, InterruptedException {
        return releases.preflight(intent, clock.instant());
    }

    /** Returns the advised chart values for a platform, given or detected. Changes nothing. */
    public PlatformAdvice platformAdvice(ReleaseName release, String platform, String version)
            throws Failure, InterruptedException {
        return releases.platformAdvice(release, platform, version);
    }

    /**
     * Returns the images that the requested release needs. Changes nothing.
     *
     * @param registry that they shall come from; empty for where the chart has them from
     */
    public ImageNeeds listImages(ReleaseIntent intent, String registry) throws Failure, InterruptedException {
        return releases.listImages(intent, registry);
    }

    /** Returns the server's answer on whether the user may do something. Changes nothing. */
    public StepAccess.AccessAnswer checkAccess(StepAccess access) throws Failure, InterruptedException {
        return means.executor().checkAccess(access);
    }

    private String readUser() throws InterruptedException {
        try {
            return means.lookups().readUser();
        } catch (Failure _) {
            // Servers before 1.28 do not tell.
            return "";
        }
    }

    /** Checks access once per kind of object; where it is denied, per object, as a role may name single ones. */
    private List<StepAccess.AccessAnswer> checkAccess(ChangePlan plan) throws Failure, InterruptedException {
        var byKind = new LinkedHashMap<StepAccess, Set<StepAccess>>();
        for (var planned : plan.steps()) {
            var needs = planned.step() instanceof PlanStep.HelmStep(var _, var operation)
                    ? releases.requiredAccess(operation)
                    : planned.step().requiredAccess();
            needs.forEach(need -> byKind.computeIfAbsent(need.forAnyName(), _ -> new LinkedHashSet<>()).add(need));
        }
        var answers = new ArrayList<StepAccess.AccessAnswer>();
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
    private List<ObjectChange> rehearseChanges(ChangePlan plan, List<StepAccess.AccessAnswer> access)
            throws InterruptedException {
        if (!access.stream().allMatch(StepAccess.AccessAnswer::allowed)) {
            return List.of();
        }
        var unmade = NewNamespaceObjects.createdBy(plan);
        var rehearsals = plan.steps().stream().filter(planned -> createsOtherObject(planned.step()))
                .<Callable<ObjectChange>>map(planned -> () -> rehearseStep(planned, unmade)).toList();
        var changes = new ArrayList<ObjectChange>();
        try (var lanes = Executors.newFixedThreadPool(LANES, Thread.ofVirtual().name("rehearsal-", 0).factory())) {
            for (var rehearsal : lanes.invokeAll(rehearsals)) {
                changes.add(rehearsal.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a rehearsal broke off", e.getCause());
        }
        return changes;
    }

    private static boolean createsOtherObject(PlanStep step) {
        return switch (step) {
            case PlanStep.Patch _,PlanStep.Apply _,PlanStep.Create _,PlanStep.Delete _,PlanStep.HelmStep _,PlanStep.RunProbePod _ ->
                true;
            case PlanStep.Evict _,PlanStep.EvictLatePods _,PlanStep.VerifyEmptyNamespace _,PlanStep.Await _ -> false;
        };
    }

    private ObjectChange rehearseStep(PlannedStep planned, NewNamespaceObjects unmade) throws InterruptedException {
        var shown = unmade.describeCreation(planned.step());
        return shown.isPresent() ? shown.get() : rehearseStep(planned);
    }

    private ObjectChange rehearseStep(PlannedStep planned) throws InterruptedException {
        var object = planned.step().object();
        try {
            StepDryRun rehearsal = means.executor().rehearse(planned.step());
            return new ObjectChange(object, rehearsal.before(), rehearsal.after(),
                    UnifiedDiff.unifiedDiff(object.toString(), rehearsal.before(), rehearsal.after()),
                    rehearsal.conflicts(),
                    rehearsal.conflicts().isEmpty() ? Optional.empty()
                            : Optional.of(new Problem(ProblemKind.CONFLICT, "Others own fields of " + object,
                                    String.join(" ", rehearsal.conflicts()),
                                    "Take the fields over, or leave them to their owners.")),
                    true);
        } catch (Failure failure) {
            return new ObjectChange(object, "", "", "", List.of(), Optional.of(failure.problem()), true);
        }
    }

    /**
     * Starts to apply a preview and returns at once. A preview can be applied once, by the runner that made it.
     *
     * @throws Failure when it is refused, so that nothing was sent; that is noted in the journal
     */
    public PlanRun apply(PlanPreview preview) throws Failure {
        if (!preview.isMadeBy(name)) {
            throw new Failure(
                    Problem.of(ProblemKind.INVALID, "This preview is of another cluster, or of an earlier session"));
        }
        if (!preview.markApplied()) {
            throw new Failure(
                    Problem.of(ProblemKind.CONFLICT, "This preview was applied already").withRemedy("Plan again."));
        }
        var notes = createNotes(preview);
        var against = applyProblems(preview);
        if (!against.isEmpty()) {
            notes.refuseRun(preview.plan().steps(), against, clock.instant());
            throw new Failure(against.getFirst());
        }
        notes.beginRun(preview.plan().steps());
        var run = new PlanRun(preview, means.executor(), nodes::latecomerSteps, notes, clock);
        run.start();
        return run;
    }

    /** Returns why the preview cannot be applied now; empty if it can. Who decides of every request is the gate all the same. */
    private List<Problem> applyProblems(PlanPreview preview) {
        return preview.isRefused() ? preview.refusalReasons() : means.executor().changeBlock().stream().toList();
    }

    /** Writes into the journal that a preview is refused; empty if it can be applied. */
    public Optional<RunReceipt> recordRefusal(PlanPreview preview) throws Failure {
        var against = applyProblems(preview);
        return against.isEmpty() ? Optional.empty()
                : Optional.of(createNotes(preview).refuseRun(preview.plan().steps(), against, clock.instant()));
    }

    private RunNotes createNotes(PlanPreview preview) {
        return new RunNotes(journal, UUID.randomUUID().toString(), preview.intent(),
                new JournalCluster(cluster.context(), cluster.server(), preview.user()), clock.instant());
    }
}
