package tessera.app.cli;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tessera.app.cli.ContainerLogPrinter.AllowedTerminalEscapes;
import tessera.app.platform.StdoutTerminalDetector;
import tessera.app.platform.TerminalEscapeFilterWriter;
import tessera.cluster.ClusterConnection;
import tessera.logs.ContainerLogReadStatus;
import tessera.logs.LogPodFacts;
import tessera.logs.LogReadRequest;
import tessera.logs.LogRetryPolicy;
import tessera.logs.LogSearchPattern;
import tessera.logs.PodLogReader;
import tessera.logs.PodLogSource;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** Prints the logs of a pod's containers. */
@Command(name = "logs", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class LogsCommand implements Callable<Integer>, CommandDeadline.UnlimitedDurationCommand {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LogsCommand.class);

    private static final Pattern DURATION = Pattern
            .compile("(?:(\\d{1,5})d)?(?:(\\d{1,5})h)?(?:(\\d{1,6})m)?(?:(\\d{1,8})s?)?");

    private static final int USUAL_PATIENCE = 60;

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Parameters(paramLabel = "[NAMESPACE/]POD", descriptionKey = "logs.namespace-pod")
    private String pod = "";

    @Option(names = {"-n", "--namespace"}, paramLabel = "NAME", descriptionKey = "logs.namespace")
    private String namespace = "";

    @Option(names = {"-c", "--container"}, paramLabel = "NAME", descriptionKey = "logs.container")
    private String container = "";

    @Option(names = "--all-containers", descriptionKey = "logs.all-containers")
    private boolean all;

    @Option(names = {"-f", "--follow"}, descriptionKey = "logs.follow")
    private boolean follow;

    @Option(names = {"-p", "--previous"}, descriptionKey = "logs.previous")
    private boolean previous;

    @Option(names = "--since", paramLabel = "TIME", descriptionKey = "logs.since")
    private String since = "";

    @Option(names = "--tail", paramLabel = "N", descriptionKey = "logs.tail")
    private long tail = -1;

    @Option(names = "--timestamps", descriptionKey = "logs.timestamps")
    private boolean timestamps;

    @Option(names = "--grep", paramLabel = "REGEX", descriptionKey = "logs.grep")
    private String grep = "";

    @Option(names = "--raw", descriptionKey = "logs.raw")
    private boolean raw;

    @Option(names = "--timeout", paramLabel = "SECONDS", descriptionKey = "logs.timeout")
    private @Nullable Integer timeout;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ProblemException {
        if (all && !container.isEmpty()) {
            throw usageError(MESSAGES.text("logs.containers"));
        }
        if (follow && previous) {
            throw usageError(MESSAGES.text("logs.followPrevious"));
        }
        if (tail < -1) {
            throw usageError(MESSAGES.text("logs.tailNegative"));
        }
        if (timeout != null && timeout < 1) {
            throw usageError(MESSAGES.text("timeout.tooShort"));
        }
        var age = parseAge();
        var pattern = parsePattern();
        try (var clusterSelection = cluster.openedToReach("")) {
            var connection = ClusterConnectionAwaiter.awaitConnection(clusterSelection,
                    Duration.ofSeconds(follow || timeout == null ? USUAL_PATIENCE : timeout));
            return printLogs(clusterSelection.clusterServices().logSource(),
                    new PodNameArgument(pod, namespace).resolveIn(connection), startTime(age, connection), pattern);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
    }

    private ParameterException usageError(String text) {
        return new ParameterException(spec.commandLine(), text);
    }

    private Optional<Duration> parseAge() {
        if (since.isEmpty()) {
            return Optional.empty();
        }
        var parts = DURATION.matcher(since);
        if (!parts.matches()) {
            throw usageError(MESSAGES.text("logs.sinceMalformed", since));
        }
        long seconds = parseNumber(parts.group(1)) * 86_400 + parseNumber(parts.group(2)) * 3_600
                + parseNumber(parts.group(3)) * 60 + parseNumber(parts.group(4));
        return Optional.of(Duration.ofSeconds(seconds));
    }

    private static long parseNumber(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }

    private Optional<LogSearchPattern> parsePattern() {
        try {
            if (grep.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(LogSearchPattern.fromExpression(grep));
        } catch (IllegalArgumentException misuse) {
            throw usageError(String.valueOf(misuse.getMessage()));
        }
    }

    /** Returns the start by the server's clock, which may differ from this machine's. */
    private static @Nullable Instant startTime(Optional<Duration> age, ClusterConnection connection) {
        return age.map(time -> Clock.systemUTC().instant().plus(connection.clockSkew()).minus(time)).orElse(null);
    }

    private int printLogs(PodLogSource source, ObjectRef targetRef, @Nullable Instant start,
            Optional<LogSearchPattern> pattern) throws ProblemException, InterruptedException {
        var podFacts = source.findPod(targetRef);
        var containers = chosenContainers(podFacts);
        var line = spec.commandLine();
        var printer = new ContainerLogPrinter(TerminalEscapeFilterWriter.unwrap(line.getOut()), line.getErr(),
                new ContainerLogPrinter.LogPrintOptions(timestamps, pattern, logStyle(), follow), containers);
        try (var reading = new PodLogReader(source,
                new LogReadRequest(targetRef, containers, previous, follow, start, tail), podFacts, printer,
                LogRetryPolicy.USUAL)) {
            printer.whenRefused(reading::pause);
            reading.start();
            endAfterTimeout(reading);
            var ends = reading.awaitEnd();
            CommandLineErrorPrinter.flushOutput(line);
            return printEnds(ends);
        }
    }

    private AllowedTerminalEscapes logStyle() {
        if (raw) {
            return AllowedTerminalEscapes.RAW;
        }
        if (StdoutTerminalDetector.mayBeTerminal()) {
            return AllowedTerminalEscapes.COLOURS;
        }
        return AllowedTerminalEscapes.TEXT;
    }

    /** Ends a followed log after the timeout. */
    private void endAfterTimeout(PodLogReader reading) {
        if (!follow || timeout == null) {
            return;
        }
        var time = Duration.ofSeconds(timeout);
        Thread.ofVirtual().name("log timeout").start(() -> {
            try {
                Thread.sleep(time);
                reading.pause();
            } catch (InterruptedException _) {
                // The program ends before.
            }
        });
    }

    private List<String> chosenContainers(LogPodFacts podFacts) throws ProblemException {
        if (all) {
            return podFacts.containerNames();
        }
        var name = container.isEmpty() ? podFacts.defaultContainer() : container;
        if (podFacts.findContainer(name).isEmpty()) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.NOT_FOUND, MESSAGES.reason("container.notFound", name))
                            .withRemedy(MESSAGES.text("container.notFound.remedy", podFacts.containerNames())));
        }
        return List.of(name);
    }

    private int printEnds(List<ContainerLogReadStatus> ends) {
        int code = 0;
        for (var end : ends) {
            if (end instanceof ContainerLogReadStatus.RefusedLogStatus(var problem)) {
                CommandLineErrorPrinter.printRemark(problem, spec.commandLine());
                code = 1;
            } else if (end instanceof ContainerLogReadStatus.EndedLogStatus(var text) && !text.isEmpty()) {
                CommandLineErrorPrinter.printLine(text, spec.commandLine());
            }
        }
        spec.commandLine().getErr().flush();
        return code;
    }
}
