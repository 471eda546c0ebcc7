package tessera.demo.patch;

import com.fasterxml.jackson.databind.JsonNode;

/** Comparison of JSON values as values, however their numbers are written. */
public final class JsonValues {

    private JsonValues() {}

    public static boolean areEqual(JsonNode one, JsonNode other) {
        return one.equals(JsonValues::compareNodes, other);
    }

    private static int compareNodes(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue());
        }
        return one.equals(other) ? 0 : 1;
    }
}
