package tessera.app.cli;

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
import tessera.app.platform.LocalTerminal;
import tessera.exec.ContainerExecForwardClient;
import tessera.exec.ContainerSessionLog;
import tessera.exec.ExecExitStatus;
import tessera.exec.ExecOutputListener;
import tessera.exec.ExecRequest;
import tessera.exec.ExecSession;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** Runs a command in a container and passes on its output. */
@Command(name = "exec", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class ExecCommand implements Callable<Integer>, CommandDeadline.UnlimitedDurationCommand {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ExecCommand.class);

    private static final int PIECE = 32 << 10;

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private NamedPodCommandLineOptions options = new NamedPodCommandLineOptions();

    @Parameters(index = "0", paramLabel = "[NAMESPACE/]POD", descriptionKey = "exec.namespace-pod")
    private String pod = "";

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "-- COMMAND", descriptionKey = "exec.--command")
    private List<String> command = List.of();

    @Option(names = {"-c", "--container"}, paramLabel = "NAME", descriptionKey = "exec.container")
    private String container = "";

    @Option(names = {"-i", "--stdin"}, descriptionKey = "exec.stdin")
    private boolean stdin;

    @Option(names = {"-t", "--tty"}, descriptionKey = "exec.tty")
    private boolean tty;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ProblemException {
        try (var clusterSelection = cluster.openedToReach("")) {
            var targetRef = options.podRef(pod, options.awaitConnection(clusterSelection));
            var containerAccess = clusterSelection.clusterServices().containerAccess();
            var sessions = clusterSelection.clusterServices().sessionLog();
            sessions.requireAllowed(containerAccess, ContainerSessionLog.ContainerSessionKind.COMMAND, targetRef,
                    titleText(targetRef, container));
            var request = new ExecRequest(targetRef, NamedPodCommandLineOptions.runningContainer(
                    clusterSelection.clusterServices().logSource(), targetRef, container), command, stdin, tty);
            var note = sessions.begin(ContainerSessionLog.ContainerSessionKind.COMMAND, targetRef,
                    titleText(targetRef, request.container()));
            var passed = new OutputSink(System.out, System.err, note);
            try (var session = startSession(containerAccess, request, passed)) {
                passed.whenRefused(session::close);
                return exitCode(tty && stdin ? runInTerminal(session, passed) : runPlain(session, passed));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
    }

    private String titleText(ObjectRef targetRef, String in) {
        return MESSAGES.text("exec.title", command.getFirst(), in, targetRef.namespace(), targetRef.name());
    }

    private ExecExitStatus runPlain(ExecSession session, OutputSink passed) throws InterruptedException {
        if (stdin) {
            Thread.ofPlatform().daemon().name("standard input").start(() -> feedInput(session));
        }
        return passed.exitStatus();
    }

    /** Runs at the user's terminal, which is restored afterwards. */
    private ExecExitStatus runInTerminal(ExecSession session, OutputSink passed) throws InterruptedException {
        var taken = LocalTerminal.takeOver();
        if (taken.isEmpty()) {
            CommandLineErrorPrinter.printRemark(
                    Problem.of(OperationProblemKind.INVALID, MESSAGES.reason("exec.noTerminal")), spec.commandLine());
            return runPlain(session, passed);
        }
        try (var terminal = taken.get()) {
            terminal.watchSize(session::resize);
            return runPlain(session, passed);
        }
    }

    private static ExecSession startSession(ContainerExecForwardClient containerAccess, ExecRequest request,
            OutputSink passed) throws ProblemException, InterruptedException {
        try {
            return containerAccess.start(request, passed);
        } catch (ProblemException problemException) {
            passed.onExit(new ExecExitStatus.ExecStartFailure(problemException.problem()));
            throw problemException;
        }
    }

    private void feedInput(ExecSession session) {
        try {
            copyInput(System.in, session);
            if (!session.endInput()) {
                CommandLineErrorPrinter.printRemark(
                        Problem.of(OperationProblemKind.INVALID, MESSAGES.reason("exec.noHalfClose")),
                        spec.commandLine());
            }
        } catch (IOException | ProblemException over) {
            // What became of the command is told by its end.
            session.close();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void copyInput(InputStream from, ExecSession to)
            throws IOException, ProblemException, InterruptedException {
        var buffer = new byte[PIECE];
        for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
            to.write(Arrays.copyOf(buffer, count));
        }
    }

    private static int exitCode(ExecExitStatus exitStatus) throws ProblemException {
        return switch (exitStatus) {
            case ExecExitStatus.ProcessExit(var code) -> code;
            case ExecExitStatus.ExecStartFailure(var problem) -> throw new ProblemException(problem);
            case ExecExitStatus.ExecConnectionLoss(var problem) -> throw new ProblemException(problem);
            case ExecExitStatus.UserClosedSession _ -> throw new ProblemException(
                    Problem.of(OperationProblemKind.UNEXPECTED, MESSAGES.reason("stdout.incomplete")));
        };
    }

    /** Passes a command's output on. */
    private static final class OutputSink implements ExecOutputListener {

        private final PrintStream out;
        private final PrintStream err;
        private final ContainerSessionLog.SessionEndRecorder note;
        private final CompletableFuture<ExecExitStatus> exitStatusFuture = new CompletableFuture<>();
        private volatile Runnable refused = () -> {};

        OutputSink(PrintStream out, PrintStream err, ContainerSessionLog.SessionEndRecorder note) {
            this.out = out;
            this.err = err;
            this.note = note;
        }

        /** Sets an action for when standard output is closed. */
        void whenRefused(Runnable action) {
            refused = action;
        }

        @Override
        public void onOutput(byte[] bytes) {
            writeTo(bytes, out);
        }

        @Override
        public void onErrorOutput(byte[] bytes) {
            writeTo(bytes, err);
        }

        private void writeTo(byte[] bytes, PrintStream to) {
            to.write(bytes, 0, bytes.length);
            if (to.checkError()) {
                refused.run();
            }
        }

        @Override
        public void onExit(ExecExitStatus exitStatus) {
            note.end(exitStatus);
            exitStatusFuture.complete(exitStatus);
        }

        ExecExitStatus exitStatus() throws InterruptedException {
            try {
                return exitStatusFuture.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("exceptional exit", e);
            }
        }
    }
}
