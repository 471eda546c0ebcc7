package tessera.cluster.decode;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import tessera.kube.labels.LabelRequirement;

/** Labels while they are being read. Used again and again. */
final class LabelsDecoder {

    /** More labels than any object has. */
    private static final int MOST = 500;

    private String[] keys = new String[16];
    private String[] values = new String[16];
    private int size;

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    void read(JsonScanner json, StringPool strings) throws IOException {
        clear();
        if (!json.enterObject()) {
            return;
        }
        for (var key = json.nextFieldName(strings); key != null; key = json.nextFieldName(strings)) {
            if (size < MOST) {
                put(key, json.readText(strings));
            } else {
                json.surplus(MOST);
            }
        }
    }

    /** Puts a label; of duplicates the last one counts. */
    void put(String key, String value) {
        for (int i = 0; i < size; i++) {
            if (keys[i].equals(key)) {
                values[i] = value;
                return;
            }
        }
        if (size == MOST) {
            return;
        }
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, size * 2);
            values = Arrays.copyOf(values, size * 2);
        }
        keys[size] = key;
        values[size++] = value;
    }

    boolean has(String key, String value) {
        for (int i = 0; i < size; i++) {
            if (keys[i].equals(key)) {
                return values[i].equals(value);
            }
        }
        return false;
    }

    boolean sameAs(Map<String, String> map) {
        if (map.size() != size) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (!values[i].equals(map.get(keys[i]))) {
                return false;
            }
        }
        return true;
    }

    Map<String, String> toMap() {
        if (size == 1) {
            return Map.of(keys[0], values[0]);
        }
        @SuppressWarnings({"unchecked", "rawtypes"}) // There are no arrays of a generic type.
        Map.Entry<String, String>[] entries = new Map.Entry[size];
        for (int i = 0; i < size; i++) {
            entries[i] = Map.entry(keys[i], values[i]);
        }
        return Map.ofEntries(entries);
    }

    /** Returns the labels as a pod's node selector. */
    List<LabelRequirement> toRequirements() {
        return IntStream.range(0, size).mapToObj(i -> LabelRequirement.equalTo(keys[i], values[i])).toList();
    }

    /** Returns a hash that is independent of the order. */
    int contentHash() {
        int hash = 0;
        for (int i = 0; i < size; i++) {
            hash += keys[i].hashCode() * 31 ^ values[i].hashCode();
        }
        return hash;
    }
}
