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
import tessera.plan.launch.LaunchPlans;
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
import tessera.scheduling.LaunchChecks;
import tessera.scheduling.ObjectSource;

/**
 * The only way to change one cluster: plans what is wanted, rehearses it, and does what was rehearsed.
 *
 * <ul>
 *   <li><b>Source:</b> the cluster's newest snapshot, and reads on demand.
 *   <li><b>Errors:</b> {@link #preview} throws what keeps it from being worked out; what keeps it from being done are
 *       {@link PlanPreview#reasons()}. A run throws nothing: its receipt tells.
 *   <li><b>Threads:</b> safe for use by several; {@link #preview} and {@link #apply} wait for the server and the disk, so
 *       not for the FX thread. A run has a thread of its own.
 * </ul>
 */
public final class PlanRunner {

    /** How many objects are rehearsed at once. */
    private static final int LANES = 8;

    private final RunnerMeans means;
    private final ChangeJournal journal;
    private final Cluster cluster;
    private final Clock clock;
    private final NodePlans nodes;
    private final SharingPlans sharing;
    private final ReleasePlans releases;
    private final WorkloadPlans workloads;
    private final EditPlans edits;
    private final LaunchPlans launches;
    private final QuotaPlans quotas;
    private final String name = UUID.randomUUID().toString();

    /**
     * How the cluster is seen and changed.
     *
     * @param objects  what pods meet that are to come
     * @param snapshot the newest
     */
    public record RunnerMeans(StepExecutor executor, SurveyLookups lookups, ObjectSource objects,
            Supplier<Snapshot> snapshot,
            AcceleratorCatalog accelerators) {}

    /**
     * Which cluster it is.
     *
     * @param context as the kubeconfig calls it
     * @param server  its address
     */
    public record Cluster(String context, String server) {}

    public PlanRunner(RunnerMeans means, ChangeJournal journal, Cluster cluster, Clock clock) {
        this.means = means;
        this.journal = journal;
        this.cluster = cluster;
        this.clock = clock;
        var fares = new LaunchChecks(means.objects());
        nodes = new NodePlans(means.lookups(), means.snapshot(), means.accelerators());
        sharing = new SharingPlans(means.lookups(), means.snapshot(), means.accelerators());
        releases = new ReleasePlans(means.lookups(), means.snapshot(), means.accelerators());
        workloads = new WorkloadPlans(means.lookups(), means.snapshot(), means.accelerators(),
                fares);
        edits = new EditPlans(means.lookups(), means.snapshot(), means.accelerators(),
                new EditPlans.EditMeanings(nodes, workloads));
        launches = new LaunchPlans(means.lookups(), means.objects(), means.snapshot(), means.accelerators(),
                fares);
        quotas = new QuotaPlans(means.lookups(), means.snapshot(), means.accelerators());
    }

    /** Works out how a wish is to come true and what the server says to it. Changes nothing. */
    public PlanPreview preview(ChangeIntent intent) throws Failure, InterruptedException {
        var plan = plan(intent).guarded();
        var access = access(plan);
        var changes = changes(plan, access);
        return new PlanPreview(releases.rehearsed(plan, changes.stream()
                .filter(change -> change.problem().isEmpty())
                .map(change -> new StepDryRun(change.before(), change.after(), List.of())).toList()), changes, access,
                new PlanPreview.PreviewOrigin(name, clock.instant(), user(), means.executor().standing()));
    }

    private ChangePlan plan(ChangeIntent intent) throws Failure, InterruptedException {
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
                    plans.add(plan(part));
                }
                yield ChangePlan.together(intent, plans);
            }
        };
    }

    /** What is looked at before a GPU stack is installed. Changes nothing. */
    public List<PreflightCheck> preflight(ReleaseIntent.InstallRelease intent) throws Failure, InterruptedException {
        return releases.preflight(intent, clock.instant());
    }

    /** What is advised to be set in the operator's chart for a platform, or the one that is detected. Changes nothing. */
    public PlatformAdvice advice(ReleaseName release, String platform, String version)
            throws Failure, InterruptedException {
        return releases.advice(release, platform, version);
    }

    /**
     * Which images a release as it is wanted needs. Changes nothing.
     *
     * @param registry that they shall come from; empty for where the chart has them from
     */
    public ImageNeeds images(ReleaseIntent intent, String registry) throws Failure, InterruptedException {
        return releases.images(intent, registry);
    }

    /** Whether one may do something, as the server says. Changes nothing. */
    public StepAccess.AccessAnswer may(StepAccess access) throws Failure, InterruptedException {
        return means.executor().ask(access);
    }

    private String user() throws InterruptedException {
        try {
            return means.lookups().user();
        } catch (Failure _) {
            // Servers before 1.28 do not tell.
            return "";
        }
    }

    /** Asks of each kind of object once; only where that is denied, of each object, since a role may name some. */
    private List<StepAccess.AccessAnswer> access(ChangePlan plan) throws Failure, InterruptedException {
        var byKind = new LinkedHashMap<StepAccess, Set<StepAccess>>();
        for (var planned : plan.steps()) {
            var needs = planned.step() instanceof PlanStep.HelmStep(var _, var work) ? releases.needs(work)
                    : planned.step().needs();
            needs.forEach(need -> byKind.computeIfAbsent(need.ofAny(), _ -> new LinkedHashSet<>()).add(need));
        }
        var answers = new ArrayList<StepAccess.AccessAnswer>();
        for (var kind : byKind.entrySet()) {
            var answer = means.executor().ask(kind.getKey());
            if (answer.allowed()) {
                answers.add(answer);
                continue;
            }
            for (var need : kind.getValue()) {
                answers.add(means.executor().ask(need));
            }
        }
        return answers;
    }

    /** What is forbidden is refused already and need not be rehearsed. */
    private List<ObjectChange> changes(ChangePlan plan, List<StepAccess.AccessAnswer> access)
            throws InterruptedException {
        if (!access.stream().allMatch(StepAccess.AccessAnswer::allowed)) {
            return List.of();
        }
        var unmade = NewNamespaceObjects.by(plan);
        var rehearsals = plan.steps().stream().filter(planned -> makesAnotherObject(planned.step()))
                .<Callable<ObjectChange>>map(planned -> () -> rehearsed(planned, unmade)).toList();
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

    private static boolean makesAnotherObject(PlanStep step) {
        return switch (step) {
            case PlanStep.Patch _,PlanStep.Apply _,PlanStep.Create _,PlanStep.Delete _,PlanStep.HelmStep _,PlanStep.RunProbePod _ ->
                true;
            case PlanStep.Evict _,PlanStep.EvictLatePods _,PlanStep.LastLook _,PlanStep.Await _ -> false;
        };
    }

    private ObjectChange rehearsed(PlannedStep planned, NewNamespaceObjects unmade) throws InterruptedException {
        var shown = unmade.of(planned.step());
        return shown.isPresent() ? shown.get() : rehearsed(planned);
    }

    private ObjectChange rehearsed(PlannedStep planned) throws InterruptedException {
        var object = planned.step().object();
        try {
            StepDryRun rehearsal = means.executor().rehearse(planned.step());
            return new ObjectChange(object, rehearsal.before(), rehearsal.after(),
                    UnifiedDiff.unified(object.toString(), rehearsal.before(), rehearsal.after()),
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
     * Begins to do what was rehearsed, and returns. A preview can be applied once, by the runner that made it.
     *
     * @throws Failure when it is refused, so that nothing was sent; that is noted in the journal
     */
    public PlanRun apply(PlanPreview preview) throws Failure {
        if (!preview.madeBy(name)) {
            throw new Failure(
                    Problem.of(ProblemKind.INVALID, "This preview is of another cluster, or of an earlier session"));
        }
        if (!preview.spend()) {
            throw new Failure(
                    Problem.of(ProblemKind.CONFLICT, "This preview was applied already").withRemedy("Plan again."));
        }
        var notes = notes(preview);
        var against = against(preview);
        if (!against.isEmpty()) {
            notes.refuse(preview.plan().steps(), against, clock.instant());
            throw new Failure(against.getFirst());
        }
        notes.begin(preview.plan().steps());
        var run = new PlanRun(preview, means.executor(), nodes::latecomers, notes, clock);
        run.start();
        return run;
    }

    /** Why it is not applied as things stand now; empty when it is. Who decides of every request is the gate all the same. */
    private List<Problem> against(PlanPreview preview) {
        return preview.refused() ? preview.reasons() : means.executor().standing().stream().toList();
    }

    /** Notes in the journal that a preview that would be refused is not applied; empty where it would be. */
    public Optional<RunReceipt> refuse(PlanPreview preview) throws Failure {
        var against = against(preview);
        return against.isEmpty() ? Optional.empty()
                : Optional.of(notes(preview).refuse(preview.plan().steps(), against, clock.instant()));
    }

    private RunNotes notes(PlanPreview preview) {
        return new RunNotes(journal, UUID.randomUUID().toString(), preview.intent(),
                new JournalCluster(cluster.context(), cluster.server(), preview.user()), clock.instant());
    }
}
