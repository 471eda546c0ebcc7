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
import java.util.stream.StreamSupport;
import tessera.insight.GpuNode;
import tessera.model.PodFacts;

/** Why links break, and what helps: by their state, and by what their logs say. Data: {@code explanations.json}. */
public final class Explanations {

    private final List<Entry> states;
    private final List<Entry> signs;

    /** @param match the brief words of a link, or a line of a log */
    private record Entry(Set<String> components, Pattern match, String headline, String because, String remedy) {

        boolean speaksOf(Component component) {
            return components.isEmpty() || components.contains(component.name());
        }
    }

    private Explanations(List<Entry> states, List<Entry> signs) {
        this.states = List.copyOf(states);
        this.signs = List.copyOf(signs);
    }

    /** Those that ship with the product. */
    public static Explanations standard() {
        try (var file = Objects.requireNonNull(Explanations.class.getResourceAsStream("explanations.json"))) {
            var tree = new JsonMapper().readTree(file);
            return new Explanations(entries(tree.path("states")), entries(tree.path("signs")));
        } catch (IOException e) {
            throw new UncheckedIOException("The explanations are damaged", e);
        }
    }

    private static List<Entry> entries(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(entry -> new Entry(
                        Set.copyOf(StreamSupport.stream(entry.path("at").spliterator(), false).map(JsonNode::asText)
                                .toList()),
                        Pattern.compile(entry.path("match").asText()), entry.path("headline").asText(),
                        entry.path("because").asText(), entry.path("remedy").asText()))
                .toList();
    }

    /** What is to be said of a link that does not hold. */
    Finding of(Link link, GpuNode node) {
        var entry = states.stream()
                .filter(each -> each.speaksOf(link.component()) && each.match().matcher(link.brief()).matches())
                .findFirst().orElseThrow();
        return finding(entry, link.component(), node, link.pod() == null ? "" : words(link.pod()));
    }

    private static String words(PodFacts pod) {
        return pod.message();
    }

    /** What a log says of a link that does not hold; empty where no line of it is known. */
    public Optional<Finding> read(List<String> log, Finding known, GpuNode node) {
        for (var entry : signs) {
            var line = log.stream().filter(each -> entry.match().matcher(each).find()).findFirst();
            if (line.isPresent() && entry.speaksOf(known.at())) {
                return Optional.of(finding(entry, known.at(), node, line.get().strip()));
            }
        }
        return Optional.empty();
    }

    private static Finding finding(Entry entry, Component at, GpuNode node, String evidence) {
        return new Finding(at, filled(entry.headline(), at, node), filled(entry.because(), at, node),
                filled(entry.remedy(), at, node), evidence);
    }

    private static String filled(String text, Component at, GpuNode node) {
        var system = node.info().facts().system();
        return text.replace("{part}", at.title()).replace("{kernel}", or(system.kernel(), "of the node"))
                .replace("{os}", or(system.os(), "the node’s system")).replace("{node}", node.name())
                .replace("{gate}", at.gate()).replace("{runtime}", or(system.runtime(), "its container runtime"));
    }

    private static String or(String text, String otherwise) {
        return text.isEmpty() ? otherwise : text;
    }
}
