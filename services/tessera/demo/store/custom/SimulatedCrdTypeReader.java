package tessera.demo.store.custom;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedResourceType.SelectableField;
import tessera.demo.store.SimulatedResourceType.ServedResourceTraits;
import tessera.demo.store.SimulatedResourceType.Subresource;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Reads the resources to serve from their definitions. */
public final class SimulatedCrdTypeReader {

    private static final List<String> VERBS = List.of("delete", "deletecollection", "get", "list", "patch", "create",
            "update", "watch");
    private static final List<String> PART_VERBS = List.of("get", "patch", "update");

    private SimulatedCrdTypeReader() {}

    /** Returns a resource for each version that is served. */
    public static List<SimulatedResourceType> readVersions(JsonNode definition) {
        var types = new ArrayList<SimulatedResourceType>();
        for (var version : definition.path("spec").path("versions")) {
            if (version.path("served").asBoolean()) {
                types.add(readType(definition.path("spec"), version));
            }
        }
        return types;
    }

    private static SimulatedResourceType readType(JsonNode spec, JsonNode version) {
        var group = SimulatedStoreJsonCodec.textAt(spec, "group");
        var names = spec.path("names");
        var plural = SimulatedStoreJsonCodec.textAt(names, "plural");
        var kind = SimulatedStoreJsonCodec.textAt(names, "kind");
        var fields = new ArrayList<SelectableField>();
        for (var field : version.path("selectableFields")) {
            var path = SimulatedStoreJsonCodec.textAt(field, "jsonPath").replaceFirst("^\\.", "");
            fields.add(new SelectableField(path, path, ""));
        }
        var storage = group + "/" + storageVersion(spec);
        var resourceTraits = new ServedResourceTraits(true, true, false, null, List.copyOf(fields), storage);
        return new SimulatedResourceType(group, SimulatedStoreJsonCodec.textAt(version, "name"), plural,
                names.path("singular").asText(kind.toLowerCase(Locale.ROOT)), kind,
                SimulatedStoreJsonCodec.textAt(spec, "scope").equals("Namespaced"), group + "/" + plural,
                textList(names.path("shortNames")),
                textList(names.path("categories")), VERBS, readSubresources(kind, version.path("subresources")),
                resourceTraits);
    }

    private static String storageVersion(JsonNode spec) {
        for (var version : spec.path("versions")) {
            if (version.path("storage").asBoolean()) {
                return SimulatedStoreJsonCodec.textAt(version, "name");
            }
        }
        return "";
    }

    private static Map<String, Subresource> readSubresources(String kind, JsonNode described) {
        var subresources = new LinkedHashMap<String, Subresource>();
        if (described.has("status")) {
            subresources.put("status", new Subresource("", "", kind, PART_VERBS));
        }
        if (described.has("scale")) {
            subresources.put("scale", new Subresource("autoscaling", "v1", "Scale", PART_VERBS));
        }
        return subresources;
    }

    private static List<String> textList(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(text -> texts.add(text.asText()));
        return List.copyOf(texts);
    }
}
