package tessera.cluster.credential;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tessera.cluster.kubeconfig.ProcessEnvironment;

/**
 * The user's login shell, whose search path is longer than that of a program started from a desktop. It is asked
 * once, when first needed.
 */
public final class LoginShellPathReader {

    private static final String QUESTION = "printf '\\n%s' \"$PATH\"";
    private static final int LONGEST = 64 << 10;

    private final ProcessEnvironment environment;
    private final Duration timeout;
    private @Nullable String path;

    /** @param timeout how long its start-up files may take */
    public LoginShellPathReader(ProcessEnvironment environment, Duration timeout) {
        this.environment = environment;
        this.timeout = timeout;
    }

    /** Returns its search path; empty when it reports none. */
    synchronized String searchPath() throws InterruptedException {
        if (path == null) {
            path = askShell();
        }
        return path;
    }

    private String askShell() throws InterruptedException {
        var shell = environment.variable("SHELL");
        if (shell.isEmpty()) {
            return "";
        }
        var builder = new ProcessBuilder(List.of(shell, "-lc", QUESTION));
        builder.environment().clear();
        builder.environment().putAll(environment.variables());
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            var process = builder.start();
            try {
                process.getOutputStream().close();
                var output = ProgramOutputCapture.start(process.getInputStream(), LONGEST);
                if (process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                    // Start-up files may print things of their own; the answer is the last line.
                    var lines = new String(output.awaitBytes(), StandardCharsets.UTF_8).lines().toList();
                    return lines.isEmpty() ? "" : lines.getLast();
                }
                return "";
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (IOException _) {
            return "";
        }
    }
}
