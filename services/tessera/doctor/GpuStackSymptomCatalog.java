package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.gpu.health.GpuLossStage;
import tessera.model.PodFailureMessagePatterns;
import tessera.model.ReadLimitedCharSequence;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** The symptoms with their causes and remedies. Data: {@code matrix.json}. */
final class GpuStackSymptomCatalog {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuStackSymptomCatalog.class);

    private final Map<String, SymptomEntry> entriesById = new LinkedHashMap<>();
    private final List<SymptomEntry> ofPods;
    private final List<SymptomEntry> ofNotes;
    private final List<SymptomEntry> ofLogs;

    /**
     * A catalogue entry that explains a symptom of the GPU stack.
     *
     * @param textId the start of the keys of its texts: its id, unless several have the same
     * @param match a pattern of the cluster's message; matches nothing where there is none
     * @param loss  the stage of GPU loss that the symptom implies
     */
    private record SymptomEntry(String id, String textId, AlertOrFindingSeverity severity, Pattern match,
            GpuLossStage loss, List<String> commands) {

        String filledText(String field, SymptomPlaceholderValues of) {
            return fillPlaceholders(MESSAGES.findTemplate(textId + "." + field).orElse(""), of);
        }
    }

    private GpuStackSymptomCatalog(JsonNode tree) {
        readEntries(tree.path("symptoms")).forEach(entry -> entriesById.put(entry.id(), entry));
        ofPods = readEntries(tree.path("pods"));
        ofNotes = readEntries(tree.path("notes"));
        ofLogs = readEntries(tree.path("logs"));
    }

    static GpuStackSymptomCatalog standard() {
        try (var file = Objects.requireNonNull(GpuStackSymptomCatalog.class.getResourceAsStream("matrix.json"))) {
            return new GpuStackSymptomCatalog(new JsonMapper().readTree(file));
        } catch (IOException e) {
            throw new UncheckedIOException("matrix.json is damaged", e);
        }
    }

    private static List<SymptomEntry> readEntries(JsonNode list) {
        var entries = new ArrayList<SymptomEntry>();
        for (var element : list) {
            var commands = new ArrayList<String>();
            element.path("commands").forEach(command -> commands.add(command.asText()));
            entries.add(new SymptomEntry(element.path("id").asText(),
                    element.path("text").asText(element.path("id").asText()),
                    AlertOrFindingSeverity.valueOf(element.path("severity").asText().toUpperCase(Locale.ROOT)),
                    PodFailureMessagePatterns.pattern(element.path("match").asText("(?!)")),
                    GpuLossStage.valueOf(element.path("loss").asText("none").toUpperCase(Locale.ROOT)),
                    List.copyOf(commands)));
        }
        return List.copyOf(entries);
    }

    /**
     * The object of a symptom with the values for the placeholders of its texts.
     *
     * @param object as kubectl names it; empty for the cluster
     * @param node   may be empty
     * @param placeholders  for the places in the texts, by name
     */
    record SymptomPlaceholderValues(String object, String node, Map<String, String> placeholders) {

        /** So many of several are named. */
        static final int LISTED = 4;

        /** Returns the same with another placeholder value. */
        SymptomPlaceholderValues withPlaceholder(String place, String word) {
            var more = new LinkedHashMap<>(placeholders);
            more.put(place, word);
            return new SymptomPlaceholderValues(object, node, more);
        }

        static SymptomPlaceholderValues ofCluster(String subject) {
            return new SymptomPlaceholderValues("", "", Map.of("what", subject));
        }

        /** Returns the subject for several nodes, or a single one. */
        static SymptomPlaceholderValues ofNodes(List<String> names, String subject) {
            if (names.size() == 1) {
                return ofNode(names.getFirst(), subject);
            }
            return new SymptomPlaceholderValues("", "", Map.of("node", namesText(names), "what", subject));
        }

        /** Returns several names, shortened. */
        static String namesText(List<String> names) {
            return SentenceJoiner.listText(names, LISTED);
        }

        static SymptomPlaceholderValues ofNode(String name, String subject) {
            return new SymptomPlaceholderValues(DiagnosisFinding.nodeResource(name), name,
                    Map.of("node", name, "what", subject));
        }

        static SymptomPlaceholderValues ofPod(String key, String node, String subject) {
            int slash = key.indexOf('/');
            return new SymptomPlaceholderValues(DiagnosisFinding.podResource(key), node, Map.of("pod", key, "namespace",
                    key.substring(0, slash), "name", key.substring(slash + 1), "node", node, "what", subject));
        }
    }

    /** Returns how far a symptom says that a GPU is lost. */
    GpuLossStage loss(String id) {
        var entry = entriesById.get(id);
        return entry == null ? GpuLossStage.NONE : entry.loss();
    }

    /** Returns the finding of a symptom by its id. */
    DiagnosisFinding finding(String id, SymptomPlaceholderValues of, List<String> evidence) {
        return finding(Objects.requireNonNull(entriesById.get(id), id), of, evidence);
    }

    /** Returns the finding that explains why a pod does not run, by the cluster's message; empty where it is unknown. */
    Optional<DiagnosisFinding> podFinding(String told, SymptomPlaceholderValues of) {
        // A runtime, or a container that leaves a message, says the same as others write.
        return firstMatch(ofLogs, told, of).or(() -> firstMatch(ofPods, told, of));
    }

    /**
     * Returns the finding that explains why a pod ended, by the last line of its log that matches; empty for none.
     *
     * @param told the cluster's words for how it fares
     */
    Optional<DiagnosisFinding> logFinding(List<String> lines, String told, SymptomPlaceholderValues of) {
        return lines.reversed().stream().flatMap(line -> logLineFindings(line, of, told)).findFirst();
    }

    private Stream<DiagnosisFinding> logLineFindings(String line, SymptomPlaceholderValues of, String told) {
        return ofLogs.stream().filter(entry -> ReadLimitedCharSequence.findMatch(entry.match(), line).isPresent())
                .map(entry -> finding(entry, of, List.of(MESSAGES.text("log", line.strip()), told)));
    }

    /** Returns the finding that explains why something could not be created, by the cluster's message. */
    Optional<DiagnosisFinding> eventFinding(String told, SymptomPlaceholderValues of) {
        return firstMatch(ofNotes, told, of);
    }

    private static Optional<DiagnosisFinding> firstMatch(List<SymptomEntry> entries, String told,
            SymptomPlaceholderValues of) {
        return entries.stream().flatMap(entry -> messageFindings(entry, told, of)).findFirst();
    }

    private static Stream<DiagnosisFinding> messageFindings(SymptomEntry entry, String told,
            SymptomPlaceholderValues of) {
        return ReadLimitedCharSequence.findMatch(entry.match(), told).stream()
                .map(found -> finding(entry, withGroups(of, found), List.of(told)));
    }

    /** Returns the subject with the parts of a message that the pattern captured, by group number. */
    private static SymptomPlaceholderValues withGroups(SymptomPlaceholderValues of, MatchResult found) {
        var textValues = of;
        for (int group = 1; group <= found.groupCount(); group++) {
            textValues = textValues.withPlaceholder(String.valueOf(group),
                    Objects.requireNonNullElse(found.group(group), ""));
        }
        return textValues;
    }

    private static DiagnosisFinding finding(SymptomEntry entry, SymptomPlaceholderValues of, List<String> evidence) {
        return new DiagnosisFinding(entry.id(), entry.severity(), of.object(), of.node(),
                new FindingHeadline.KnownSymptom(entry.id(), entry.filledText("headline", of)),
                entry.filledText("because", of), evidence, entry.filledText("remedy", of),
                entry.commands().stream().map(command -> fillPlaceholders(command, of)).toList());
    }

    private static String fillPlaceholders(String text, SymptomPlaceholderValues of) {
        var filled = text;
        for (var word : of.placeholders().entrySet()) {
            filled = filled.replace("{" + word.getKey() + "}", word.getValue());
        }
        return filled;
    }
}
