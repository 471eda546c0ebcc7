package tessera.app;

import java.io.IOException;
import java.lang.management.ManagementFactory;
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
import tessera.cluster.credential.Redaction;

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

    /** @param told is told in a sentence where a report is */
    CrashReports(Path folder, Clock clock, Consumer<String> told) {
        this.folder = folder;
        this.clock = clock;
        this.told = told;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable defect) {
        if (defect instanceof InterruptedException) {
            return;
        }
        report(thread.getName(), defect).ifPresent(file -> told.accept(
                "tessera: something unexpected happened (%s); what is known of it is in %s"
                        .formatted(defect.getClass().getSimpleName(), file)));
    }

    /**
     * Writes a report.
     *
     * @return where it is; empty where the same was written already, or nothing can be written
     */
    Optional<Path> report(String where, Throwable defect) {
        if (!known.add(signature(defect))) {
            return Optional.empty();
        }
        try {
            Files.createDirectories(folder);
            var file = fresh();
            Files.writeString(file, text(where, defect));
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
            for (var old : files.filter(file -> String.valueOf(file.getFileName()).startsWith("crash-"))
                    .sorted(Comparator.reverseOrder()).skip(KEPT).toList()) {
                Files.deleteIfExists(old);
            }
        }
    }

    private static String signature(Throwable defect) {
        var frames = defect.getStackTrace();
        return defect.getClass().getName() + (frames.length == 0 ? "" : frames[0]);
    }

    private String text(String where, Throwable defect) {
        var text = new StringBuilder("A defect of Tessera. Nothing of this was sent anywhere.\n\n");
        text.append("version  ").append(String.join(" ", new TesseraCommand.Version().getVersion())).append('\n');
        text.append("time     ").append(clock.instant()).append('\n');
        text.append("up for   ").append(ManagementFactory.getRuntimeMXBean().getUptime() / 1000).append(" s\n");
        text.append("runtime  ").append(Runtime.version()).append('\n');
        text.append("system   ").append(System.getProperty("os.name")).append(' ')
                .append(System.getProperty("os.version")).append(' ').append(System.getProperty("os.arch"))
                .append('\n');
        text.append("heap     ").append(Runtime.getRuntime().totalMemory() >> 20).append(" of at most ")
                .append(Runtime.getRuntime().maxMemory() >> 20).append(" MiB\n");
        text.append("thread   ").append(Redaction.of(where)).append("\n\n");
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
                .append(message == null ? "" : ": " + Redaction.of(message)).append('\n');
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
