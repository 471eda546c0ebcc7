package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import tessera.cluster.ClusterSession;
import tessera.cluster.ClusterSessionOptions;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.Seen;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.kubeconfig.Kubeconfig;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.object.HttpObjectReader;
import tessera.demo.SimulatedCluster;
import tessera.gpu.AcceleratorCatalog;
import tessera.model.ClusterSnapshot;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.model.SnapshotCollectionHealth;
import tessera.plan.PlanPreview;
import tessera.plan.PlanRun;
import tessera.plan.PlanRunReceipt;
import tessera.plan.PlanRunState;
import tessera.plan.PlanRunState.RunPhase;
import tessera.plan.PlanRunner;
import tessera.plan.PlanStepState;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.journal.ChangeJournal;
import tessera.plan.journal.JournaledPlanRun;
import tessera.plan.model.StaleSnapshotProblemFactory;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Somebody's console, open on a simulated cluster through a kubeconfig and HTTP, with a journal of its own. */
public final class Console implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ClusterSession session;
    private final ChangeJournal journal;
    private final PlanRunner runner;

    private Console(ClusterSession session, ChangeJournal journal) {
        this.session = session;
        this.journal = journal;
        var changes = session.changes();
        runner = new PlanRunner(
                new PlanRunner.PlanRunnerDependencies(changes.steps(), changes.inputReader(),
                        new HttpObjectReader(session::connection), () -> session.snapshots().get(),
                        AcceleratorCatalog.standard()),
                journal, new PlanRunner.RunnerClusterContext("demo", "https://demo"), Clock.systemUTC());
    }

    /** Opens it and waits until nodes and pods are seen, or it is clear that they will not be. */
    public static Console open(SimulatedCluster cluster, Path folder, String user, SessionAccessMode mode)
            throws Exception {
        return open(cluster, folder, user, mode, Clock.systemUTC());
    }

    private static Console open(SimulatedCluster cluster, Path folder, String user, SessionAccessMode mode, Clock clock)
            throws Exception {
        var home = Files.createTempDirectory(folder, user);
        var file = Files.writeString(home.resolve("config"), cluster.kubeconfig(user));
        var context = Kubeconfig.load(new ProcessEnvironment(Map.of(), home, home, file)).contexts().getFirst();
        var session = ClusterSession.open(() -> context,
                ClusterSessionOptions.standard(Contexts.terms(clock), RandomGenerator.getDefault()), mode);
        var console = new Console(session, new ChangeJournal(home.resolve("data/journal.jsonl")));
        console.until(clusterSnapshot -> clusterSnapshot.nodeHealth() instanceof SnapshotCollectionHealth.LiveCollection
                && !(clusterSnapshot.podHealth() instanceof SnapshotCollectionHealth.LoadingCollection));
        return console;
    }

    public static Console open(SimulatedCluster cluster, Path folder) throws Exception {
        return open(cluster, folder, Clock.systemUTC());
    }

    /** Opens it with a clock of its own. */
    public static Console open(SimulatedCluster cluster, Path folder, Clock clock) throws Exception {
        return open(cluster, folder, "admin", SessionAccessMode.READ_WRITE, clock);
    }

    public PlanRunner runner() {
        return runner;
    }

    public ClusterSession session() {
        return session;
    }

    public ClusterSnapshot until(Predicate<ClusterSnapshot> wanted) throws InterruptedException {
        try (var seen = new Seen(session.snapshots())) {
            return seen.until(wanted);
        }
    }

    List<JournaledPlanRun> journal() throws ProblemException {
        return JournaledPlanRun.groupByRun(journal.read().entries());
    }

    /** Plans and does something; where it goes wrong it is stopped. */
    public PlanRunReceipt change(ChangeIntent intent) throws Exception {
        return carryOut(plan(intent));
    }

    /** Plans it, and anew once more is seen where what was seen is behind the cluster. */
    public PlanPreview plan(ChangeIntent intent) throws Exception {
        while (true) {
            long seen = session.snapshots().get().number();
            var preview = runner.preview(intent);
            if (!StaleSnapshotProblemFactory.isOnlyReason(preview.refusalReasons())) {
                return preview;
            }
            until(clusterSnapshot -> clusterSnapshot.number() > seen);
        }
    }

    /** Does what was planned; where it goes wrong it is stopped. */
    public PlanRunReceipt carryOut(PlanPreview preview) throws Exception {
        var run = runner.apply(preview);
        try (var _ = run.state().observe(() -> {
            if (run.state().get().phase() == RunPhase.HALTED) {
                run.cancel();
            }
        })) {
            return run.awaitReceipt();
        }
    }

    /** Why a change that was planned is not even begun. */
    public Problem refusal(PlanPreview preview) {
        return catchThrowableOfType(ProblemException.class, () -> runner.apply(preview)).problem();
    }

    /** Makes an object, as somebody at another machine would. */
    public void create(String collection, String body) throws Exception {
        session.connection().readText(
                ApiRequest.writeRequest("POST", collection, body, "application/json", "create in " + collection));
    }

    public void patch(String path, String body) throws Exception {
        session.connection().readText(
                ApiRequest.writeRequest("PATCH", path, body, "application/merge-patch+json", "patch " + path));
    }

    public void delete(String path) throws Exception {
        session.connection()
                .readText(ApiRequest.writeRequest("DELETE", path, "{}", "application/json", "delete " + path));
    }

    /** An object as the server has it. */
    public JsonNode read(String path) throws Exception {
        return JSON.readTree(session.connection().readText(ApiRequest.get(path, "read " + path)));
    }

    public JsonNode node(String name) throws Exception {
        return read("/api/v1/nodes/" + name);
    }

    static void await(PlanRun run, Predicate<PlanRunState> wanted) throws InterruptedException {
        var reached = new CountDownLatch(1);
        try (var _ = run.state().observe(() -> {
            if (wanted.test(run.state().get())) {
                reached.countDown();
            }
        })) {
            if (!reached.await(3, TimeUnit.MINUTES)) {
                throw new AssertionError("never came; it is " + run.state().get().phase() + " with "
                        + run.state().get().steps().stream().map(PlanStepState::progress).toList());
            }
        }
    }

    /** What went wrong with a step, of which something did. */
    static Problem problem(PlanStepState step) {
        var problem = step.problem();
        if (problem == null) {
            throw new AssertionError("nothing went wrong: " + step.progress());
        }
        return problem;
    }

    @Override
    public void close() {
        session.close();
    }
}
