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
import tessera.alerts.Severity;
import tessera.insight.node.DeviceLoss;
import tessera.model.BoundedCharSequence;
import tessera.model.ErrorPatterns;
import tessera.model.ListText;

/** The symptoms with their causes and remedies. Data: {@code matrix.json}. */
final class SymptomCatalog {

    private final Map<String, SymptomEntry> known = new LinkedHashMap<>();
    private final List<SymptomEntry> ofPods;
    private final List<SymptomEntry> ofNotes;
    private final List<SymptomEntry> ofLogs;

    /**
     * @param match a pattern of the cluster's words; matches nothing where there is none
     * @param loss  how far it says that a GPU is lost
     */
    private record SymptomEntry(String id, Severity severity, Pattern match, DeviceLoss loss, String headline,
            String explanation, String remedy, List<String> commands) {}

    private SymptomCatalog(JsonNode tree) {
        readEntries(tree.path("symptoms")).forEach(entry -> known.put(entry.id(), entry));
        ofPods = readEntries(tree.path("pods"));
        ofNotes = readEntries(tree.path("notes"));
        ofLogs = readEntries(tree.path("logs"));
    }

    static SymptomCatalog standard() {
        try (var file = Objects.requireNonNull(SymptomCatalog.class.getResourceAsStream("matrix.json"))) {
            return new SymptomCatalog(new JsonMapper().readTree(file));
        } catch (IOException e) {
            throw new UncheckedIOException("The matrix of symptoms is damaged", e);
        }
    }

    private static List<SymptomEntry> readEntries(JsonNode list) {
        var entries = new ArrayList<SymptomEntry>();
        for (var element : list) {
            var commands = new ArrayList<String>();
            element.path("commands").forEach(command -> commands.add(command.asText()));
            entries.add(new SymptomEntry(element.path("id").asText(),
                    Severity.valueOf(element.path("severity").asText().toUpperCase(Locale.ROOT)),
                    ErrorPatterns.pattern(element.path("match").asText("(?!)")),
                    DeviceLoss.valueOf(element.path("loss").asText("none").toUpperCase(Locale.ROOT)),
                    element.path("headline").asText(),
                    element.path("because").asText(), element.path("remedy").asText(), List.copyOf(commands)));
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
    record SymptomSubject(String object, String node, Map<String, String> placeholders) {

        /** So many of several are named. */
        static final int LISTED = 4;

        /** Returns the same with another placeholder value. */
        SymptomSubject withPlaceholder(String place, String word) {
            var more = new LinkedHashMap<>(placeholders);
            more.put(place, word);
            return new SymptomSubject(object, node, more);
        }

        static SymptomSubject ofCluster(String subject) {
            return new SymptomSubject("", "", Map.of("what", subject));
        }

        /** Returns the subject for several nodes, or a single one. */
        static SymptomSubject ofNodes(List<String> names, String subject) {
            return names.size() == 1 ? ofNode(names.getFirst(), subject)
                    : new SymptomSubject("", "", Map.of("node", namesText(names), "what", subject));
        }

        /** Returns several names, shortened. */
        static String namesText(List<String> names) {
            return ListText.firstWords(names, LISTED);
        }

        static SymptomSubject ofNode(String name, String subject) {
            return new SymptomSubject(DoctorFinding.nodeResource(name), name, Map.of("node", name, "what", subject));
        }

        static SymptomSubject ofPod(String key, String node, String subject) {
            int slash = key.indexOf('/');
            return new SymptomSubject(DoctorFinding.podResource(key), node,
                    Map.of("pod", key, "namespace", key.substring(0, slash), "name",
                            key.substring(slash + 1), "node", node, "what", subject));
        }
    }

    /** Returns how far a symptom says that a GPU is lost. */
    DeviceLoss loss(String id) {
        var entry = known.get(id);
        return entry == null ? DeviceLoss.NONE : entry.loss();
    }

    /** Returns the finding of a symptom by its id. */
    DoctorFinding finding(String id, SymptomSubject of, List<String> evidence) {
        return finding(Objects.requireNonNull(known.get(id), id), of, evidence);
    }

    /** Returns the finding that explains why a pod does not run, by the cluster's message; empty where it is unknown. */
    Optional<DoctorFinding> podFinding(String told, SymptomSubject of) {
        // A runtime, or a container that leaves a message, says the same as others write.
        return firstMatch(ofLogs, told, of).or(() -> firstMatch(ofPods, told, of));
    }

    /**
     * Returns the finding that explains why a pod ended, by the last line of its log that matches; empty for none.
     *
     * @param told the cluster's words for how it fares
     */
    Optional<DoctorFinding> logFinding(List<String> lines, String told, SymptomSubject of) {
        return lines.reversed().stream().flatMap(line -> ofLogs.stream()
                .filter(entry -> BoundedCharSequence.findMatch(entry.match(), line).isPresent())
                .map(entry -> finding(entry, of, List.of("it wrote: " + line.strip(), told)))).findFirst();
    }

    /** Returns the finding that explains why something could not be created, by the cluster's message. */
    Optional<DoctorFinding> eventFinding(String told, SymptomSubject of) {
        return firstMatch(ofNotes, told, of);
    }

    private static Optional<DoctorFinding> firstMatch(List<SymptomEntry> entries, String told, SymptomSubject of) {
        return entries.stream().flatMap(entry -> BoundedCharSequence.findMatch(entry.match(), told).stream()
                .map(found -> finding(entry, withGroups(of, found), List.of(told)))).findFirst();
    }

    /** Returns the subject with the parts of a message that the pattern captured, by group number. */
    private static SymptomSubject withGroups(SymptomSubject of, MatchResult found) {
        var named = of;
        for (int group = 1; group <= found.groupCount(); group++) {
            named = named.withPlaceholder(String.valueOf(group), Objects.requireNonNullElse(found.group(group), ""));
        }
        return named;
    }

    private static DoctorFinding finding(SymptomEntry entry, SymptomSubject of, List<String> evidence) {
        return new DoctorFinding(entry.id(), entry.severity(), of.object(), of.node(),
                fillPlaceholders(entry.headline(), of),
                fillPlaceholders(entry.explanation(), of), evidence, fillPlaceholders(entry.remedy(), of),
                entry.commands().stream().map(command -> fillPlaceholders(command, of)).toList());
    }

    private static String fillPlaceholders(String text, SymptomSubject of) {
        var filled = text;
        for (var word : of.placeholders().entrySet()) {
            filled = filled.replace("{" + word.getKey() + "}", word.getValue());
        }
        return filled;
    }
}
