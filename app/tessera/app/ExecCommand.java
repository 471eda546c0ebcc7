package tessera.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tessera.exec.ContainerAccess;
import tessera.exec.ExecSession;
import tessera.exec.ExecSink;
import tessera.exec.ExecWish;
import tessera.exec.ExitStatus;
import tessera.exec.SessionLog;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** Runs a command in a container and passes on what it says. */
@Command(name = "exec", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Run a command in a container. Output is passed on unchanged; the exit code is the command's.")
final class ExecCommand implements Callable<Integer>, CommandDeadline.OpenEndedCommand {

    private static final int PIECE = 32 << 10;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private PodOptions options = new PodOptions();

    @Parameters(index = "0", paramLabel = "[NAMESPACE/]POD", description = "Pod to use (namespace: --namespace, else the context's).")
    private String pod = "";

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "-- COMMAND", description = "Command and arguments, after two dashes; run without a shell.")
    private List<String> command = List.of();

    @Option(names = {"-c",
        "--container"}, paramLabel = "NAME", description = "Container name (default: the pod's default container).")
    private String container = "";

    @Option(names = {"-i", "--stdin"}, description = "Pass standard input to the command.")
    private boolean stdin;

    @Option(names = {"-t",
        "--tty"}, description = "Allocate a terminal; with -i, connect this terminal to it.")
    private boolean tty;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Failure {
        try (var desk = cluster.openedToReach("")) {
            var meant = options.named(pod, options.connected(desk));
            var door = desk.reached().containers();
            var sessions = desk.reached().sessions();
            sessions.admit(door, SessionLog.SessionKind.COMMAND, meant, words(meant, container));
            var wish = new ExecWish(meant, PodOptions.running(desk.reached().logs(), meant, container), command, stdin,
                    tty);
            var note = sessions.begin(SessionLog.SessionKind.COMMAND, meant, words(meant, wish.container()));
            var passed = new OutputSink(System.out, System.err, note);
            try (var session = started(door, wish, passed)) {
                passed.whenRefused(session::close);
                return code(tty && stdin ? attended(session, passed) : alone(session, passed));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The command was given up"), stopped);
        }
    }

    private String words(ObjectRef meant, String in) {
        return "Run %s in %s%s/%s".formatted(command.getFirst(), in.isEmpty() ? "" : in + " of ", meant.namespace(),
                meant.name());
    }

    private ExitStatus alone(ExecSession session, OutputSink passed) throws InterruptedException {
        if (stdin) {
            Thread.ofPlatform().daemon().name("standard input").start(() -> feed(session));
        }
        return passed.ending();
    }

    /** At the terminal of whoever called, which is theirs again afterwards. */
    private ExitStatus attended(ExecSession session, OutputSink passed) throws InterruptedException {
        var taken = LocalTerminal.taken();
        if (taken.isEmpty()) {
            CliErrors.remark(Problem.of(ProblemKind.INVALID,
                    "Standard input is no terminal that could be passed on: lines are sent as they come"),
                    spec.commandLine());
            return alone(session, passed);
        }
        try (var terminal = taken.get()) {
            terminal.watch(session::resize);
            return alone(session, passed);
        }
    }

    private static ExecSession started(ContainerAccess door, ExecWish wish, OutputSink passed)
            throws Failure, InterruptedException {
        try {
            return door.start(wish, passed);
        } catch (Failure failure) {
            passed.ended(new ExitStatus.NotStarted(failure.problem()));
            throw failure;
        }
    }

    private void feed(ExecSession session) {
        try {
            copy(System.in, session);
            if (!session.endInput()) {
                CliErrors.remark(Problem.of(ProblemKind.INVALID,
                        "The server cannot be told that standard input has ended"), spec.commandLine());
            }
        } catch (IOException | Failure over) {
            // What became of the command is told by its end.
            session.close();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void copy(InputStream from, ExecSession to) throws IOException, Failure, InterruptedException {
        var buffer = new byte[PIECE];
        for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
            to.write(Arrays.copyOf(buffer, count));
        }
    }

    private static int code(ExitStatus ending) throws Failure {
        return switch (ending) {
            case ExitStatus.ProcessExited(var code) -> code;
            case ExitStatus.NotStarted(var why) -> throw new Failure(why);
            case ExitStatus.ConnectionLost(var why) -> throw new Failure(why);
            case ExitStatus.SessionClosed _ -> throw new Failure(
                    Problem.of(ProblemKind.UNEXPECTED, "Not everything could be written to standard output"));
        };
    }

    /** What a command says, passed on. */
    private static final class OutputSink implements ExecSink {

        private final PrintStream out;
        private final PrintStream err;
        private final SessionLog.SessionNote note;
        private final CompletableFuture<ExitStatus> ending = new CompletableFuture<>();
        private volatile Runnable refused = () -> {};

        OutputSink(PrintStream out, PrintStream err, SessionLog.SessionNote note) {
            this.out = out;
            this.err = err;
            this.note = note;
        }

        /** Has something done when nobody takes what is said any more. */
        void whenRefused(Runnable action) {
            refused = action;
        }

        @Override
        public void output(byte[] bytes) {
            pass(bytes, out);
        }

        @Override
        public void errors(byte[] bytes) {
            pass(bytes, err);
        }

        private void pass(byte[] bytes, PrintStream to) {
            to.write(bytes, 0, bytes.length);
            if (to.checkError()) {
                refused.run();
            }
        }

        @Override
        public void ended(ExitStatus how) {
            note.end(how);
            ending.complete(how);
        }

        ExitStatus ending() throws InterruptedException {
            try {
                return ending.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("an ending is never exceptional", e);
            }
        }
    }
}
