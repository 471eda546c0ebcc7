package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tessera.demo.admission.write.CustomKindRules;
import tessera.demo.object.ApiError.Cause;
import tessera.demo.patch.schema.KindSchema;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.custom.CustomSchema;

/** The schemas of the fields of each resource. Any thread. */
public final class ResourceSchemas implements CustomKindRules {

    private final Map<ResourceType, CustomKindSchema> custom = new ConcurrentHashMap<>();
    private final Map<ResourceType, KindSchema> open = new ConcurrentHashMap<>();

    private record CustomKindSchema(KindSchema kind, CustomSchema schema, JsonNode version) {}

    /** Returns the fields of a resource; one without a known schema may have any. */
    public KindSchema schemaOf(ResourceType type) {
        var own = custom.get(type);
        if (own != null) {
            return own.kind();
        }
        var name = type.group().equals("events.k8s.io") ? "Event.events.k8s.io" : type.kind();
        return KindSchema.findBuiltIn(name).filter(kind -> kind.apiVersion().equals(type.apiVersion()))
                .orElseGet(() -> open.computeIfAbsent(type, ResourceSchemas::untypedSchema));
    }

    /** Returns the columns with which a custom resource is to be printed. */
    public JsonNode printerColumns(ResourceType type) {
        var own = custom.get(type);
        return own == null ? StoreJson.NODES.arrayNode() : own.version().path("additionalPrinterColumns");
    }

    /** Returns the schema that a definition gives to a custom resource; a missing node for built-in resources. */
    public JsonNode openApiSchema(ResourceType type) {
        var own = custom.get(type);
        return own == null ? StoreJson.NODES.missingNode() : own.version().path("schema").path("openAPIV3Schema");
    }

    @Override
    public ObjectNode withDefaults(KindSchema kind, ObjectNode object) {
        var result = object.deepCopy();
        custom.values().stream().filter(own -> own.kind().equals(kind))
                .forEach(own -> own.schema().applyDefaults(result));
        return result;
    }

    @Override
    public List<Cause> validate(KindSchema kind, ObjectNode object, @Nullable ObjectNode old) {
        return custom.values().stream().filter(own -> own.kind().equals(kind))
                .flatMap(own -> own.schema().check(object, old).stream()).toList();
    }

    void learnSchema(ResourceType type, ObjectNode definition) {
        for (var version : definition.path("spec").path("versions")) {
            if (StoreJson.textAt(version, "name").equals(type.version())) {
                KindSchema.fromDefinition(definition, type.version())
                        .ifPresent(kind -> custom.put(type,
                                new CustomKindSchema(kind, new CustomSchema(version), version)));
            }
        }
    }

    void forgetSchema(ResourceType type) {
        custom.keySet().removeIf(known -> known.group().equals(type.group()) && known.plural().equals(type.plural()));
    }

    private static KindSchema untypedSchema(ResourceType type) {
        var definition = StoreJson.newObject();
        var spec = definition.putObject("spec").put("group", type.group()).put("scope", "Cluster");
        spec.putObject("names").put("kind", type.kind()).put("plural", type.plural());
        var version = spec.putArray("versions").addObject().put("name", type.version());
        version.putObject("schema").putObject("openAPIV3Schema").put("type", "object")
                .put("x-kubernetes-preserve-unknown-fields", true);
        var shape = KindSchema.fromDefinition(definition, type.version()).orElseThrow().shape();
        return new KindSchema(type.kind(), type.apiVersion(), type.plural(), shape, type.namespaced(), type.hasStatus(),
                false);
    }
}
