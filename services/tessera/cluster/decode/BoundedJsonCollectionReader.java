package tessera.cluster.decode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads lists and mappings of an object, bounded whatever is sent. */
final class BoundedJsonCollectionReader {

    private static final int MOST = 2_000;

    private BoundedJsonCollectionReader() {}

    /** Reads and consumes the value a scanner stands before. */
    @FunctionalInterface
    interface JsonItemReader<T> {
        T read(JsonScanner json) throws IOException;
    }

    /** Reads a list of objects, each entered before it is read; other elements are left out. */
    static <T> List<T> readObjects(JsonScanner json, JsonItemReader<T> read) throws IOException {
        if (!json.enterArray()) {
            return List.of();
        }
        var list = new ArrayList<T>(4);
        while (json.nextElement()) {
            if (list.size() >= MOST) {
                json.surplus(MOST);
            } else if (json.enterObject()) {
                list.add(read.read(json));
            }
        }
        return List.copyOf(list);
    }

    static List<String> readTexts(JsonScanner json, StringPool strings) throws IOException {
        if (!json.enterArray()) {
            return List.of();
        }
        var list = new ArrayList<String>(2);
        while (json.nextElement()) {
            if (list.size() >= MOST) {
                json.surplus(MOST);
            } else if (json.readValue()) {
                list.add(strings.intern(json.tokenText()));
            }
        }
        return List.copyOf(list);
    }

    static <T> Map<String, T> readMap(JsonScanner json, StringPool strings, JsonItemReader<T> read) throws IOException {
        if (!json.enterObject()) {
            return Map.of();
        }
        var map = new HashMap<String, T>();
        for (var name = json.nextFieldName(strings); name != null; name = json.nextFieldName(strings)) {
            if (map.size() < MOST) {
                map.put(name, read.read(json));
            } else {
                json.surplus(MOST);
            }
        }
        if (map.isEmpty()) {
            return Map.of();
        }
        return Map.copyOf(map);
    }
}
