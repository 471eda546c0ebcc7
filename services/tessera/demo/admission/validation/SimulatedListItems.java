package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.IntStream;

/** The items of a list with their paths. */
final class SimulatedListItems {

    private SimulatedListItems() {}

    /** An item of a list, and where it is. */
    record ListItem(String path, JsonNode value) {}

    static List<ListItem> itemsOf(JsonNode list, String path) {
        return IntStream.range(0, list.size()).mapToObj(i -> new ListItem(path + "[" + i + "]", list.path(i))).toList();
    }
}
