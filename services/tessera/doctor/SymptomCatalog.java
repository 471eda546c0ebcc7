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

/** Symptoms, what they come from and what helps. Data: {@code matrix.json}. */
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
            String because, String remedy, List<String> commands) {}

    private SymptomCatalog(JsonNode tree) {
        entries(tree.path("symptoms")).forEach(entry -> known.put(entry.id(), entry));
        ofPods = entries(tree.path("pods"));
        ofNotes = entries(tree.path("notes"));
        ofLogs = entries(tree.path("logs"));
    }

    static SymptomCatalog standard() {
        try (var file = Objects.requireNonNull(SymptomCatalog.class.getResourceAsStream("matrix.json"))) {
            return new SymptomCatalog(new JsonMapper().readTree(file));
        } catch (IOException e) {
            throw new UncheckedIOException("The matrix of symptoms is damaged", e);
        }
    }

    private static List<SymptomEntry> entries(JsonNode list) {
        var entries = new ArrayList<SymptomEntry>();
        for (var each : list) {
            var commands = new ArrayList<String>();
            each.path("commands").forEach(command -> commands.add(command.asText()));
            entries.add(new SymptomEntry(each.path("id").asText(),
                    Severity.valueOf(each.path("severity").asText().toUpperCase(Locale.ROOT)),
                    ErrorPatterns.pattern(each.path("match").asText("(?!)")),
                    DeviceLoss.valueOf(each.path("loss").asText("none").toUpperCase(Locale.ROOT)),
                    each.path("headline").asText(),
                    each.path("because").asText(), each.path("remedy").asText(), List.copyOf(commands)));
        }
        return List.copyOf(entries);
    }

    /**
     * What a symptom is about.
     *
     * @param object as kubectl names it; empty for the cluster
     * @param node   may be empty
     * @param words  for the places in the texts, by name
     */
    record SymptomSubject(String object, String node, Map<String, String> words) {

        /** So many of several are named. */
        static final int LISTED = 4;

        /** The same with another word. */
        SymptomSubject with(String place, String word) {
            var more = new LinkedHashMap<>(words);
            more.put(place, word);
            return new SymptomSubject(object, node, more);
        }

        static SymptomSubject cluster(String what) {
            return new SymptomSubject("", "", Map.of("what", what));
        }

        /** Several nodes, or a single one. */
        static SymptomSubject nodes(List<String> names, String what) {
            return names.size() == 1 ? node(names.getFirst(), what)
                    : new SymptomSubject("", "", Map.of("node", names(names), "what", what));
        }

        /** Several names, shortened. */
        static String names(List<String> names) {
            return ListText.some(names, LISTED);
        }

        static SymptomSubject node(String name, String what) {
            return new SymptomSubject(DoctorFinding.node(name), name, Map.of("node", name, "what", what));
        }

        static SymptomSubject pod(String key, String node, String what) {
            int slash = key.indexOf('/');
            return new SymptomSubject(DoctorFinding.pod(key), node,
                    Map.of("pod", key, "namespace", key.substring(0, slash), "name",
                            key.substring(slash + 1), "node", node, "what", what));
        }
    }

    /** Returns how far a symptom says that a GPU is lost. */
    DeviceLoss loss(String id) {
        var entry = known.get(id);
        return entry == null ? DeviceLoss.NONE : entry.loss();
    }

    /** A symptom by its name. */
    DoctorFinding finding(String id, SymptomSubject of, List<String> evidence) {
        return finding(Objects.requireNonNull(known.get(id), id), of, evidence);
    }

    /** What keeps a pod from running, by the cluster's words; empty where none of them is known. */
    Optional<DoctorFinding> pod(String told, SymptomSubject of) {
        // A runtime, or a container that leaves a message, says the same as others write.
        return first(ofLogs, told, of).or(() -> first(ofPods, told, of));
    }

    /**
     * Why a pod ended, by the last line it wrote that tells; empty where none does.
     *
     * @param told the cluster's words for how it fares
     */
    Optional<DoctorFinding> log(List<String> lines, String told, SymptomSubject of) {
        return lines.reversed().stream().flatMap(line -> ofLogs.stream()
                .filter(entry -> BoundedCharSequence.find(entry.match(), line).isPresent())
                .map(entry -> finding(entry, of, List.of("it wrote: " + line.strip(), told)))).findFirst();
    }

    /** Why something could not be made, by the cluster's words. */
    Optional<DoctorFinding> note(String told, SymptomSubject of) {
        return first(ofNotes, told, of);
    }

    private static Optional<DoctorFinding> first(List<SymptomEntry> entries, String told, SymptomSubject of) {
        return entries.stream().flatMap(entry -> BoundedCharSequence.find(entry.match(), told).stream()
                .map(found -> finding(entry, with(of, found), List.of(told)))).findFirst();
    }

    /** With what the cluster's words name, by the number of its group. */
    private static SymptomSubject with(SymptomSubject of, MatchResult found) {
        var named = of;
        for (int group = 1; group <= found.groupCount(); group++) {
            named = named.with(String.valueOf(group), Objects.requireNonNullElse(found.group(group), ""));
        }
        return named;
    }

    private static DoctorFinding finding(SymptomEntry entry, SymptomSubject of, List<String> evidence) {
        return new DoctorFinding(entry.id(), entry.severity(), of.object(), of.node(), filled(entry.headline(), of),
                filled(entry.because(), of), evidence, filled(entry.remedy(), of),
                entry.commands().stream().map(command -> filled(command, of)).toList());
    }

    private static String filled(String text, SymptomSubject of) {
        var filled = text;
        for (var word : of.words().entrySet()) {
            filled = filled.replace("{" + word.getKey() + "}", word.getValue());
        }
        return filled;
    }
}
