package tessera.filecopy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import tessera.exec.BytePipe;
import tessera.exec.ExecSink;
import tessera.exec.ExitStatus;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** What a program in a container says while it packs or unpacks. */
final class TarOutputReader implements ExecSink {

    private static final int MOST = 8 << 10;
    private static final String SUMMARY = "Exiting with failure status due to previous errors";

    /** How a program ends that is not asked. */
    private static final int KILLED = 137;

    private final BytePipe pipe;
    private final RemotePath about;
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private final CompletableFuture<ExitStatus> ending = new CompletableFuture<>();

    /** @param about where the program packs or unpacks */
    TarOutputReader(BytePipe pipe, RemotePath about) {
        this.pipe = pipe;
        this.about = about;
    }

    @Override
    public void output(byte[] bytes) {
        pipe.put(bytes);
    }

    @Override
    public synchronized void errors(byte[] bytes) {
        errors.write(bytes, 0, Math.min(bytes.length, MOST - errors.size()));
    }

    @Override
    public void ended(ExitStatus how) {
        ending.complete(how);
        pipe.end();
    }

    /** Without what says only that there were others. */
    private synchronized String complaint() {
        return errors.toString(StandardCharsets.UTF_8).lines().filter(line -> !line.contains(SUMMARY))
                .collect(Collectors.joining("\n")).strip();
    }

    ExitStatus ending() throws InterruptedException {
        try {
            return ending.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("an ending is never exceptional", e);
        }
    }

    /** Whether it has ended by itself, otherwise than well; that it was closed from here explains nothing. */
    boolean failed() {
        return switch (ending.getNow(new ExitStatus.SessionClosed())) {
            case ExitStatus.ProcessExited(var code) -> code != 0;
            case ExitStatus.NotStarted _,ExitStatus.ConnectionLost _ -> true;
            case ExitStatus.SessionClosed _ -> false;
        };
    }

    /** What there is to say of an end that is not a good one. */
    Problem problem(ExitStatus how) {
        return switch (how) {
            case ExitStatus.ProcessExited(var code) -> failed(complaint(), code);
            case ExitStatus.NotStarted(var why) ->
                new Problem(ProblemKind.NOT_FOUND, "The container has no tar", why.detail(),
                        "Without one nothing can be copied; an image with tar can be put beside it by kubectl debug.");
            case ExitStatus.ConnectionLost(var why) -> why;
            case ExitStatus.SessionClosed _ ->
                Problem.of(ProblemKind.UNREACHABLE, "The connection to the container was closed");
        };
    }

    /** Why comes first: there may be room for a few words only. */
    private Problem failed(String complaint, int code) {
        var lines = complaint.lines().map(line -> line.startsWith("tar: ") ? line.substring(5) : line)
                .map(about::spelled).toList();
        return lines.isEmpty()
                ? Problem.of(ProblemKind.INVALID, code == KILLED
                        ? "tar was killed, with its container or for lack of memory (exit code 137)"
                        : "tar in the container failed with exit code " + code)
                : new Problem(ProblemKind.INVALID,
                        "%s (tar in the container, exit code %d)".formatted(lines.getFirst(), code),
                        String.join("\n", lines.subList(1, lines.size())), "");
    }
}
