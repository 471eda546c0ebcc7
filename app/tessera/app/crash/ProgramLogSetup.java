package tessera.app.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.ErrorManager;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import tessera.app.platform.CommandFileArgumentReader;
import tessera.app.platform.RotatingLogFileHandler;
import tessera.cluster.credential.CredentialTextRedactor;
import tessera.text.MessageCatalog;
import tessera.text.TextExcerpt;

/**
 * Sets up the program's log: a few rotating files. What looks like a
 * secret is taken out before it is written, on the console, too.
 */
public final class ProgramLogSetup implements AutoCloseable {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ProgramLogSetup.class);
    private static final int LARGEST = 2 << 20;
    static final int KEPT = 5;

    private static final int LONGEST = 8000;

    /** The terminal would tell in them what containers write, and as fast as they do. Held, as else the level would be forgotten. */
    private static final Logger CONTAINERS = Logger.getLogger("com.techsenger.jeditermfx.core");

    private final Logger root = Logger.getLogger("");
    private final @Nullable Level before = root.getLevel();
    private final Handler file;

    /** The detail of the log. */
    public enum ProgramLogVerbosity {
        ERROR,
        WARNING,
        INFO,
        DEBUG;

        private Level toLevel() {
            return switch (this) {
                case ERROR -> Level.SEVERE;
                case WARNING -> Level.WARNING;
                case INFO -> Level.INFO;
                case DEBUG -> Level.FINE;
            };
        }
    }

    private ProgramLogSetup(Handler file, ProgramLogVerbosity detail) {
        CONTAINERS.setLevel(Level.OFF);
        this.file = file;
        file.setFormatter(new RedactingFormatter());
        file.setLevel(detail.toLevel());
        root.setLevel(detail.toLevel());
        root.addHandler(file);
    }

    /** Limits the console to warnings, with secrets removed. */
    public static void quietConsole() {
        CONTAINERS.setLevel(Level.OFF);
        Logger.getLogger("").setLevel(Level.WARNING);
        for (var handler : Logger.getLogger("").getHandlers()) {
            handler.setLevel(Level.WARNING);
            handler.setFormatter(new RedactingFormatter());
        }
    }

    /**
     * Begins to write; concurrent programs write to files of their own.
     *
     * @throws IOException when nothing can be written there
     */
    public static ProgramLogSetup open(Path folder, ProgramLogVerbosity detail) throws IOException {
        return open(folder, detail, LARGEST);
    }

    /** Begins to write to files of another size. */
    static ProgramLogSetup open(Path folder, ProgramLogVerbosity detail, int largest) throws IOException {
        var file = RotatingLogFileHandler.openNext(folder, largest, KEPT);
        file.setErrorManager(new LogWriteFailureReporter(folder));
        return new ProgramLogSetup(file, detail);
    }

    @Override
    public void close() {
        root.removeHandler(file);
        root.setLevel(before);
        file.close();
    }

    /** Prints once that an entry could not be logged. */
    private static final class LogWriteFailureReporter extends ErrorManager {

        private final Path folder;
        private final AtomicBoolean reported = new AtomicBoolean();

        LogWriteFailureReporter(Path folder) {
            this.folder = folder;
        }

        // Without the lock of the usual one: whoever notes something holds that of the file.
        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized")
        public void error(@Nullable String text, @Nullable Exception why, int kind) {
            if (reported.compareAndSet(false, true)) {
                System.err.println("tessera: " + MESSAGES.text("log.partial", folder,
                        why instanceof IOException known ? CommandFileArgumentReader.reasonText(known)
                                : String.valueOf(why)));
            }
        }
    }

    /** Formats one line an entry, with the stack trace of a defect, without secrets. */
    private static final class RedactingFormatter extends Formatter {

        /** Shortens a text, as searching long ones for secrets takes time. */
        private static String shortenText(String text) {
            return TextExcerpt.shorten(text, LONGEST);
        }

        @Override
        public String format(LogRecord entry) {
            var thrown = entry.getThrown();
            return "%s %-7s %s: %s%n%s".formatted(Instant.ofEpochMilli(entry.getMillis()), entry.getLevel().getName(),
                    entry.getLoggerName(), CredentialTextRedactor.redact(shortenText(formatMessage(entry))),
                    thrown == null ? "" : CrashReportWriter.stackTraceText(thrown));
        }
    }
}
