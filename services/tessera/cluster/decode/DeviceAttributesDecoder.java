package tessera.cluster.decode;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import tessera.model.DeviceAttributeValue;
import tessera.model.DeviceAttributeValue.DeviceValueType;

/** The attributes of a device while they are being read. Used again and again. */
final class DeviceAttributesDecoder {

    private static final JsonFieldNameTable VALUE = JsonFieldNameTable.of("string", "int", "bool", "version");
    private static final DeviceValueType[] TYPES = DeviceValueType.values();
    /** Attributes of which no two devices have the same. */
    private static final Set<String> OWN = Set.of("uuid", "parentUUID", "serial");

    private String[] names = new String[16];
    private String[] texts = new String[16];
    private DeviceValueType[] types = new DeviceValueType[16];
    private int size;
    private final LabelsDecoder labelsBuilder = new LabelsDecoder();

    void read(JsonScanner json, StringPool strings) throws IOException {
        size = 0;
        labelsBuilder.clear();
        if (!json.enterObject()) {
            return;
        }
        for (var name = json.nextFieldName(strings); name != null; name = json.nextFieldName(strings)) {
            // Lists of values are passed over: their elements decide nothing that is counted here.
            if (json.enterObject()) {
                boolean unique = OWN.contains(name);
                for (int type = json.nextField(VALUE); type != JsonScanner.END; type = json.nextField(VALUE)) {
                    if (unique && TYPES[type] == DeviceValueType.STRING) {
                        labelsBuilder.put(name, json.readText());
                    } else {
                        put(name, TYPES[type], json.readText(strings));
                    }
                }
            }
        }
    }

    private void put(String name, DeviceValueType type, String text) {
        if (size == names.length) {
            names = Arrays.copyOf(names, size * 2);
            texts = Arrays.copyOf(texts, size * 2);
            types = Arrays.copyOf(types, size * 2);
        }
        names[size] = name;
        texts[size] = text;
        types[size++] = type;
    }

    /** Texts that tell the device from others. */
    Map<String, String> own() {
        return labelsBuilder.toMap();
    }

    /** Whether a map has what the device has in common with others. */
    boolean sameAs(Map<?, ?> map) {
        if (map.size() != size) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (!(map.get(names[i]) instanceof DeviceAttributeValue value) || value.type() != types[i]
                    || !value.text().equals(texts[i])) {
                return false;
            }
        }
        return true;
    }

    /** What the device has in common with others. */
    Map<String, DeviceAttributeValue> toMap() {
        var map = HashMap.<String, DeviceAttributeValue>newHashMap(size);
        for (int i = 0; i < size; i++) {
            map.put(names[i], new DeviceAttributeValue(types[i], texts[i]));
        }
        return Map.copyOf(map);
    }

    /** The same for the same attributes in whatever order. */
    int hash() {
        int hash = 0;
        for (int i = 0; i < size; i++) {
            hash += names[i].hashCode() * 31 ^ texts[i].hashCode();
        }
        return hash;
    }
}
