package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** A parser of the timestamps in API objects. */
public final class ApiTimestampParser {

    private ApiTimestampParser() {}

    /** Parses a timestamp; empty where it is none. */
    public static Optional<Instant> parse(JsonNode text) {
        try {
            return Optional.of(OffsetDateTime.parse(text.asText()).toInstant());
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }
}
