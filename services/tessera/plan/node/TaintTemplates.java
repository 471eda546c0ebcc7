package tessera.plan.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tessera.model.Taint;

/**
 * Taints and labels that are in use elsewhere, to choose from. Data: {@code templates.json}.
 *
 * @param taints to choose from
 * @param labels keys to choose from
 */
public record TaintTemplates(List<TaintTemplate> taints, List<LabelTemplate> labels) {

    private static final Pattern TAINT = Pattern.compile("([^=:]+)(?:=([^:]*))?:(\\w+)");

    /**
     * A taint in use elsewhere.
     *
     * @param words what it is for
     */
    public record TaintTemplate(Taint taint, String words) {}

    /**
     * A label in use elsewhere.
     *
     * @param words what its value says
     */
    public record LabelTemplate(String key, String words) {}

    public TaintTemplates {
        taints = List.copyOf(taints);
        labels = List.copyOf(labels);
    }

    /** Those that ship with the product. */
    public static TaintTemplates standard() {
        try (var file = Objects.requireNonNull(TaintTemplates.class.getResourceAsStream("templates.json"))) {
            var tree = new JsonMapper().readTree(file);
            return new TaintTemplates(stream(tree.path("taints"))
                    .map(entry -> new TaintTemplate(taint(entry.path("taint").asText()).orElseThrow(),
                            entry.path("words").asText()))
                    .toList(),
                    stream(tree.path("labels")).map(entry -> new LabelTemplate(entry.path("key").asText(),
                            entry.path("words").asText())).toList());
        } catch (IOException e) {
            throw new UncheckedIOException("The templates are damaged", e);
        }
    }

    private static Stream<JsonNode> stream(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }

    /** Reads {@code key=value:effect} or {@code key:effect}; empty when the text is neither. */
    public static Optional<Taint> taint(String text) {
        var parts = TAINT.matcher(text);
        return parts.matches()
                ? Optional.of(new Taint(parts.group(1), Objects.requireNonNullElse(parts.group(2), ""), parts.group(3)))
                : Optional.empty();
    }
}
