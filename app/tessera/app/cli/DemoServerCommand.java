package tessera.app.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.app.platform.CommandFileArgumentReader;
import tessera.app.wiring.EmbeddedDemoCluster;
import tessera.demo.SimulatedCluster;
import tessera.demo.chart.SimulatedGpuOperatorChart;
import tessera.demo.environment.SimulatedClusterVariant;
import tessera.demo.scenario.SimulatedGpuStackFaultScenario;
import tessera.file.OwnerOnlyFiles;
import tessera.file.SizeLimitedFileReader;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** Serves the simulated cluster for other clients, until it is stopped. */
@Command(name = "demo", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class DemoServerCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DemoServerCommand.class);

    private static final int LAST_PORT = 65_535;
    /** The lines before that of the server. */
    private static final int LARGEST = 1 << 20;
    private static final int HEAD = 6;
    private static final String HERE = "server: https://127.0.0.1:";

    @Option(names = "--kubeconfig-out", required = true, paramLabel = "FILE", descriptionKey = "demoServer.kubeconfig-out")
    private @Nullable Path kubeconfig;

    @Option(names = "--port", paramLabel = "N", descriptionKey = "demoServer.port")
    private int port;

    @Option(names = "--nodes", paramLabel = "N", descriptionKey = "demoServer.nodes")
    private int nodes = EmbeddedDemoCluster.USUAL_NODES;

    @Option(names = "--seed", paramLabel = "N", descriptionKey = "demoServer.seed")
    private long seed = SimulatedCluster.SimulationOptions.defaultOptions().seed();

    @Option(names = "--speed", paramLabel = "X", descriptionKey = "demoServer.speed")
    private double speed = EmbeddedDemoCluster.USUAL_SPEED;

    @Option(names = "--charts-out", paramLabel = "FOLDER", descriptionKey = "demoServer.charts-out")
    private @Nullable Path charts;

    @Option(names = "--without-metrics-server", descriptionKey = "demoServer.without-metrics-server")
    private boolean withoutMetricsServer;

    @Option(names = "--fault", paramLabel = "NAME[=NODE]", descriptionKey = "demoServer.fault")
    private List<String> faults = List.of();

    @Option(names = "--scenario", paramLabel = "NAME", descriptionKey = "demoServer.scenario")
    private @Nullable String scenario;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ProblemException, InterruptedException {
        EmbeddedDemoCluster.checkNodeCount(spec.commandLine(), nodes);
        EmbeddedDemoCluster.checkSpeed(spec.commandLine(), speed);
        if (port < 0 || port > LAST_PORT) {
            throw new ParameterException(spec.commandLine(), MESSAGES.text("demo.port", Integer.toString(port)));
        }
        var file = Objects.requireNonNullElse(kubeconfig, Path.of("tessera-demo.kubeconfig"));
        var options = SimulatedCluster.SimulationOptions.defaultOptions().withNodes(nodes).withPort(port).withSeed(seed)
                .withSpeed(speed).withFaults(faults.stream().map(this::parseFault).toList())
                .withMetricsServer(!withoutMetricsServer).withClaims(scenario == null)
                .withEnvironment(Optional.ofNullable(scenario).map(this::namedEnvironment));
        try (var cluster = SimulatedCluster.start(options)) {
            writeKubeconfig(cluster.kubeconfig(), file);
            writeCharts();
            var out = spec.commandLine().getOut();
            out.println(scenario == null ? MESSAGES.text("demo.servingNodes", nodes, cluster.url())
                    : MESSAGES.text("demo.servingScenario", scenario, cluster.url()));
            out.println("kubectl --kubeconfig " + file + " get nodes");
            out.println(MESSAGES.text("demo.stop"));
            out.flush();
            awaitStop();
        } catch (IllegalArgumentException noSuchNode) {
            throw new ParameterException(spec.commandLine(), String.valueOf(noSuchNode.getMessage()), noSuchNode);
        } catch (IOException e) {
            throw new ProblemException(Problem.of(OperationProblemKind.UNEXPECTED, MESSAGES.reason("demo.failed"))
                    .withDetail(CommandFileArgumentReader.reasonText(e)), e);
        }
        return 0;
    }

    private SimulatedClusterVariant namedEnvironment(String name) {
        return SimulatedClusterVariant.findByLabel(name).orElseThrow(() -> new ParameterException(spec.commandLine(),
                MESSAGES.text("demo.unknownScenario", name, SimulatedClusterVariant.labelsText())));
    }

    private SimulatedGpuStackFaultScenario.NodeFaultScenario parseFault(String text) {
        return SimulatedGpuStackFaultScenario.parse(text).orElseThrow(() -> new ParameterException(spec.commandLine(),
                MESSAGES.text("demo.unknownFault", text, SimulatedGpuStackFaultScenario.allNamesText())));
    }

    /** Writes the kubeconfig in place of one of an earlier simulated cluster; refuses to replace any other file. */
    private static void writeKubeconfig(String kubeconfig, Path file) throws IOException, ProblemException {
        if (Files.exists(file)) {
            var there = SizeLimitedFileReader.readText(file, LARGEST);
            if (!there.isBlank() && !(firstLines(there).equals(firstLines(kubeconfig)) && there.contains(HERE))) {
                throw new ProblemException(
                        Problem.of(OperationProblemKind.INVALID, MESSAGES.reason("demo.kubeconfigExists", file)));
            }
        }
        OwnerOnlyFiles.write(file, kubeconfig.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> firstLines(String kubeconfig) {
        return kubeconfig.lines().limit(HEAD).toList();
    }

    private void writeCharts() throws IOException {
        if (charts != null) {
            for (var version : SimulatedGpuOperatorChart.versions()) {
                SimulatedGpuOperatorChart.writeChart(version, charts.resolve(version));
            }
        }
    }

    private static void awaitStop() throws InterruptedException {
        var stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(stopped::countDown));
        stopped.await();
    }
}
