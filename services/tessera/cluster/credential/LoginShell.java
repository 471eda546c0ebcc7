package tessera.cluster.credential;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tessera.cluster.kubeconfig.ProcessEnvironment;

/**
 * The user's login shell, which knows a longer search path than a program started from a desktop does. It is asked
 * once, when first needed.
 */
public final class LoginShell {

    private static final String QUESTION = "printf '\\n%s' \"$PATH\"";
    private static final int LONGEST = 64 << 10;

    private final ProcessEnvironment environment;
    private final Duration patience;
    private @Nullable String path;

    /** @param patience how long its start-up files may take */
    public LoginShell(ProcessEnvironment environment, Duration patience) {
        this.environment = environment;
        this.patience = patience;
    }

    /** Its search path; empty when it has none to tell. */
    synchronized String path() throws InterruptedException {
        if (path == null) {
            path = ask();
        }
        return path;
    }

    private String ask() throws InterruptedException {
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
                var output = OutputCapture.of(process.getInputStream(), LONGEST);
                if (process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                    // Start-up files may print things of their own; the answer is the last line.
                    var lines = new String(output.bytes(), StandardCharsets.UTF_8).lines().toList();
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
