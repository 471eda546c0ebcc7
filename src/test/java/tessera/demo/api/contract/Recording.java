package tessera.demo.api.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * One exchange with a real server.
 *
 * @param name of its file, without the ending
 */
record Recording(String name, String title, JsonNode request, JsonNode response) {

    static final ObjectMapper JSON = new ObjectMapper();

    static Recording read(String folder, String name) {
        var tree = tree(folder + "/" + name + ".json");
        return new Recording(name, tree.path("title").asText(), tree.path("request"), tree.path("response"));
    }

    static JsonNode tree(String path) {
        try (var in = Recording.class.getResourceAsStream("/contract/" + path)) {
            if (in == null) {
                throw new IllegalArgumentException("no recording " + path);
            }
            return JSON.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** When it was answered. */
    Optional<Instant> date() {
        var date = response.path("headers").path("Date").asText("");
        return date.isEmpty() ? Optional.empty()
                : Optional.of(ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    }

    @Override
    public String toString() {
        return title;
    }
}
