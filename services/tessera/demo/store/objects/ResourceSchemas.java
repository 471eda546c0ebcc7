package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tessera.demo.admission.write.CustomKinds;
import tessera.demo.object.ApiError.Cause;
import tessera.demo.patch.schema.KindSchema;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.custom.CustomSchema;

/** What is known about the fields of each resource. Any thread. */
public final class ResourceSchemas implements CustomKinds {

    private final Map<ResourceType, CustomKindSchema> custom = new ConcurrentHashMap<>();
    private final Map<ResourceType, KindSchema> open = new ConcurrentHashMap<>();

    private record CustomKindSchema(KindSchema kind, CustomSchema schema, JsonNode version) {}

    /** The fields of a resource; one that nothing is known about may have any. */
    public KindSchema of(ResourceType type) {
        var own = custom.get(type);
        if (own != null) {
            return own.kind();
        }
        var name = type.group().equals("events.k8s.io") ? "Event.events.k8s.io" : type.kind();
        return KindSchema.builtIn(name).filter(kind -> kind.apiVersion().equals(type.apiVersion()))
                .orElseGet(() -> open.computeIfAbsent(type, ResourceSchemas::anything));
    }

    /** The columns a custom resource is to be printed with. */
    public JsonNode printerColumns(ResourceType type) {
        var own = custom.get(type);
        return own == null ? StoreJson.NODES.arrayNode() : own.version().path("additionalPrinterColumns");
    }

    /** The schema a definition gives to a custom resource; a missing node for what is built in. */
    public JsonNode openApi(ResourceType type) {
        var own = custom.get(type);
        return own == null ? StoreJson.NODES.missingNode() : own.version().path("schema").path("openAPIV3Schema");
    }

    @Override
    public ObjectNode withDefaults(KindSchema kind, ObjectNode object) {
        var result = object.deepCopy();
        custom.values().stream().filter(own -> own.kind().equals(kind)).forEach(own -> own.schema().complete(result));
        return result;
    }

    @Override
    public List<Cause> check(KindSchema kind, ObjectNode object, @Nullable ObjectNode old) {
        return custom.values().stream().filter(own -> own.kind().equals(kind))
                .flatMap(own -> own.schema().check(object, old).stream()).toList();
    }

    void learn(ResourceType type, ObjectNode definition) {
        for (var version : definition.path("spec").path("versions")) {
            if (StoreJson.text(version, "name").equals(type.version())) {
                KindSchema.custom(definition, type.version())
                        .ifPresent(kind -> custom.put(type,
                                new CustomKindSchema(kind, new CustomSchema(version), version)));
            }
        }
    }

    void forget(ResourceType type) {
        custom.keySet().removeIf(known -> known.group().equals(type.group()) && known.plural().equals(type.plural()));
    }

    private static KindSchema anything(ResourceType type) {
        var definition = StoreJson.object();
        var spec = definition.putObject("spec").put("group", type.group()).put("scope", "Cluster");
        spec.putObject("names").put("kind", type.kind()).put("plural", type.plural());
        var version = spec.putArray("versions").addObject().put("name", type.version());
        version.putObject("schema").putObject("openAPIV3Schema").put("type", "object")
                .put("x-kubernetes-preserve-unknown-fields", true);
        var shape = KindSchema.custom(definition, type.version()).orElseThrow().shape();
        return new KindSchema(type.kind(), type.apiVersion(), type.plural(), shape, type.namespaced(), type.hasStatus(),
                false);
    }
}
