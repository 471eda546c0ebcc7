package tessera.demo.patch;

import com.fasterxml.jackson.databind.JsonNode;

/** Comparison of JSON values as values, however their numbers are written. */
public final class JsonValueComparison {

    private JsonValueComparison() {}

    public static boolean areEqual(JsonNode one, JsonNode other) {
        return one.equals(JsonValueComparison::compareNodes, other);
    }

    private static int compareNodes(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue());
        }
        return one.equals(other) ? 0 : 1;
    }
}
