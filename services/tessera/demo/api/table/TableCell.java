package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/** What stands in one column for an object. */
@FunctionalInterface
interface TableCell {

    JsonNode of(ObjectNode object, Instant now);
}
