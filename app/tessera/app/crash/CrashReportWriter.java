package tessera.app.crash;

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
import tessera.app.platform.ProgramVersion;
import tessera.cluster.credential.CredentialTextRedactor;
import tessera.file.OwnerOnlyFiles;
import tessera.flow.LatestValue;
import tessera.text.MessageCatalog;

/**
 * Writes crash reports: details of a defect of the program itself, for a user who wants to report it. Nothing of it is sent
 * anywhere, what looks like a secret is taken out, and each defect is written down once in a run.
 *
 * <p>Safe for use by several threads.
 */
public final class CrashReportWriter implements Thread.UncaughtExceptionHandler {

    /** Older ones are deleted. */
    static final int KEPT = 10;

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CrashReportWriter.class);
    private static final int FRAMES = 60;
    private static final DateTimeFormatter NAME = DateTimeFormatter
            .ofPattern("'crash-'uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Path folder;
    private final Clock clock;
    private final Consumer<String> reporter;
    private final Set<String> seenSignatures = ConcurrentHashMap.newKeySet();
    private final LatestValue<Optional<CrashReport>> latestReport = new LatestValue<>(Optional.empty());

    /** @param reporter is told where a report is */
    public CrashReportWriter(Path folder, Clock clock, Consumer<String> reporter) {
        this.folder = folder;
        this.clock = clock;
        this.reporter = reporter;
    }

    /**
     * A crash report: kind of defect, text, and the file if it was written.
     *
     * @param kind of the defect, by its class
     * @param file where that is written; empty where nothing can be
     */
    record CrashReport(String kind, String text, Optional<Path> file) {}

    /** Installs the handler for uncaught exceptions, and for defects that the program logs and survives. */
    public static void install(Path folder) {
        var reports = new CrashReportWriter(folder, Clock.systemUTC(), System.err::println);
        Thread.setDefaultUncaughtExceptionHandler(reports);
        Logger.getLogger("").addHandler(reports.logHandler());
    }

    /** Returns the installed handler of uncaught exceptions; empty where the program is embedded in another. */
    public static Optional<CrashReportWriter> installedReports() {
        if (Thread.getDefaultUncaughtExceptionHandler() instanceof CrashReportWriter reports) {
            return Optional.of(reports);
        }
        return Optional.empty();
    }

    /** Returns the latest report; empty while there is none. */
    LatestValue<Optional<CrashReport>> newestReport() {
        return latestReport;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable defect) {
        if (!(defect instanceof InterruptedException)) {
            report(thread.getName(), defect);
        }
    }

    /** Returns a log handler that reports severe exceptions of the program's own loggers. */
    Handler logHandler() {
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

    /** Writes a report and prints its path; prints the whole report where nothing can be written. The same defect is told once. */
    public void report(String where, Throwable defect) {
        if (!seenSignatures.add(defectSignature(defect))) {
            return;
        }
        var kind = defect.getClass().getSimpleName();
        var text = reportText(where, defect);
        var file = writeReport(text);
        reporter.accept("tessera: " + file.map(path -> MESSAGES.text("report.written", kind, path))
                .orElseGet(() -> MESSAGES.text("report.unwritten", kind, folder, text)));
        latestReport.set(Optional.of(new CrashReport(kind, text, file)));
    }

    private Optional<Path> writeReport(String text) {
        try {
            OwnerOnlyFiles.createPrivateFolder(folder);
            var file = newFile();
            OwnerOnlyFiles.write(file, text.getBytes(StandardCharsets.UTF_8));
            deleteOldReports();
            return Optional.of(file);
        } catch (IOException full) {
            return Optional.empty();
        }
    }

    /** Returns an unused file name, as several reports may come in the same second. */
    private Path newFile() throws IOException {
        var name = NAME.format(clock.instant());
        for (int number = 1; number < KEPT; number++) {
            var file = folder.resolve(number == 1 ? name + ".txt" : "%s-%d.txt".formatted(name, number));
            if (!Files.exists(file)) {
                return file;
            }
        }
        throw new IOException("full folder");
    }

    private void deleteOldReports() throws IOException {
        try (var files = Files.list(folder)) {
            for (var old : files.filter(CrashReportWriter::isReportFile).sorted(Comparator.reverseOrder()).skip(KEPT)
                    .toList()) {
                Files.deleteIfExists(old);
            }
        }
    }

    /** Returns whether a file in the folder is named like a crash report. */
    static boolean isReportFile(Path file) {
        return String.valueOf(file.getFileName()).startsWith("crash-") && Files.isRegularFile(file);
    }

    private static String defectSignature(Throwable defect) {
        var frames = defect.getStackTrace();
        return defect.getClass().getName() + (frames.length == 0 ? "" : frames[0]);
    }

    private String reportText(String where, Throwable defect) {
        var text = new StringBuilder(MESSAGES.text("report.header")).append("\n\n");
        text.append("version  ").append(ProgramVersion.text()).append('\n');
        text.append("time     ").append(clock.instant()).append('\n');
        text.append("uptime   ").append(ManagementFactory.getRuntimeMXBean().getUptime() / 1000).append(" s\n");
        text.append("runtime  ").append(Runtime.version()).append('\n');
        text.append("system   ").append(System.getProperty("os.name")).append(' ')
                .append(System.getProperty("os.version")).append(' ').append(System.getProperty("os.arch"))
                .append('\n');
        text.append("heap     ").append(Runtime.getRuntime().totalMemory() >> 20).append(" MiB, at most ")
                .append(Runtime.getRuntime().maxMemory() >> 20).append(" MiB\n");
        text.append("thread   ").append(CredentialTextRedactor.redact(where)).append("\n\n");
        return text.append(stackTraceText(defect)).toString();
    }

    /** Returns a throwable with its causes and suppressed exceptions, without secrets. */
    static String stackTraceText(Throwable defect) {
        var text = new StringBuilder();
        appendTrace(defect, "", text, Collections.newSetFromMap(new IdentityHashMap<>()));
        return text.toString();
    }

    private static void appendTrace(Throwable defect, String prefix, StringBuilder text, Set<Throwable> told) {
        if (!told.add(defect)) {
            return;
        }
        var message = defect.getMessage();
        text.append(prefix).append(defect.getClass().getName())
                .append(message == null ? "" : ": " + CredentialTextRedactor.redact(message)).append('\n');
        var frames = defect.getStackTrace();
        for (int frame = 0; frame < Math.min(FRAMES, frames.length); frame++) {
            text.append("    at ").append(frames[frame]).append('\n');
        }
        if (defect.getCause() != null) {
            appendTrace(defect.getCause(), "caused by ", text, told);
        }
        for (var suppressed : defect.getSuppressed()) {
            appendTrace(suppressed, "suppressed ", text, told);
        }
    }
}
