package tessera.filecopy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import tessera.exec.BytePipe;
import tessera.exec.ExecExitStatus;
import tessera.exec.ExecOutputListener;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;

/** A reader of the output of tar in a container while it packs or unpacks. */
final class ContainerTarOutputReader implements ExecOutputListener {

    private static final int MOST = 8 << 10;
    private static final String SUMMARY = "due to " + "previous errors";

    /** How a program ends that is not asked. */
    private static final int KILLED = 137;

    private final BytePipe pipe;
    private final ContainerFilePath about;
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private final CompletableFuture<ExecExitStatus> exitStatusFuture = new CompletableFuture<>();

    /** @param about where the program packs or unpacks */
    ContainerTarOutputReader(BytePipe pipe, ContainerFilePath about) {
        this.pipe = pipe;
        this.about = about;
    }

    @Override
    public void onOutput(byte[] bytes) {
        pipe.put(bytes);
    }

    @Override
    public synchronized void onErrorOutput(byte[] bytes) {
        errors.write(bytes, 0, Math.min(bytes.length, MOST - errors.size()));
    }

    @Override
    public void onExit(ExecExitStatus exitStatus) {
        exitStatusFuture.complete(exitStatus);
        pipe.end();
    }

    /** Returns the error output without tar's closing summary line. */
    private synchronized String errorText() {
        return errors.toString(StandardCharsets.UTF_8).lines().filter(line -> !line.contains(SUMMARY))
                .collect(Collectors.joining("\n")).strip();
    }

    ExecExitStatus awaitExitStatus() throws InterruptedException {
        try {
            return exitStatusFuture.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns whether tar ended by itself with a failure; false after closing the session from here. */
    boolean hasFailed() {
        return switch (exitStatusFuture.getNow(new ExecExitStatus.UserClosedSession())) {
            case ExecExitStatus.ProcessExit(var code) -> code != 0;
            case ExecExitStatus.ExecStartFailure _,ExecExitStatus.ExecConnectionLoss _ -> true;
            case ExecExitStatus.UserClosedSession _ -> false;
        };
    }

    /** Returns the problem that a failed exit status stands for. */
    Problem problem(ExecExitStatus exitStatus) {
        return switch (exitStatus) {
            case ExecExitStatus.ProcessExit(var code) -> tarProblem(errorText(), code);
            case ExecExitStatus.ExecStartFailure(var problem) -> Problem
                    .of(OperationProblemKind.NOT_FOUND, new FileCopyReason.TarMissing()).withDetail(problem.detail());
            case ExecExitStatus.ExecConnectionLoss(var problem) -> problem;
            case ExecExitStatus.UserClosedSession _ ->
                Problem.of(OperationProblemKind.UNREACHABLE, new FileCopyReason.TarConnectionClosed());
        };
    }

    /** Puts the reason first, as there may be room for a few words only. */
    private Problem tarProblem(String complaint, int code) {
        var lines = complaint.lines().map(line -> line.startsWith("tar: ") ? line.substring(5) : line)
                .map(about::spelledText).toList();
        if (lines.isEmpty()) {
            return Problem.of(OperationProblemKind.INVALID,
                    code == KILLED ? new FileCopyReason.TarKilled(code) : new FileCopyReason.TarFailed("", code));
        }
        return Problem.of(OperationProblemKind.INVALID, new FileCopyReason.TarFailed(lines.getFirst(), code))
                .withDetail(String.join("\n", lines.subList(1, lines.size())));
    }
}
