package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/** The value of one column for an object. */
@FunctionalInterface
interface SimulatedTableCellFunction {

    JsonNode valueOf(ObjectNode object, Instant now);
}
