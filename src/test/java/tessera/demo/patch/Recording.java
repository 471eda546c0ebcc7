package tessera.demo.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** One exchange with a real API server, from {@code src/test/resources/contract}. */
public record Recording(String name, JsonNode exchange) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * Reads a recording.
     *
     * @param name folder and file, without {@code .json}
     */
    public static Recording recording(String name) {
        try (var stream = Recording.class.getResourceAsStream("/contract/" + name + ".json")) {
            if (stream == null) {
                throw new IllegalArgumentException("No recording " + name);
            }
            return new Recording(name, JSON.readTree(stream));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** JSON with single quotes, for texts in tests. */
    public static ObjectNode json(String text) {
        return parse(text.replace('\'', '"'));
    }

    public static ObjectNode parse(String text) {
        try {
            return (ObjectNode) JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public JsonNode body() {
        return exchange.path("request").path("body");
    }

    public ObjectNode object() {
        return (ObjectNode) body();
    }

    public int status() {
        return exchange.path("response").path("status").asInt();
    }

    public ObjectNode response() {
        return (ObjectNode) exchange.path("response").path("body");
    }

    public String message() {
        return response().path("message").asText();
    }

    public String method() {
        return exchange.path("request").path("method").asText();
    }

    /** The path in its parts, without the query, e.g. api, v1, nodes, n. */
    public List<String> path() {
        var path = exchange.path("request").path("path").asText().replaceAll("\\?.*", "");
        return Arrays.stream(path.split("/")).filter(part -> !part.isEmpty()).toList();
    }

    public Map<String, String> query() {
        var path = exchange.path("request").path("path").asText();
        return path.indexOf('?') < 0 ? Map.of()
                : Arrays.stream(path.substring(path.indexOf('?') + 1).split("&", -1)).map(part -> part.split("=", 2))
                        .collect(Collectors.toMap(part -> part[0], part -> part[1]));
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(exchange.path("request").path("headers").get(name)).map(JsonNode::asText);
    }

    /** Texts of the {@code Warning} headers. */
    public List<String> warnings() {
        var header = exchange.path("response").path("headers").path("Warning");
        var all = header.isArray() ? header
                : header.isMissingNode() ? JSON.createArrayNode() : JSON.createArrayNode().add(header);
        return StreamSupport.stream(all.spliterator(), false)
                .map(text -> text.asText().replaceAll("^299 - \"|\"$", "").replace("\\\"", "\"")).toList();
    }

    /** When the server answered, to the second. */
    public Instant at() {
        var date = exchange.path("response").path("headers").path("Date").asText();
        return date.isEmpty() ? Instant.EPOCH
                : ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
    }
}
