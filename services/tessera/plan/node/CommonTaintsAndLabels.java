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
import tessera.kube.scheduling.Taint;
import tessera.text.MessageCatalog;

/**
 * Common taints and labels to choose from. Data: {@code templates.json}.
 *
 * @param taints to choose from
 * @param labels keys to choose from
 */
public record CommonTaintsAndLabels(List<CommonTaint> taints, List<CommonLabel> labels) {

    private static final Pattern TAINT = Pattern.compile("([^=:]+)(?:=([^:]*))?:(\\w+)");

    /**
     * A common taint.
     *
     * @param text what it is for
     */
    public record CommonTaint(Taint taint, String text) {}

    /**
     * A common label.
     *
     * @param text what its value says
     */
    public record CommonLabel(String key, String text) {}

    public CommonTaintsAndLabels {
        taints = List.copyOf(taints);
        labels = List.copyOf(labels);
    }

    /** Returns the templates that ship with the product. */
    public static CommonTaintsAndLabels standard() {
        try (var file = Objects.requireNonNull(CommonTaintsAndLabels.class.getResourceAsStream("templates.json"))) {
            var tree = new JsonMapper().readTree(file);
            return new CommonTaintsAndLabels(
                    elementsOf(tree.path("taints"))
                            .map(entry -> new CommonTaint(parseTaint(entry.path("taint").asText()).orElseThrow(),
                                    purposeText(entry)))
                            .toList(),
                    elementsOf(tree.path("labels"))
                            .map(entry -> new CommonLabel(entry.path("key").asText(), purposeText(entry))).toList());
        } catch (IOException e) {
            throw new UncheckedIOException("damaged templates.json", e);
        }
    }

    private static String purposeText(JsonNode entry) {
        return MessageCatalog.of(CommonTaintsAndLabels.class).text(entry.path("text").asText() + ".why");
    }

    private static Stream<JsonNode> elementsOf(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }

    /** Parses {@code key=value:effect} or {@code key:effect}; empty if the text is neither. */
    public static Optional<Taint> parseTaint(String text) {
        var parts = TAINT.matcher(text);
        if (parts.matches()) {
            return Optional
                    .of(new Taint(parts.group(1), Objects.requireNonNullElse(parts.group(2), ""), parts.group(3)));
        }
        return Optional.empty();
    }
}
