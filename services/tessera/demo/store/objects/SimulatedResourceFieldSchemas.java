package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tessera.demo.admission.SimulatedCrdSchemaRules;
import tessera.demo.object.SimulatedApiException.StatusCause;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** The schemas of the fields of each resource. Any thread. */
public final class SimulatedResourceFieldSchemas implements SimulatedCrdSchemaRules {

    private final Map<SimulatedResourceType, CustomKindSchema> custom = new ConcurrentHashMap<>();
    private final Map<SimulatedResourceType, SimulatedKindSchema> open = new ConcurrentHashMap<>();

    private record CustomKindSchema(SimulatedKindSchema kind, SimulatedCrdSchema schema, JsonNode version) {}

    /** Returns the fields of a resource; one without a known schema may have any. */
    public SimulatedKindSchema schemaOf(SimulatedResourceType type) {
        var kindSchema = custom.get(type);
        if (kindSchema != null) {
            return kindSchema.kind();
        }
        var name = type.group().equals("events.k8s.io") ? "Event.events.k8s.io" : type.kind();
        return SimulatedKindSchema.findBuiltIn(name).filter(kind -> kind.apiVersion().equals(type.apiVersion()))
                .orElseGet(() -> open.computeIfAbsent(type, SimulatedResourceFieldSchemas::untypedSchema));
    }

    /** Returns the columns with which a custom resource is to be printed. */
    public JsonNode printerColumns(SimulatedResourceType type) {
        var kindSchema = custom.get(type);
        if (kindSchema == null) {
            return SimulatedStoreJsonCodec.NODES.arrayNode();
        }
        return kindSchema.version().path("additionalPrinterColumns");
    }

    @Override
    public ObjectNode withDefaults(SimulatedKindSchema kind, ObjectNode object) {
        var result = object.deepCopy();
        custom.values().stream().filter(kindSchema -> kindSchema.kind().equals(kind))
                .forEach(kindSchema -> kindSchema.schema().applyDefaults(result));
        return result;
    }

    @Override
    public List<StatusCause> validate(SimulatedKindSchema kind, ObjectNode object, @Nullable ObjectNode old) {
        return custom.values().stream().filter(kindSchema -> kindSchema.kind().equals(kind))
                .flatMap(kindSchema -> kindSchema.schema().check(object, old).stream()).toList();
    }

    void learnSchema(SimulatedResourceType type, ObjectNode definition) {
        for (var version : definition.path("spec").path("versions")) {
            if (SimulatedStoreJsonCodec.textAt(version, "name").equals(type.version())) {
                SimulatedKindSchema.fromDefinition(definition, type.version()).ifPresent(
                        kind -> custom.put(type, new CustomKindSchema(kind, new SimulatedCrdSchema(version), version)));
            }
        }
    }

    void forgetSchema(SimulatedResourceType type) {
        custom.keySet().removeIf(resourceType -> resourceType.group().equals(type.group())
                && resourceType.plural().equals(type.plural()));
    }

    private static SimulatedKindSchema untypedSchema(SimulatedResourceType type) {
        var definition = SimulatedStoreJsonCodec.newObject();
        var spec = definition.putObject("spec").put("group", type.group()).put("scope", "Cluster");
        spec.putObject("names").put("kind", type.kind()).put("plural", type.plural());
        var version = spec.putArray("versions").addObject().put("name", type.version());
        version.putObject("schema").putObject("openAPIV3Schema").put("type", "object")
                .put("x-kubernetes-preserve-unknown-fields", true);
        var schema = SimulatedKindSchema.fromDefinition(definition, type.version()).orElseThrow().schema();
        return new SimulatedKindSchema(type.kind(), type.apiVersion(), type.plural(), schema, type.namespaced(),
                type.hasStatus(), false);
    }
}
