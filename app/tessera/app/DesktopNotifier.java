package tessera.app;

import java.io.File;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.ui.alerts.AlertNotice;

/**
 * The desktop's own notifications, by the {@code notify-send} that desktops on Linux have. Waits for it, a short time.
 *
 * <p>Java's own way would start a second toolkit for windows beside the one there is.
 */
final class DesktopNotifier {

    private static final Logger LOG = System.getLogger(DesktopNotifier.class.getName());
    private static final String PROGRAM = "notify-send";
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Map<String, String> variables;

    /** @param variables of the environment: where programs are, and which desktop it is */
    DesktopNotifier(Map<String, String> variables) {
        this.variables = variables;
    }

    /** Whether the desktop took it. */
    boolean tell(AlertNotice notice) throws InterruptedException {
        var program = program();
        if (program.isEmpty()) {
            return false;
        }
        var builder = new ProcessBuilder(List.of(program.get().toString(), "--app-name=Tessera",
                "--urgency=" + (notice.urgent() ? "critical" : "normal"), "--", notice.title(),
                escaped(notice.text())));
        builder.environment().clear();
        builder.environment().putAll(variables);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            var process = builder.start();
            try {
                return process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS) && process.exitValue() == 0;
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException unusable) {
            LOG.log(Level.WARNING, "{0} could not be run: {1}", program.get(), unusable.getMessage());
            return false;
        }
    }

    private Optional<Path> program() {
        return Stream.of(variables.getOrDefault("PATH", "").split(Pattern.quote(File.pathSeparator), -1))
                .filter(folder -> !folder.isBlank()).flatMap(DesktopNotifier::folder)
                .map(folder -> folder.resolve(PROGRAM)).filter(Files::isExecutable).findFirst();
    }

    private static Stream<Path> folder(String name) {
        try {
            return Stream.of(Path.of(name));
        } catch (InvalidPathException _) {
            // Nothing can be found there.
            return Stream.empty();
        }
    }

    /** Desktops read the text as markup; names come from the cluster. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
