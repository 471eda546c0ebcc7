package tessera.plan.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.StreamSupport;
import tessera.file.OwnerOnlyFiles;
import tessera.file.SizeLimitedFileReader;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.journal.ChangeJournalEntry.JournalCluster;
import tessera.plan.journal.ChangeJournalEntry.JournalEvent;

/**
 * The journal file of every change made from this machine, one line of JSON per event. It only grows, and
 * only its user can read it. Several programs may write it at once; a line that was cut short costs only itself.
 *
 * <p>Safe for use by several threads. It waits for the disk; not for the FX thread.
 */
public final class ChangeJournal {

    /** A line takes less than a thousandth of it. */
    private static final int LARGEST = 1 << 30;

    private final Path file;

    /**
     * The entries of the journal, and the number of damaged lines.
     *
     * @param entries in the order in which they were written
     * @param damagedLines how many lines could not be read
     */
    public record ChangeJournalContent(List<ChangeJournalEntry> entries, int damagedLines) {

        public ChangeJournalContent {
            entries = List.copyOf(entries);
        }
    }

    /**
     * The journal in a file.
     *
     * @param file need not exist yet, nor its folder
     */
    public ChangeJournal(Path file) {
        this.file = file;
    }

    public Path file() {
        return file;
    }

    /** Appends an entry, signed where it begins a run, and waits until it is on disk. */
    public synchronized void append(ChangeJournalEntry entry) throws ProblemException {
        try {
            var folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                OwnerOnlyFiles.createFolder(folder);
            }
            // After a crash the last line may have no end.
            var line = (Files.exists(file) && endsInsideLine() ? "\n" : "") + ChangeJournalEntryCodec
                    .encode(entry.event() == JournalEvent.BEGUN ? entry.signedByThisProcess() : entry) + "\n";
            try (var channel = OwnerOnlyFiles.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                OwnerOnlyFiles.write(channel, line.getBytes(StandardCharsets.UTF_8));
                channel.force(true);
            }
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.CONFIGURATION, new ChangeJournalProblem.JournalUnwritable())
                            .withDetail(file + ": " + e.getMessage()),
                    e);
        }
    }

    private boolean endsInsideLine() throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            var last = ByteBuffer.allocate(1);
            long end = channel.size();
            return end > 0 && channel.read(last, end - 1) == 1 && last.get(0) != '\n';
        }
    }

    /** Returns all entries so far. */
    public ChangeJournalContent read() throws ProblemException {
        try {
            var entries = new ArrayList<ChangeJournalEntry>();
            int damaged = 0;
            var text = new String(SizeLimitedFileReader.read(file, LARGEST), StandardCharsets.UTF_8);
            for (var line : text.lines().filter(line -> !line.isBlank()).toList()) {
                var entry = ChangeJournalEntryCodec.decode(line);
                entry.ifPresent(entries::add);
                damaged += entry.isPresent() ? 0 : 1;
            }
            return new ChangeJournalContent(entries, damaged);
        } catch (NoSuchFileException _) {
            return new ChangeJournalContent(List.of(), 0);
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.CONFIGURATION, new ChangeJournalProblem.JournalUnreadable())
                            .withDetail(file + ": " + e.getMessage()),
                    e);
        }
    }

    /** Encodes and decodes a journal entry as one line of JSON. */
    private static final class ChangeJournalEntryCodec {

        private static final JsonMapper JSON = new JsonMapper();

        private ChangeJournalEntryCodec() {}

        static String encode(ChangeJournalEntry entry) {
            var json = JSON.createObjectNode().put("at", entry.at()).put("run", entry.run()).put("event",
                    eventWord(entry.event()));
            putText(json, "context", entry.cluster().context());
            putText(json, "server", entry.cluster().server());
            putText(json, "user", entry.cluster().user());
            putText(json, "verb", entry.verb());
            putText(json, "words", entry.text());
            putTexts(json, "objects", entry.objects());
            putText(json, "result", entry.result());
            putText(json, "detail", entry.detail());
            putTexts(json, "leaves", entry.lastingEffects());
            putText(json, "undo", entry.undo());
            putTexts(json, "back", entry.undoCommands());
            putText(json, "writer", entry.writer());
            return json.toString();
        }

        private static void putText(ObjectNode json, String name, String text) {
            if (!text.isEmpty()) {
                json.put(name, text);
            }
        }

        private static void putTexts(ObjectNode json, String name, List<String> texts) {
            if (!texts.isEmpty()) {
                texts.forEach(json.putArray(name)::add);
            }
        }

        /** Decodes a line; empty for an invalid one, such as one that was cut short. */
        static Optional<ChangeJournalEntry> decode(String line) {
            try {
                var json = JSON.readTree(line);
                return Arrays.stream(JournalEvent.values())
                        .filter(event -> eventWord(event).equals(json.path("event").asText(""))).findFirst()
                        .map(event -> decodeEntry(json, event));
            } catch (JsonProcessingException _) {
                return Optional.empty();
            }
        }

        private static ChangeJournalEntry decodeEntry(JsonNode json, JournalEvent event) {
            return new ChangeJournalEntry(readText(json, "at"), readText(json, "run"), event,
                    new JournalCluster(readText(json, "context"), readText(json, "server"), readText(json, "user")),
                    readText(json, "verb"), readText(json, "words"), readTexts(json, "objects"),
                    readText(json, "result"), readText(json, "detail"), readTexts(json, "leaves"),
                    readText(json, "undo"), readTexts(json, "back"), readText(json, "writer"));
        }

        private static String readText(JsonNode json, String name) {
            return json.path(name).asText("");
        }

        private static List<String> readTexts(JsonNode json, String name) {
            return StreamSupport.stream(json.path(name).spliterator(), false).map(JsonNode::asText).toList();
        }

        private static String eventWord(JournalEvent event) {
            return event.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
