package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tessera.demo.admission.JsonTreeOperations;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.patch.ownership.SimulatedNonApplyManagedFieldsUpdater;
import tessera.demo.store.SimulatedEtcdStore;
import tessera.demo.store.SimulatedEtcdStore.SimulatedStoreTransaction;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedResourceType.SelectableField;
import tessera.demo.store.SimulatedResourceType.ServedResourceTraits;
import tessera.demo.store.SimulatedResourceType.Subresource;
import tessera.demo.store.SimulatedServedResourceCatalog;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Serves custom resources as their definitions come, and removes them with their objects as those go. */
public record SimulatedCustomResourceServer(SimulatedServedResourceCatalog catalog,
        SimulatedResourceFieldSchemas schemas, SimulatedEtcdStore store,
        Clock clock) implements SimulatedWriteSideEffects {

    private static final List<String> VERBS = List.of("delete", "deletecollection", "get", "list", "patch", "create",
            "update", "watch");
    private static final List<String> PART_VERBS = List.of("get", "patch", "update");

    @Override
    public void afterWrite(SimulatedResourceType type, ObjectNode object, SimulatedStoreTransaction writer)
            throws SimulatedApiException {
        if (!isDefinition(type)) {
            return;
        }
        if (SimulatedMetadata.isDeleting(object)) {
            deleteInstances(type, object, writer);
            return;
        }
        var types = readVersions(object);
        types.forEach(custom -> schemas.learnSchema(custom, object));
        catalog.replaceVersions(SimulatedStoreJsonCodec.textAt(object, "spec", "group"),
                SimulatedStoreJsonCodec.textAt(object, "spec", "names", "plural"), types);
        if (SimulatedOwnerStatusWriter.findCondition(object.path("status").path("conditions"), "Established") == null) {
            establishDefinition(type, object, writer);
        }
    }

    @Override
    public void afterRemoval(SimulatedResourceType type, ObjectNode object, SimulatedStoreTransaction writer) {
        if (isDefinition(type)) {
            var group = SimulatedStoreJsonCodec.textAt(object, "spec", "group");
            var plural = SimulatedStoreJsonCodec.textAt(object, "spec", "names", "plural");
            readVersions(object).forEach(custom -> {
                schemas.forgetSchema(custom);
                store.dropResource(custom);
            });
            catalog.replaceVersions(group, plural, List.of());
        } else if (type.traits().isCustom() && store.list(type, "").objects().isEmpty()) {
            finishDeletion(type, writer);
        }
    }

    private static boolean isDefinition(SimulatedResourceType type) {
        return type.kind().equals("CustomResourceDefinition") && type.group().equals("apiextensions.k8s.io");
    }

    /** Establishes a definition in the three steps of a real server; each is reported to watches. */
    private void establishDefinition(SimulatedResourceType type, ObjectNode definition,
            SimulatedStoreTransaction writer) {
        var object = definition.deepCopy();
        var status = SimulatedStoreJsonCodec.childObject(object, "status");
        var names = definition.path("spec").path("names").deepCopy();
        status.set("acceptedNames", names);
        status.putArray("conditions");
        setCondition(status, "NamesAccepted", true, "NoConflicts", "no conflicts found");
        setCondition(status, "Established", false, "Installing", "the initial names have been accepted");
        var owned = SimulatedNonApplyManagedFieldsUpdater.afterServerWrite(schemas.schemaOf(type), definition, object,
                clock.instant());
        putObject(type, owned, writer);
        setCondition(SimulatedStoreJsonCodec.childObject(owned, "status"), "Established", true, "InitialNamesAccepted",
                "the initial names have been accepted");
        putObject(type, owned, writer);
        putObject(type, owned, writer);
    }

    private void setCondition(ObjectNode status, String type, boolean holds, String reason, String message) {
        SimulatedOwnerStatusWriter.setCondition(status, type, holds, reason, clock.instant()).put("message", message);
    }

    private static void putObject(SimulatedResourceType type, ObjectNode object, SimulatedStoreTransaction writer) {
        writer.put(type, object.deepCopy(), writer.get(type, "", SimulatedMetadata.nameOf(object)));
    }

    /** Deletes the objects of a definition first; one with a finalizer keeps its definition. */
    private void deleteInstances(SimulatedResourceType type, ObjectNode definition, SimulatedStoreTransaction writer) {
        boolean held = false;
        var served = readVersions(definition);
        if (!served.isEmpty()) {
            for (var stored : writer.list(served.getFirst(), "")) {
                var object = stored.toTree();
                if (object.path("metadata").path("finalizers").isEmpty()) {
                    writer.remove(served.getFirst(), stored);
                } else {
                    held = true;
                    SimulatedStoreJsonCodec.childObject(object, "metadata")
                            .put("deletionTimestamp", SimulatedTimestampFormat.secondsText(clock.instant()))
                            .put("deletionGracePeriodSeconds", 0);
                    writer.put(served.getFirst(), object, stored);
                }
            }
        }
        if (!held) {
            removeDefinition(type, definition, writer);
        }
    }

    private void finishDeletion(SimulatedResourceType custom, SimulatedStoreTransaction writer) {
        var type = catalog.get("customresourcedefinitions.apiextensions.k8s.io");
        var stored = writer.get(type, "", custom.qualifiedName());
        if (stored != null && stored.toTree().path("metadata").hasNonNull("deletionTimestamp")) {
            removeDefinition(type, stored.toTree(), writer);
        }
    }

    private void removeDefinition(SimulatedResourceType type, ObjectNode definition, SimulatedStoreTransaction writer) {
        var stored = writer.get(type, "", SimulatedMetadata.nameOf(definition));
        if (stored != null) {
            writer.remove(type, stored);
            afterRemoval(type, definition, writer);
        }
    }

    private static List<SimulatedResourceType> readVersions(JsonNode definition) {
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
        var resourceTraits = new ServedResourceTraits(true, false, List.copyOf(fields), storage);
        return new SimulatedResourceType(group, SimulatedStoreJsonCodec.textAt(version, "name"), plural,
                names.path("singular").asText(kind.toLowerCase(Locale.ROOT)), kind,
                SimulatedStoreJsonCodec.textAt(spec, "scope").equals("Namespaced"), group + "/" + plural,
                JsonTreeOperations.textsOf(names.path("shortNames")),
                JsonTreeOperations.textsOf(names.path("categories")), VERBS,
                readSubresources(kind, version.path("subresources")), resourceTraits);
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
}
