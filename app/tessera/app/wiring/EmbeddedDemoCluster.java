package tessera.app.wiring;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import tessera.cluster.kubeconfig.Kubeconfig;
import tessera.cluster.kubeconfig.KubeconfigContextEntry;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.demo.SimulatedCluster;
import tessera.file.OwnerOnlyFiles;
import tessera.file.TemporaryFolder;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.journal.ChangeJournalEntry.JournalCluster;
import tessera.text.MessageCatalog;

/** The simulated cluster inside this program, started on first use. */
public final class EmbeddedDemoCluster implements AutoCloseable {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(EmbeddedDemoCluster.class);

    /** What its context is called. */
    public static final String CONTEXT = JournalCluster.SIMULATED;
    public static final int USUAL_NODES = SimulatedCluster.SimulationOptions.defaultOptions().nodes();
    static final int MOST_NODES = 5000;
    public static final double USUAL_SPEED = SimulatedCluster.SimulationOptions.defaultOptions().speed();
    static final double MOST_SPEED = 1000;

    private final StartupOptions startupOptions;
    private final Clock clock;
    private final ProcessEnvironment environment;
    private @Nullable SimulatedCluster cluster;
    private @Nullable KubeconfigContextEntry context;

    /** @param startupOptions what it is like, and when it may begin */
    EmbeddedDemoCluster(StartupOptions startupOptions, ProcessEnvironment environment, Clock clock) {
        this.startupOptions = startupOptions;
        this.environment = environment;
        this.clock = clock;
    }

    /** Returns a number of nodes if the simulated cluster can have as many. */
    public static int checkNodeCount(CommandLine command, int nodes) {
        if (nodes < 1 || nodes > MOST_NODES) {
            throw new ParameterException(command, MESSAGES.text("demo.nodes", MOST_NODES, nodes));
        }
        return nodes;
    }

    /** Returns a speed if time can pass that fast in the simulated cluster. */
    public static double checkSpeed(CommandLine command, double speed) {
        if (!(speed > 0 && speed <= MOST_SPEED)) {
            throw new ParameterException(command,
                    MESSAGES.text("demo.speed", Math.round(MOST_SPEED), Double.toString(speed)));
        }
        return speed;
    }

    /** Returns its context; starts it the first time. Takes a moment. */
    KubeconfigContextEntry context() throws ProblemException {
        startupOptions.demoStart().join();
        return startedContext();
    }

    private synchronized KubeconfigContextEntry startedContext() throws ProblemException {
        if (context == null) {
            try {
                if (cluster == null) {
                    cluster = SimulatedCluster.start(SimulatedCluster.SimulationOptions.defaultOptions()
                            .withNodes(startupOptions.demoNodes()).withSpeed(startupOptions.demoSpeed())
                            .withClock(clock).withMetricsServer(true).withClaims(true));
                }
                context = readContext(cluster.kubeconfig());
            } catch (IOException e) {
                throw new ProblemException(Problem.of(OperationProblemKind.UNEXPECTED, MESSAGES.reason("demo.failed"))
                        .withDetail(String.valueOf(e.getMessage())), e);
            }
        }
        return context;
    }

    private KubeconfigContextEntry readContext(String kubeconfig) throws IOException, ProblemException {
        try (var folder = TemporaryFolder.create("demo")) {
            var file = OwnerOnlyFiles.write(folder.path().resolve("kubeconfig"),
                    kubeconfig.getBytes(StandardCharsets.UTF_8));
            var read = Kubeconfig.load(new ProcessEnvironment(environment.variables(), environment.home(),
                    environment.workingDirectory(), file)).contexts().getFirst();
            // The journal outlives this cluster, and one that is served is called demo, too.
            return new KubeconfigContextEntry(CONTEXT, read.namespace(), read.file(), read.extensions(), read.cluster(),
                    read.user(), read.problems());
        }
    }

    @Override
    public synchronized void close() {
        if (cluster != null) {
            cluster.close();
        }
    }
}
