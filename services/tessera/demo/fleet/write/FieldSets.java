package tessera.demo.fleet.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The {@code managedFields} of objects: which writer owns which field. */
final class FieldSets {

    /** Lists whose items are told apart by these fields. */
    private static final Map<String, List<String>> KEYS = Map.ofEntries(Map.entry("containers", List.of("name")),
            Map.entry("initContainers", List.of("name")), Map.entry("volumes", List.of("name")),
            Map.entry("env", List.of("name")), Map.entry("ports", List.of("containerPort", "protocol")),
            Map.entry("volumeMounts", List.of("mountPath")), Map.entry("conditions", List.of("type")),
            Map.entry("addresses", List.of("type")), Map.entry("podIPs", List.of("ip")),
            Map.entry("hostIPs", List.of("ip")), Map.entry("ownerReferences", List.of("uid")));

    /** Objects whose keys are data. */
    private static final Set<String> MAPS = Set.of("labels", "annotations", "limits", "requests", "capacity",
            "allocatable", "data", "hard", "used");

    /** Owned as a whole. */
    private static final Set<String> ATOMS = Set.of("selector", "nodeSelector", "nodeInfo", "securityContext",
            "fieldRef", "claimRef");

    private FieldSets() {}

    /**
     * Adds the entry of a writer.
     *
     * @param writer name of the client
     * @param status whether it wrote through the status subresource
     * @param fields what it owns; paths of one or two steps below the object
     */
    static void add(ObjectNode object, String writer, boolean status, Instant at, List<String> fields) {
        var metadata = (ObjectNode) object.path("metadata");
        var entry = metadata.withArray("managedFields").addObject().put("manager", writer).put("operation", "Update")
                .put("apiVersion", object.path("apiVersion").asText()).put("time", Times.seconds(at))
                .put("fieldsType", "FieldsV1");
        var owned = entry.putObject("fieldsV1");
        for (var field : fields) {
            int dot = field.indexOf('.');
            if (dot < 0) {
                if (object.has(field)) {
                    owned.set("f:" + field, set(field, object.path(field)));
                }
            } else {
                addNested(owned, field.substring(0, dot), field.substring(dot + 1), object);
            }
        }
        if (status) {
            entry.put("subresource", "status");
        }
    }

    private static void addNested(ObjectNode owned, String outer, String inner, JsonNode object) {
        var value = object.path(outer).path(inner);
        if (!value.isMissingNode()) {
            owned.withObjectProperty("f:" + outer).set("f:" + inner, set(inner, value));
        }
    }

    private static ObjectNode set(String name, JsonNode value) {
        var set = JsonNodeFactory.instance.objectNode();
        if (value instanceof ObjectNode object && !ATOMS.contains(name)) {
            if (MAPS.contains(name)) {
                set.putObject(".");
                object.fieldNames().forEachRemaining(key -> set.putObject("f:" + key));
            } else {
                object.properties().forEach(field -> set.set("f:" + field.getKey(),
                        set(field.getKey(), field.getValue())));
            }
        } else if (value instanceof ArrayNode array) {
            addItems(set, name, array);
        }
        return set;
    }

    private static void addItems(ObjectNode set, String name, ArrayNode array) {
        var keys = KEYS.get(name);
        if (keys == null || array.isEmpty() || !array.path(0).isObject()) {
            return;
        }
        set.putObject(".");
        for (var item : array) {
            var inner = set.putObject(key(keys, item));
            if (!name.equals("ownerReferences")) {
                inner.putObject(".");
                inner.setAll(set("", item));
            }
        }
    }

    /** The values by which an item is told apart, as JSON; none of them has characters to escape. */
    private static String key(List<String> fields, JsonNode item) {
        var key = new StringBuilder("k:{");
        for (var field : fields) {
            var value = item.path(field);
            var quote = value.isTextual() ? "\"" : "";
            key.append(key.length() > 3 ? "," : "").append('"').append(field).append("\":").append(quote)
                    .append(value.asText()).append(quote);
        }
        return key.append('}').toString();
    }
}
