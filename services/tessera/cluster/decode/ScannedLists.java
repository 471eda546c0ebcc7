package tessera.cluster.decode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lists and mappings of an object as they are read, bounded whatever is sent. */
final class ScannedLists {

    private static final int MOST = 2_000;

    private ScannedLists() {}

    /** Reads what a scanner stands before, and consumes it. */
    @FunctionalInterface
    interface ItemRead<T> {
        T read(JsonScanner json) throws IOException;
    }

    /** A list of objects, each entered before it is read; other elements are left out. */
    static <T> List<T> objects(JsonScanner json, ItemRead<T> read) throws IOException {
        if (!json.array()) {
            return List.of();
        }
        var list = new ArrayList<T>(4);
        while (json.element()) {
            if (list.size() >= MOST) {
                json.surplus(MOST);
            } else if (json.object()) {
                list.add(read.read(json));
            }
        }
        return List.copyOf(list);
    }

    static List<String> texts(JsonScanner json, StringPool strings) throws IOException {
        if (!json.array()) {
            return List.of();
        }
        var list = new ArrayList<String>(2);
        while (json.element()) {
            if (list.size() >= MOST) {
                json.surplus(MOST);
            } else if (json.value()) {
                list.add(strings.of(json.spelled()));
            }
        }
        return List.copyOf(list);
    }

    static <T> Map<String, T> map(JsonScanner json, StringPool strings, ItemRead<T> read) throws IOException {
        if (!json.object()) {
            return Map.of();
        }
        var map = new HashMap<String, T>();
        for (var name = json.field(strings); name != null; name = json.field(strings)) {
            if (map.size() < MOST) {
                map.put(name, read.read(json));
            } else {
                json.surplus(MOST);
            }
        }
        return map.isEmpty() ? Map.of() : Map.copyOf(map);
    }
}
