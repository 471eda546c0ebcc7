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
import tessera.cluster.SessionOptions;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.Seen;
import tessera.cluster.kubeconfig.Environment;
import tessera.cluster.kubeconfig.Kubeconfig;
import tessera.cluster.object.HttpObjects;
import tessera.cluster.wire.AccessMode;
import tessera.cluster.wire.Ask;
import tessera.demo.SimulatedCluster;
import tessera.insight.Accelerators;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.plan.PlanRunner;
import tessera.plan.Preview;
import tessera.plan.Receipt;
import tessera.plan.Run;
import tessera.plan.RunState;
import tessera.plan.RunState.Phase;
import tessera.plan.StepState;
import tessera.plan.draft.Behind;
import tessera.plan.intent.Intent;
import tessera.plan.journal.Journal;
import tessera.plan.journal.PastRun;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Somebody's console, open on a simulated cluster through a kubeconfig and HTTP, with a journal of its own. */
public final class Console implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ClusterSession session;
    private final Journal journal;
    private final PlanRunner runner;

    private Console(ClusterSession session, Journal journal) {
        this.session = session;
        this.journal = journal;
        var changes = session.changes();
        runner = new PlanRunner(new PlanRunner.Means(changes.steps(), changes.lookups(),
                new HttpObjects(session::connection),
                () -> session.snapshots().get(), Accelerators.standard()), journal,
                new PlanRunner.Cluster("demo", "https://demo"), Clock.systemUTC());
    }

    /** Opens it and waits until nodes and pods are seen, or it is clear that they will not be. */
    public static Console open(SimulatedCluster cluster, Path folder, String user, AccessMode mode) throws Exception {
        var home = Files.createTempDirectory(folder, user);
        var file = Files.writeString(home.resolve("config"), cluster.kubeconfig(user));
        var context = Kubeconfig.load(new Environment(Map.of(), home, home, file)).contexts().getFirst();
        var session = ClusterSession.open(() -> context,
                SessionOptions.usual(Contexts.terms(), RandomGenerator.getDefault()), mode);
        var console = new Console(session, new Journal(home.resolve("data/journal.jsonl")));
        console.until(snapshot -> snapshot.nodeHealth() instanceof SourceHealth.Live
                && !(snapshot.podHealth() instanceof SourceHealth.Loading));
        return console;
    }

    public static Console open(SimulatedCluster cluster, Path folder) throws Exception {
        return open(cluster, folder, "admin", AccessMode.READ_WRITE);
    }

    public PlanRunner runner() {
        return runner;
    }

    public ClusterSession session() {
        return session;
    }

    public Snapshot until(Predicate<Snapshot> wanted) throws InterruptedException {
        try (var seen = new Seen(session.snapshots())) {
            return seen.until(wanted);
        }
    }

    List<PastRun> journal() throws Failure {
        return PastRun.of(journal.read().entries());
    }

    /** Plans and does something; where it goes wrong it is stopped. */
    public Receipt change(Intent intent) throws Exception {
        return carryOut(plan(intent));
    }

    /** Plans it, and anew once more is seen where what was seen is behind the cluster. */
    Preview plan(Intent intent) throws Exception {
        while (true) {
            long seen = session.snapshots().get().number();
            var preview = runner.preview(intent);
            if (!Behind.alone(preview.reasons())) {
                return preview;
            }
            until(snapshot -> snapshot.number() > seen);
        }
    }

    /** Does what was planned; where it goes wrong it is stopped. */
    public Receipt carryOut(Preview preview) throws Exception {
        var run = runner.apply(preview);
        try (var _ = run.state().observe(() -> {
            if (run.state().get().phase() == Phase.HALTED) {
                run.cancel();
            }
        })) {
            return run.receipt();
        }
    }

    /** Why a change that was planned is not even begun. */
    public Problem refusal(Preview preview) {
        return catchThrowableOfType(Failure.class, () -> runner.apply(preview)).problem();
    }

    /** Makes an object, as somebody at another machine would. */
    public void create(String collection, String body) throws Exception {
        session.connection().text(Ask.write("POST", collection, body, "application/json", "create in " + collection));
    }

    public void patch(String path, String body) throws Exception {
        session.connection()
                .text(Ask.write("PATCH", path, body, "application/merge-patch+json", "patch " + path));
    }

    public void delete(String path) throws Exception {
        session.connection().text(Ask.write("DELETE", path, "{}", "application/json", "delete " + path));
    }

    /** An object as the server has it. */
    public JsonNode read(String path) throws Exception {
        return JSON.readTree(session.connection().text(Ask.get(path, "read " + path)));
    }

    public JsonNode node(String name) throws Exception {
        return read("/api/v1/nodes/" + name);
    }

    static void await(Run run, Predicate<RunState> wanted) throws InterruptedException {
        var reached = new CountDownLatch(1);
        try (var _ = run.state().observe(() -> {
            if (wanted.test(run.state().get())) {
                reached.countDown();
            }
        })) {
            if (!reached.await(60, TimeUnit.SECONDS)) {
                throw new AssertionError("never came; it is " + run.state().get().phase() + " with "
                        + run.state().get().steps().stream().map(StepState::progress).toList());
            }
        }
    }

    /** What went wrong with a step, of which something did. */
    static Problem problem(StepState step) {
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
