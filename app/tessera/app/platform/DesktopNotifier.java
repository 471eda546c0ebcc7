package tessera.app.platform;

import java.io.File;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.ui.alerts.NewAlertsNotification;

/**
 * Sends desktop notifications through the desktop's own program. Waits for it, a short time.
 *
 * <p>Java's own way would start a second toolkit for windows beside the one there is.
 */
public final class DesktopNotifier {

    private static final Logger LOG = System.getLogger(DesktopNotifier.class.getName());
    /** PowerShell takes some seconds to begin. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final Map<String, String> variables;
    private final DesktopNotificationProgram desktop;

    /** @param variables of the environment: where programs are, and which desktop it is */
    public DesktopNotifier(Map<String, String> variables, DesktopNotificationProgram desktop) {
        this.variables = variables;
        this.desktop = desktop;
    }

    /** Sends a notification and returns whether the desktop took it. */
    public boolean send(NewAlertsNotification notification) throws InterruptedException {
        var program = findProgram();
        if (program.isEmpty()) {
            return false;
        }
        var builder = new ProcessBuilder(Stream
                .concat(Stream.of(program.get().toString()), desktop.argumentsFor(notification).stream()).toList());
        builder.environment().clear();
        builder.environment().putAll(variables);
        builder.environment().putAll(desktop.variablesFor(notification));
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            var process = builder.start();
            try {
                return process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS) && process.exitValue() == 0;
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException unusable) {
            LOG.log(Level.WARNING, "{0} failed: {1}", program.get(), unusable.getMessage());
            return false;
        }
    }

    private Optional<Path> findProgram() {
        // Windows writes its name otherwise.
        return variables.entrySet().stream().filter(variable -> variable.getKey().equalsIgnoreCase("PATH"))
                .flatMap(path -> Stream.of(path.getValue().split(Pattern.quote(File.pathSeparator), -1)))
                .filter(folder -> !folder.isBlank()).flatMap(DesktopNotifier::optionalFolder)
                .map(folder -> folder.resolve(desktop.programName())).filter(Files::isExecutable).findFirst();
    }

    private static Stream<Path> optionalFolder(String name) {
        try {
            return Stream.of(Path.of(name));
        } catch (InvalidPathException _) {
            // Nothing can be found there.
            return Stream.empty();
        }
    }
}
