package tessera.stack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.insight.GpuNode;
import tessera.model.BoundedCharSequence;
import tessera.model.ErrorPatterns;
import tessera.model.Problem;

/** Why links break, and what helps: by their state, and by what their logs say. Data: {@code explanations.json}. */
public final class BreakExplanations {

    private final List<ExplanationEntry> states;
    private final List<ExplanationEntry> signs;

    /**
     * One cause.
     *
     * @param match the brief words of a link, or a line of a log or an event
     * @param brief the brief words of a link whose log or event it is
     * @param node  the software of nodes that it is about: kubelet, system and runtime
     * @param part  the workloads that it is about, by their titles
     */
    private record ExplanationEntry(Set<String> components, Pattern match, Pattern brief, Pattern node, Pattern part,
            JsonNode texts) {

        boolean speaksOf(ChainLink link, GpuNode of) {
            var system = of.info().facts().system();
            return (components.isEmpty() || components.contains(link.component().name()))
                    && brief.matcher(link.brief()).find() && part.matcher(link.title()).find()
                    && node.matcher(String.join(" ", system.kubelet(), system.os(), system.runtime())).find();
        }

        String text(String field) {
            return texts.path(field).asText();
        }
    }

    private BreakExplanations(List<ExplanationEntry> states, List<ExplanationEntry> signs) {
        this.states = List.copyOf(states);
        this.signs = List.copyOf(signs);
    }

    /** Those that ship with the product. */
    public static BreakExplanations standard() {
        try (var file = Objects.requireNonNull(BreakExplanations.class.getResourceAsStream("explanations.json"))) {
            var tree = new JsonMapper().readTree(file);
            return new BreakExplanations(entries(tree.path("states")), entries(tree.path("signs")));
        } catch (IOException e) {
            throw new UncheckedIOException("The explanations are damaged", e);
        }
    }

    private static List<ExplanationEntry> entries(JsonNode list) {
        return list.valueStream()
                .map(entry -> new ExplanationEntry(
                        entry.path("at").valueStream().map(JsonNode::asText).collect(Collectors.toUnmodifiableSet()),
                        ErrorPatterns.pattern(entry.path("match").asText()),
                        Pattern.compile(entry.path("brief").asText("")),
                        Pattern.compile(entry.path("node").asText("")),
                        Pattern.compile(entry.path("part").asText("")), entry))
                .toList();
    }

    /** What is to be said of a link that does not hold, and of which nothing has been read. */
    ChainFinding of(ChainLink link, GpuNode node) {
        var entry = state(link, node);
        var because = entry.text("because") + " " + entry.text("guess");
        return finding(entry, link, node, because, link.pod() == null ? "" : link.pod().message());
    }

    /** The same where its log complains of something that is not known here: what was read is no guess. */
    ChainFinding of(ChainLink link, GpuNode node, String complaint) {
        var entry = state(link, node);
        var because = "%s Its log says: “%s”".formatted(entry.text("because"), LogComplaint.message(complaint));
        var finding = finding(entry, link, node, because, complaint);
        return entry.text("guess").isEmpty() ? finding : finding.remedy("Read its log around what it complains of.");
    }

    private ExplanationEntry state(ChainLink link, GpuNode node) {
        return states.stream()
                .filter(each -> each.speaksOf(link, node) && each.match().matcher(link.brief()).matches())
                .findFirst().orElseThrow();
    }

    /**
     * What the words of a link say that does not hold; empty where no line of them is known.
     *
     * @param lines of events and logs of the link's pod and of its companions
     */
    public Optional<ChainFinding> read(List<String> lines, ChainLink link, GpuNode node) {
        for (var entry : signs) {
            var said = lines.stream().filter(each -> BoundedCharSequence.find(entry.match(), each).isPresent())
                    .toList();
            if (!said.isEmpty() && entry.speaksOf(link, node)) {
                var line = said.stream().filter(LogComplaint::complains).findFirst().orElse(said.getFirst());
                return Optional.of(finding(entry, link, node, entry.text("because"), line.strip()));
            }
        }
        return Optional.empty();
    }

    /** Why a restart of a part does not help, by what it wrote; empty where it may. */
    public Optional<Problem> hindrance(StackComponent component, String node, List<String> lines) {
        return signs.stream()
                .filter(sign -> sign.components().contains(component.name())
                        && !sign.texts().path("restart").asBoolean(true)
                        && lines.stream().anyMatch(line -> sign.match().matcher(line).find()))
                .findFirst().map(sign -> new Problem(Problem.ProblemKind.INVALID,
                        sign.text("headline").replace("{node}", node).replaceFirst("\\.$", ""), "",
                        sign.text("remedy").replace("{node}", node)));
    }

    private static ChainFinding finding(ExplanationEntry entry, ChainLink link, GpuNode node, String because,
            String evidence) {
        var pod = link.pod();
        return new ChainFinding(link.component(), filled(entry.text("headline"), link, node),
                filled(because, link, node).strip(), filled(entry.text("remedy"), link, node), evidence,
                pod == null ? List.of()
                        : entry.texts().path("commands").valueStream()
                                .map(command -> filled(command.asText(), link, node)).toList(),
                entry.texts().path("retry").asBoolean(true));
    }

    private static String filled(String text, ChainLink link, GpuNode node) {
        var system = node.info().facts().system();
        var pod = link.pod();
        var plain = text.replace("{part}", link.title()).replace("{kernel}", or(system.kernel(), "of the node"))
                .replace("{os}", or(system.os(), "the node’s system")).replace("{node}", node.name())
                .replace("{gate}", link.gate()).replace("{runtime}", or(system.runtime(), "its container runtime"));
        return pod == null ? plain
                : plain.replace("{namespace}", pod.namespace()).replace("{pod}", pod.name())
                        .replace("{set}", pod.owner().name());
    }

    private static String or(String text, String otherwise) {
        return text.isEmpty() ? otherwise : text;
    }
}
