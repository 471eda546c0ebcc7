package tessera.app;

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
import tessera.app.LogPrinter.Dress;
import tessera.cluster.ClusterConnection;
import tessera.logs.LogPace;
import tessera.logs.LogPattern;
import tessera.logs.LogReading;
import tessera.logs.LogSource;
import tessera.logs.LogStatus;
import tessera.logs.LogWish;
import tessera.logs.LoggedPod;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** Prints what containers of a pod write. */
@Command(name = "logs", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Print the log of a pod. With --follow, continue across reconnects and container restarts without losing or repeating lines.")
final class LogsCommand implements Callable<Integer>, CommandDeadline.OpenEndedCommand {

    private static final Pattern DURATION = Pattern
            .compile("(?:(\\d{1,5})d)?(?:(\\d{1,5})h)?(?:(\\d{1,6})m)?(?:(\\d{1,8})s?)?");

    private static final int USUAL_PATIENCE = 60;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Parameters(paramLabel = "[NAMESPACE/]POD", description = "Pod to read (namespace: --namespace, else the context's).")
    private String pod = "";

    @Option(names = {"-n",
        "--namespace"}, paramLabel = "NAME", description = "Namespace of the pod (default: the context's).")
    private String namespace = "";

    @Option(names = {"-c",
        "--container"}, paramLabel = "NAME", description = "Container name (default: the pod's default container).")
    private String container = "";

    @Option(names = "--all-containers", description = "Print all containers, each line prefixed with the container name.")
    private boolean all;

    @Option(names = {"-f", "--follow"}, description = "Stream new lines as they are written.")
    private boolean follow;

    @Option(names = {"-p", "--previous"}, description = "Print the log of the previous container instance.")
    private boolean previous;

    @Option(names = "--since", paramLabel = "TIME", description = "Print only lines newer than a duration such as 45s, 10m, 1h30m or 2d.")
    private String since = "";

    @Option(names = "--tail", paramLabel = "N", description = "Print only the last N lines of each container.")
    private long tail = -1;

    @Option(names = "--timestamps", description = "Prefix each line with its timestamp.")
    private boolean timestamps;

    @Option(names = "--grep", paramLabel = "REGEX", description = "Print only lines that match this regular expression.")
    private String grep = "";

    @Option(names = "--raw", description = "Print the log unchanged, including terminal control sequences. Otherwise only colours are kept, and only on a terminal.")
    private boolean raw;

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "Time to wait for the cluster (default: 60); with --follow, time to follow.")
    private @Nullable Integer patience;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Failure {
        if (all && !container.isEmpty()) {
            throw misuse("--container names one container, --all-containers means every one: choose");
        }
        if (follow && previous) {
            throw misuse("A run that is over cannot be followed: leave out --follow or --previous");
        }
        if (tail < -1) {
            throw misuse("--tail takes a number of lines, 0 or more");
        }
        if (patience != null && patience < 1) {
            throw misuse("--timeout takes a number of seconds, 1 or more");
        }
        var age = age();
        var pattern = pattern();
        try (var desk = cluster.openedToReach("")) {
            var connection = ConnectionAwaiter.to(desk,
                    Duration.ofSeconds(follow || patience == null ? USUAL_PATIENCE : patience));
            return print(desk.reached().logs(), new PodName(pod, namespace).in(connection), start(age, connection),
                    pattern);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        }
    }

    private ParameterException misuse(String words) {
        return new ParameterException(spec.commandLine(), words);
    }

    private Optional<Duration> age() {
        if (since.isEmpty()) {
            return Optional.empty();
        }
        var parts = DURATION.matcher(since);
        if (!parts.matches()) {
            throw misuse("“" + since + "” is no time, such as 10m");
        }
        long seconds = number(parts.group(1)) * 86_400 + number(parts.group(2)) * 3_600 + number(parts.group(3)) * 60
                + number(parts.group(4));
        return Optional.of(Duration.ofSeconds(seconds));
    }

    private static long number(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }

    private Optional<LogPattern> pattern() {
        try {
            return grep.isEmpty() ? Optional.empty() : Optional.of(LogPattern.expression(grep));
        } catch (IllegalArgumentException misuse) {
            throw misuse(String.valueOf(misuse.getMessage()));
        }
    }

    /** By the server's clock, which may be another than this machine's. */
    private static @Nullable Instant start(Optional<Duration> age, ClusterConnection connection) {
        return age.map(time -> Clock.systemUTC().instant().plus(connection.skew()).minus(time)).orElse(null);
    }

    private int print(LogSource source, ObjectRef meant, @Nullable Instant start, Optional<LogPattern> pattern)
            throws Failure, InterruptedException {
        var found = source.pod(meant);
        var containers = containers(found);
        var line = spec.commandLine();
        var printer = new LogPrinter(PlainPrinter.beneath(line.getOut()), line.getErr(),
                new LogPrinter.Looks(timestamps, pattern, dress(), follow), containers);
        try (var reading = new LogReading(source, new LogWish(meant, containers, previous, follow, start, tail),
                found, printer, LogPace.USUAL)) {
            printer.whenRefused(reading::pause);
            reading.start();
            end(reading);
            var ends = reading.await();
            CliErrors.flush(line);
            return said(ends);
        }
    }

    private Dress dress() {
        return raw ? Dress.RAW : StandardOutput.obeyed() ? Dress.COLOURS : Dress.TEXT;
    }

    /** Who follows for a while only is done with what came by then. */
    private void end(LogReading reading) {
        if (!follow || patience == null) {
            return;
        }
        var time = Duration.ofSeconds(patience);
        Thread.ofVirtual().name("end of a log").start(() -> {
            try {
                Thread.sleep(time);
                reading.pause();
            } catch (InterruptedException _) {
                // The program ends before.
            }
        });
    }

    private List<String> containers(LoggedPod found) throws Failure {
        if (all) {
            return found.names();
        }
        var name = container.isEmpty() ? found.usual() : container;
        if (found.container(name).isEmpty()) {
            throw new Failure(new Problem(ProblemKind.NOT_FOUND, "The pod has no container “%s”".formatted(name), "",
                    "It has " + String.join(", ", found.names()) + "."));
        }
        return List.of(name);
    }

    private int said(List<LogStatus> ends) {
        int code = 0;
        for (var end : ends) {
            if (end instanceof LogStatus.LogRefused(var why)) {
                CliErrors.remark(why, spec.commandLine());
                code = 1;
            } else if (end instanceof LogStatus.LogEnded(var words) && !words.isEmpty()) {
                CliErrors.say(words, spec.commandLine());
            }
        }
        spec.commandLine().getErr().flush();
        return code;
    }
}
