package tessera.app;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.model.Failure;
import tessera.ui.settings.WelcomeView;

/** Opens the window, or does what a sub-command says without one. */
@Command(name = "tessera", description = "A console for GPUs on Kubernetes. Without a command, opens the window.", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, synopsisSubcommandLabel = "[COMMAND]", sortOptions = false)
final class TesseraCommand implements Callable<Integer> {

    /** Where an option stands in a help that every command has. */
    private static final int LAST = 3;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private WallOptions wall = new WallOptions();

    @Option(order = ClusterOptions.CLUSTER, names = "--screenshot", paramLabel = "FILE", description = "Save a picture of the window once its first screen is populated.")
    private @Nullable Path screenshot;

    @Option(order = ClusterOptions.CLUSTER, names = "--metrics-port", paramLabel = "N", description = "Serve the program's own /metrics, /healthz and /livez on this port of 127.0.0.1 (default: no server).")
    private @Nullable Integer metricsPort;

    @Option(order = LAST, names = "--log-level", paramLabel = "LEVEL", scope = ScopeType.INHERIT, description = "Log level of the log files: error, warning, info or debug (default: info for the window, no log for commands).")
    private LogFiles.@Nullable LogDetail logLevel;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final ProcessEnvironment environment;

    /** @param environment what the process inherited */
    TesseraCommand(ProcessEnvironment environment) {
        this.environment = environment;
    }

    /** What it is as menus say it: of its options it knows none but the one that is said. */
    static CommandSpec ofMenus(ProcessEnvironment environment, boolean simulated) {
        var command = new TesseraCommand(environment);
        command.spec = CommandSpec.wrapWithoutInspection(command).name("tessera");
        command.cluster.settle(command.spec, simulated);
        return command.spec;
    }

    /** What the process inherited in which a command runs. */
    static ProcessEnvironment environment(CommandSpec command) {
        return ((TesseraCommand) command.root().userObject()).environment;
    }

    /** How much is noted; empty where nothing is said. */
    Optional<LogFiles.LogDetail> logLevel() {
        return Optional.ofNullable(logLevel);
    }

    @Override
    public Integer call() throws Failure {
        if (metricsPort != null && (metricsPort < 1 || metricsPort > MetricsPort.MOST)) {
            throw new ParameterException(spec.commandLine(),
                    "A port is a number from 1 to %d, not %d".formatted(MetricsPort.MOST, metricsPort));
        }
        boolean display = wall.wanted();
        MainWindow.requireDisplay(environment.variables());
        return display ? wall() : window();
    }

    private int wall() throws Failure {
        if (screenshot != null) {
            throw new ParameterException(spec.commandLine(),
                    "A wall is drawn to a file by 'tessera snapshot --wall PAGE'");
        }
        int screen = wall.screen();
        try (var _ = DisplayWatch.whileStarting()) {
            GraphicsToolkit.started();
        }
        var desks = cluster.walls();
        var projections = new ProjectionCounters();
        try (var _ = HeapTrimmer.start();
                var watchdog = DisplayWatch.start();
                var _ = metricsPort == null ? null
                        : MetricsPort.open(metricsPort,
                                new WallHealth(desks, projections, watchdog, Clock.systemUTC()))) {
            WallWindow.show(desks, wall.terms(desks.getFirst().accelerators()),
                    new WallWindow.WallPosition(screen, wall.theme(desks.getFirst())), projections);
        } finally {
            desks.forEach(ClusterDesk::close);
        }
        return 0;
    }

    private int window() throws Failure {
        cluster.expectOne();
        var projections = new ProjectionCounters();
        var painted = new CompletableFuture<Boolean>();
        try (var desk = cluster.desk(painted);
                var _ = HeapTrimmer.startAfter(painted);
                var _ = metricsPort == null ? null
                        : MetricsPort.open(metricsPort, new ConsoleMetrics(desk, projections, Clock.systemUTC()))) {
            desk.histories().keep(() -> desk.preferences().settings().historyMegabytes());
            boolean first = !cluster.named() && screenshot == null
                    && desk.memory().recall(WelcomeView.STARTED).isEmpty();
            if (!first) {
                desk.openFirst().forEach(problem -> CliErrors.remark(problem, spec.commandLine()));
            }
            GraphicsToolkit.started();
            MainWindow.show(desk, projections, new DesktopNotifier(environment.variables(),
                    DesktopProgram.of(System.getProperty("os.name", ""))), screenshot, painted);
        }
        return 0;
    }

    /** Says which version this is. */
    static final class VersionProvider implements IVersionProvider {
        @Override
        public String[] getVersion() {
            var version = TesseraCommand.class.getPackage().getImplementationVersion();
            return new String[] {"tessera " + (version == null ? "development" : version)};
        }
    }
}
