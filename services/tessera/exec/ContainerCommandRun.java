package tessera.exec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/** A command that runs in a container without input and whose output is collected. */
public final class ContainerCommandRun {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int MOST = 1 << 20;

    private ContainerCommandRun() {}

    /**
     * The exit code and the output of a command.
     *
     * @param code its exit code
     * @param text its output, without its errors
     */
    public record CommandResult(int code, String text) {}

    /**
     * Runs a command and waits for its end; not for the FX thread.
     *
     * @throws ProblemException when it cannot be started, does not end in time or says more than anybody wants to know
     */
    public static CommandResult run(ContainerExecForwardClient containerAccess, ObjectRef pod, String container,
            List<String> command) throws ProblemException, InterruptedException {
        var gathered = new CollectedOutput();
        try (var _ = containerAccess.start(new ExecRequest(pod, container, command, false, false), gathered)) {
            var exitStatus = gathered.exitStatusFuture.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            return switch (exitStatus) {
                case ExecExitStatus.ProcessExit(var code) -> gathered.toOutput(code, command);
                case ExecExitStatus.ExecStartFailure(var problem) -> throw new ProblemException(problem);
                case ExecExitStatus.ExecConnectionLoss(var problem) -> throw new ProblemException(problem);
                case ExecExitStatus.UserClosedSession _ -> throw timeoutFailure(command);
            };
        } catch (TimeoutException e) {
            throw timeoutFailure(command);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ProblemException timeoutFailure(List<String> command) {
        return new ProblemException(OperationProblemKind.TIMEOUT,
                new ContainerCommandReason.CommandTimedOut(String.join(" ", command), PATIENCE.toSeconds()));
    }

    /** Output that is collected until the command ends. */
    private static final class CollectedOutput implements ExecOutputListener {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
        private final CompletableFuture<ExecExitStatus> exitStatusFuture = new CompletableFuture<>();

        @Override
        public void onOutput(byte[] piece) {
            appendBounded(bytes, piece);
        }

        @Override
        public void onErrorOutput(byte[] piece) {
            appendBounded(errors, piece);
        }

        private static void appendBounded(ByteArrayOutputStream to, byte[] piece) {
            to.write(piece, 0, Math.min(piece.length, Math.max(0, MOST + 1 - to.size())));
        }

        @Override
        public void onExit(ExecExitStatus exitStatus) {
            exitStatusFuture.complete(exitStatus);
        }

        CommandResult toOutput(int code, List<String> command) throws ProblemException {
            if (bytes.size() > MOST) {
                throw new ProblemException(OperationProblemKind.INVALID,
                        new ContainerCommandReason.CommandOutputTooLarge(String.join(" ", command)));
            }
            var said = bytes.toString(StandardCharsets.UTF_8);
            var complained = errors.toString(StandardCharsets.UTF_8).strip();
            if (code != 0 && said.isBlank() && !complained.isEmpty()) {
                throw new ProblemException(Problem
                        .of(OperationProblemKind.INVALID,
                                new ContainerCommandReason.CommandFailed(String.join(" ", command), code))
                        .withDetail(complained));
            }
            return new CommandResult(code, said);
        }
    }
}
