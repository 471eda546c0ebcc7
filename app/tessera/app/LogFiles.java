package tessera.app;

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
import tessera.cluster.credential.SecretRedactor;

/**
 * What the program notes of itself, in a few files of which the oldest goes when the newest is full. What looks like a
 * secret is taken out before it is written, on the console, too.
 */
final class LogFiles implements AutoCloseable {

    private static final int LARGEST = 2 << 20;
    static final int KEPT = 5;

    private static final int LONGEST = 8000;

    /** The terminal would tell in them what containers write, and as fast as they do. Held, as else the level would be forgotten. */
    private static final Logger CONTAINERS = Logger.getLogger("com.techsenger.jeditermfx.core");

    private final Logger root = Logger.getLogger("");
    private final @Nullable Level before = root.getLevel();
    private final Handler file;

    /** How much is noted. */
    enum LogDetail {
        ERROR,
        WARNING,
        INFO,
        DEBUG;

        private Level level() {
            return switch (this) {
                case ERROR -> Level.SEVERE;
                case WARNING -> Level.WARNING;
                case INFO -> Level.INFO;
                case DEBUG -> Level.FINE;
            };
        }
    }

    private LogFiles(Handler file, LogDetail detail) {
        CONTAINERS.setLevel(Level.OFF);
        this.file = file;
        file.setFormatter(new RedactingFormatter());
        file.setLevel(detail.level());
        root.setLevel(detail.level());
        root.addHandler(file);
    }

    /** What is printed on the console: warnings, and no secrets in them. */
    static void quietConsole() {
        CONTAINERS.setLevel(Level.OFF);
        Logger.getLogger("").setLevel(Level.WARNING);
        for (var handler : Logger.getLogger("").getHandlers()) {
            handler.setLevel(Level.WARNING);
            handler.setFormatter(new RedactingFormatter());
        }
    }

    /**
     * Begins to write; several programs write to files of their own.
     *
     * @throws IOException when nothing can be written there
     */
    static LogFiles open(Path folder, LogDetail detail) throws IOException {
        return open(folder, detail, LARGEST);
    }

    /** The same with files of another size. */
    static LogFiles open(Path folder, LogDetail detail, int largest) throws IOException {
        var file = LogFile.open(folder, largest, KEPT);
        file.setErrorManager(new Full(folder));
        return new LogFiles(file, detail);
    }

    @Override
    public void close() {
        root.removeHandler(file);
        root.setLevel(before);
        file.close();
    }

    /** Says once, in a sentence, that something could not be noted. */
    private static final class Full extends ErrorManager {

        private final Path folder;
        private final AtomicBoolean told = new AtomicBoolean();

        Full(Path folder) {
            this.folder = folder;
        }

        // Without the lock of the usual one: whoever notes something holds that of the file.
        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized")
        public void error(@Nullable String words, @Nullable Exception why, int kind) {
            if (told.compareAndSet(false, true)) {
                System.err.println("tessera: not everything can be noted in %s: %s".formatted(folder,
                        why instanceof IOException known ? FileArgument.words(known) : String.valueOf(why)));
            }
        }
    }

    /** One line for each thing noted, and where it is a defect its trace. */
    private static final class RedactingFormatter extends Formatter {

        /** Nobody reads more, and looking for secrets in it takes its time. */
        private static String shortened(String words) {
            return words.length() <= LONGEST ? words : words.substring(0, LONGEST) + "…";
        }

        @Override
        public String format(LogRecord entry) {
            var thrown = entry.getThrown();
            return "%s %-7s %s: %s%n%s".formatted(Instant.ofEpochMilli(entry.getMillis()), entry.getLevel().getName(),
                    entry.getLoggerName(), SecretRedactor.of(shortened(formatMessage(entry))),
                    thrown == null ? "" : CrashReports.told(thrown));
        }
    }
}
