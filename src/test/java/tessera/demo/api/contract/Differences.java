package tessera.demo.api.contract;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Says in which places two trees differ. */
final class Differences {

    private static final int SHOWN = 300;

    private final List<String> found = new ArrayList<>();

    private Differences() {}

    static List<String> between(JsonNode expected, JsonNode actual) {
        var differences = new Differences();
        differences.compare(expected, actual, "");
        return differences.found;
    }

    private void compare(JsonNode expected, JsonNode actual, String path) {
        if (expected.equals(actual)) {
            return;
        }
        if (expected.isObject() && actual.isObject()) {
            var names = new TreeSet<String>();
            expected.fieldNames().forEachRemaining(names::add);
            actual.fieldNames().forEachRemaining(names::add);
            names.forEach(name -> compare(expected.path(name), actual.path(name), path + "/" + name));
        } else if (expected.isArray() && actual.isArray() && expected.size() == actual.size()) {
            for (int i = 0; i < expected.size(); i++) {
                compare(expected.get(i), actual.get(i), path + "/" + i);
            }
        } else {
            found.add(path + ": recorded " + shown(expected) + ", but was " + shown(actual));
        }
    }

    private static String shown(JsonNode node) {
        var text = node.isMissingNode() ? "nothing" : node.toString();
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
    }
}
