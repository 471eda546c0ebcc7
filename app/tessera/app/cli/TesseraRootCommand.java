package tessera.app.cli;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import tessera.app.crash.JavaFxHangWatchdog;
import tessera.app.crash.ProgramLogSetup;
import tessera.app.platform.DesktopNotificationProgram;
import tessera.app.platform.DesktopNotifier;
import tessera.app.platform.HeapTrimmer;
import tessera.app.platform.JavaFxToolkitStarter;
import tessera.app.platform.ProgramVersion;
import tessera.app.selfmetrics.ScreenStateBuildCounters;
import tessera.app.selfmetrics.SelfMetricsCollector;
import tessera.app.selfmetrics.SelfMetricsServer;
import tessera.app.window.MainWindow;
import tessera.app.window.WallDisplayHealthMetricsSource;
import tessera.app.window.WallDisplayWindow;
import tessera.app.wiring.ClusterSelectionService;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.model.ProblemException;
import tessera.text.DisplayLanguage;
import tessera.text.MessageCatalog;
import tessera.ui.settings.WelcomeView;

/** Opens the window, or runs a sub-command without one. */
@Command(name = "tessera", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, synopsisSubcommandLabel = "[COMMAND]", sortOptions = false)
final class TesseraRootCommand implements CommandRoot, Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(TesseraRootCommand.class);

    /** Where an option stands in a help that every command has. */
    private static final int LAST = 3;

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private WallDisplayCommandLineOptions wall = new WallDisplayCommandLineOptions();

    @Option(order = ClusterCommandLineOptions.CLUSTER, names = "--screenshot", paramLabel = "FILE", descriptionKey = "tesseraRoot.screenshot")
    private @Nullable Path screenshot;

    @Option(order = ClusterCommandLineOptions.CLUSTER, names = "--metrics-port", paramLabel = "N", descriptionKey = "tesseraRoot.metrics-port")
    private @Nullable Integer metricsPort;

    @Option(order = LAST, names = "--log-level", paramLabel = "LEVEL", scope = ScopeType.INHERIT, descriptionKey = "tesseraRoot.log-level")
    private ProgramLogSetup.@Nullable ProgramLogVerbosity logLevel;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private boolean languageFixed;
    private final ProcessEnvironment environment;
    private final Function<String[], CommandLine> commandLines;

    /**
     * @param environment  what the process inherited
     * @param commandLines makes the command line for some words
     */
    TesseraRootCommand(ProcessEnvironment environment, Function<String[], CommandLine> commandLines) {
        this.environment = environment;
        this.commandLines = commandLines;
    }

    /** Sets the language of texts at once, as the help of the same command line has to be in it. */
    @Option(order = LAST, names = "--locale", paramLabel = "LANGUAGE", scope = ScopeType.INHERIT, descriptionKey = "tesseraRoot.locale")
    void setLanguage(String code) {
        fixLanguage(DisplayLanguage.findByCode(code)
                .orElseThrow(() -> new ParameterException(spec.commandLine(), MESSAGES.text("locale.unknown", code,
                        Stream.of(DisplayLanguage.values()).map(DisplayLanguage::code).toList()))));
    }

    /** Tells everything in one language, whatever the settings say. */
    void fixLanguage(DisplayLanguage language) {
        language.use();
        languageFixed = true;
    }

    @Override
    public void preferLanguage(DisplayLanguage language) {
        if (!languageFixed) {
            language.use();
        }
    }

    /** Returns the command as desktop menus call it, without parsing options other than the one given. */
    CommandSpec specForMenus(boolean simulated) {
        spec = CommandSpec.wrapWithoutInspection(this).name("tessera");
        cluster.applyMenuOptions(spec, simulated);
        return spec;
    }

    @Override
    public ProcessEnvironment environment() {
        return environment;
    }

    @Override
    public CommandLine newCommandLine(String... words) {
        return commandLines.apply(words);
    }

    /** Returns the log level; empty where none is given. */
    Optional<ProgramLogSetup.ProgramLogVerbosity> logLevel() {
        return Optional.ofNullable(logLevel);
    }

    @Override
    public Integer call() throws ProblemException {
        if (metricsPort != null && (metricsPort < 1 || metricsPort > SelfMetricsServer.MOST)) {
            throw new ParameterException(spec.commandLine(),
                    MESSAGES.text("metricsPort.range", SelfMetricsServer.MOST, metricsPort));
        }
        boolean display = wall.isRequested();
        MainWindow.requireDisplay(environment.variables());
        if (display) {
            return runWall();
        }
        return runWindow();
    }

    private int runWall() throws ProblemException {
        if (screenshot != null) {
            throw new ParameterException(spec.commandLine(), MESSAGES.text("wall.screenshot"));
        }
        int screen = wall.screenNumber();
        try (var _ = JavaFxHangWatchdog.whileStarting()) {
            JavaFxToolkitStarter.awaitStarted();
        }
        var desks = cluster.openWallDesks();
        var projections = new ScreenStateBuildCounters();
        try (var _ = HeapTrimmer.start();
                var watchdog = JavaFxHangWatchdog.start();
                var _ = metricsPort == null ? null
                        : SelfMetricsServer.open(metricsPort,
                                new WallDisplayHealthMetricsSource(desks, projections, watchdog, Clock.systemUTC()))) {
            WallDisplayWindow.show(desks, wall.toTerms(desks.getFirst().accelerators()),
                    new WallDisplayWindow.WallMonitorAndTheme(screen, wall.theme(desks.getFirst())), projections);
        } finally {
            desks.forEach(ClusterSelectionService::close);
        }
        return 0;
    }

    private int runWindow() throws ProblemException {
        cluster.checkSingleContext();
        var projections = new ScreenStateBuildCounters();
        var painted = new CompletableFuture<Boolean>();
        try (var clusterSelection = cluster.newDesk(painted);
                var _ = HeapTrimmer.startAfter(painted);
                var _ = metricsPort == null ? null
                        : SelfMetricsServer.open(metricsPort,
                                new SelfMetricsCollector(clusterSelection, projections, Clock.systemUTC()))) {
            clusterSelection.clusterHistory()
                    .enableStorage(() -> clusterSelection.preferences().settings().historyMegabytes());
            boolean first = !cluster.namesSource() && screenshot == null
                    && clusterSelection.layoutMemory().recall(WelcomeView.STARTED).isEmpty();
            if (!first) {
                clusterSelection.openFirst()
                        .forEach(problem -> CommandLineErrorPrinter.printRemark(problem, spec.commandLine()));
            }
            JavaFxToolkitStarter.awaitStarted();
            MainWindow.show(clusterSelection, projections,
                    new DesktopNotifier(environment.variables(),
                            DesktopNotificationProgram.forSystem(System.getProperty("os.name", ""))),
                    screenshot, painted);
        }
        return 0;
    }

    /** Provides the version text. */
    static final class VersionProvider implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {ProgramVersion.text()};
        }
    }
}
