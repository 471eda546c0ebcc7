package tessera.demo.patch;

import com.fasterxml.jackson.databind.JsonNode;

/** When two JSON values are the same value, however their numbers are written. */
public final class JsonValues {

    private JsonValues() {}

    public static boolean same(JsonNode one, JsonNode other) {
        return one.equals(JsonValues::compare, other);
    }

    private static int compare(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue());
        }
        return one.equals(other) ? 0 : 1;
    }
}
