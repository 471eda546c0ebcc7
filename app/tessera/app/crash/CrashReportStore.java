package tessera.app.crash;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.app.platform.CommandFileArgumentReader;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;
import tessera.ui.CrashReportFolder;

/**
 * The crash reports kept on this machine, of all runs of the program.
 *
 * @param folder where they are
 */
public record CrashReportStore(Path folder) implements CrashReportFolder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CrashReportStore.class);

    /** No report is as long; somebody may have put another file there. */
    private static final int LONGEST = 1 << 20;
    private static final Pattern MOMENT = Pattern.compile("(?m)^time +(\\S+)$");
    /** What follows what is said of the machine. */
    private static final Pattern DEFECT = Pattern.compile("(?s)(?<!\\n)\\n\\n(?:(?!\\n\\n).)*+\\n\\n++([^\\n]++)");

    @Override
    public String folderPath() {
        return folder.toString();
    }

    @Override
    public List<CrashSummary> reports() throws ProblemException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var files = Files.list(folder)) {
            var reports = new ArrayList<CrashSummary>();
            for (var file : files.filter(CrashReportWriter::isReportFile).toList()) {
                readSummary(file).ifPresent(reports::add);
            }
            reports.sort(Comparator.comparing(CrashSummary::at).reversed());
            return reports;
        } catch (IOException e) {
            throw new ProblemException(Problem.of(Problem.OperationProblemKind.CONFIGURATION,
                    MESSAGES.reason("crash.unreadable", folder, CommandFileArgumentReader.reasonText(e))), e);
        }
    }

    /** Reads one report; empty where it cannot be read or another run deleted it meanwhile. */
    private static Optional<CrashSummary> readSummary(Path file) throws IOException {
        try {
            var text = reportText(file);
            var defect = DEFECT.matcher(text);
            return Optional.of(new CrashSummary(parseTime(text).orElse(Files.getLastModifiedTime(file).toInstant()),
                    defect.find() ? defect.group(1) : String.valueOf(file.getFileName()), text));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    private static String reportText(Path file) throws IOException {
        try (var stream = Files.newInputStream(file)) {
            return new String(stream.readNBytes(LONGEST), StandardCharsets.UTF_8);
        } catch (AccessDeniedException denied) {
            return MESSAGES.text("crash.reportUnreadable", CommandFileArgumentReader.reasonText(denied));
        }
    }

    private static Optional<Instant> parseTime(String text) {
        var moment = MOMENT.matcher(text);
        try {
            if (moment.find()) {
                return Optional.of(Instant.parse(moment.group(1)));
            }
            return Optional.empty();
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }
}
