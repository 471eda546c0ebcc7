package tessera.app;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import tessera.cluster.credential.SecretRedactor;
import tessera.file.OwnerFiles;
import tessera.flow.LatestValue;

/**
 * Writes down what is known of a defect of the program itself, for whoever wants to report it. Nothing of it is sent
 * anywhere, what looks like a secret is taken out, and each defect is written down once in a run.
 *
 * <p>Safe for use by several threads.
 */
final class CrashReports implements Thread.UncaughtExceptionHandler {

    /** Older ones are deleted. */
    static final int KEPT = 10;

    private static final int FRAMES = 60;
    private static final DateTimeFormatter NAME = DateTimeFormatter
            .ofPattern("'crash-'uuuuMMdd'T'HHmmss'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final Path folder;
    private final Clock clock;
    private final Consumer<String> told;
    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private final LatestValue<Optional<CrashReport>> newest = new LatestValue<>(Optional.empty());

    /** @param told is told where a report is */
    CrashReports(Path folder, Clock clock, Consumer<String> told) {
        this.folder = folder;
        this.clock = clock;
        this.told = told;
    }

    /**
     * What is known of a defect.
     *
     * @param kind of the defect, by its class
     * @param file where that is written; empty where nothing can be
     */
    record CrashReport(String kind, String text, Optional<Path> file) {}

    /** Hears of all that nobody catches, and of defects that the program notes and goes on after. */
    static void begin(Path folder) {
        var reports = new CrashReports(folder, Clock.systemUTC(), System.err::println);
        Thread.setDefaultUncaughtExceptionHandler(reports);
        Logger.getLogger("").addHandler(reports.noted());
    }

    /** The one that hears of all that nobody catches; empty where the program is part of another. */
    static Optional<CrashReports> inCharge() {
        return Thread.getDefaultUncaughtExceptionHandler() instanceof CrashReports reports ? Optional.of(reports)
                : Optional.empty();
    }

    /** The report that was made last; empty while none was. */
    LatestValue<Optional<CrashReport>> newest() {
        return newest;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable defect) {
        if (!(defect instanceof InterruptedException)) {
            report(thread.getName(), defect);
        }
    }

    /** Takes what is noted as a defect of the program's own for one. */
    Handler noted() {
        return new Handler() {
            @Override
            public void publish(LogRecord entry) {
                var thrown = entry.getThrown();
                boolean own = String.valueOf(entry.getLoggerName()).startsWith("tessera.");
                if (own && entry.getLevel().intValue() >= Level.SEVERE.intValue()
                        && (thrown instanceof RuntimeException || thrown instanceof Error)) {
                    report(Thread.currentThread().getName(), thrown);
                }
            }

            @Override
            public void flush() {
                // Each report is written at once.
            }

            @Override
            public void close() {
                // Nothing is held open.
            }
        };
    }

    /** Writes a report and says where it is; where nothing can be written, says all of it. The same defect is told once. */
    void report(String where, Throwable defect) {
        if (!known.add(signature(defect))) {
            return;
        }
        var kind = defect.getClass().getSimpleName();
        var text = text(where, defect);
        var file = written(text);
        told.accept(file.map(path -> "tessera: something unexpected happened (%s); what is known of it is in %s"
                .formatted(kind, path))
                .orElse("tessera: something unexpected happened, and no report of it could be written in %s:%n%s"
                        .formatted(folder, text)));
        newest.set(Optional.of(new CrashReport(kind, text, file)));
    }

    private Optional<Path> written(String text) {
        try {
            OwnerFiles.createPrivateFolder(folder);
            var file = fresh();
            OwnerFiles.write(file, text.getBytes(StandardCharsets.UTF_8));
            forget();
            return Optional.of(file);
        } catch (IOException full) {
            return Optional.empty();
        }
    }

    /** Several may come in the same second. */
    private Path fresh() throws IOException {
        var name = NAME.format(clock.instant());
        for (int number = 1; number < KEPT; number++) {
            var file = folder.resolve(number == 1 ? name + ".txt" : "%s-%d.txt".formatted(name, number));
            if (!Files.exists(file)) {
                return file;
            }
        }
        throw new IOException("too many in one second");
    }

    private void forget() throws IOException {
        try (var files = Files.list(folder)) {
            for (var old : files.filter(CrashReports::named).sorted(Comparator.reverseOrder()).skip(KEPT).toList()) {
                Files.deleteIfExists(old);
            }
        }
    }

    /** Whether something in the folder is a file that is called as a report is. */
    static boolean named(Path file) {
        return String.valueOf(file.getFileName()).startsWith("crash-") && Files.isRegularFile(file);
    }

    private static String signature(Throwable defect) {
        var frames = defect.getStackTrace();
        return defect.getClass().getName() + (frames.length == 0 ? "" : frames[0]);
    }

    private String text(String where, Throwable defect) {
        var text = new StringBuilder("A defect of Tessera. Nothing of this was sent anywhere.\n\n");
        text.append("version  ").append(String.join(" ", new TesseraCommand.VersionProvider().getVersion()))
                .append('\n');
        text.append("time     ").append(clock.instant()).append('\n');
        text.append("up for   ").append(ManagementFactory.getRuntimeMXBean().getUptime() / 1000).append(" s\n");
        text.append("runtime  ").append(Runtime.version()).append('\n');
        text.append("system   ").append(System.getProperty("os.name")).append(' ')
                .append(System.getProperty("os.version")).append(' ').append(System.getProperty("os.arch"))
                .append('\n');
        text.append("heap     ").append(Runtime.getRuntime().totalMemory() >> 20).append(" of at most ")
                .append(Runtime.getRuntime().maxMemory() >> 20).append(" MiB\n");
        text.append("thread   ").append(SecretRedactor.of(where)).append("\n\n");
        return text.append(told(defect)).toString();
    }

    /** A defect with all that is behind it, without secrets. */
    static String told(Throwable defect) {
        var text = new StringBuilder();
        tell(defect, "", text, Collections.newSetFromMap(new IdentityHashMap<>()));
        return text.toString();
    }

    private static void tell(Throwable defect, String prefix, StringBuilder text, Set<Throwable> told) {
        if (!told.add(defect)) {
            return;
        }
        var message = defect.getMessage();
        text.append(prefix).append(defect.getClass().getName())
                .append(message == null ? "" : ": " + SecretRedactor.of(message)).append('\n');
        var frames = defect.getStackTrace();
        for (int frame = 0; frame < Math.min(FRAMES, frames.length); frame++) {
            text.append("    at ").append(frames[frame]).append('\n');
        }
        if (defect.getCause() != null) {
            tell(defect.getCause(), "because of ", text, told);
        }
        for (var suppressed : defect.getSuppressed()) {
            tell(suppressed, "beside it ", text, told);
        }
    }
}
