package tessera.demo.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.patch.ownership.SimulatedNonApplyManagedFieldsUpdater;
import tessera.demo.store.SimulatedEtcdStore;
import tessera.demo.store.SimulatedEtcdStore.SimulatedStoreTransaction;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedServedResourceCatalog;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedNameAndUidGenerator;
import tessera.demo.store.objects.SimulatedResourceFieldSchemas;

/** Loader of the objects that every cluster starts with: namespaces, roles, priority classes, API services. */
record SimulatedStoreBootstrap(SimulatedServedResourceCatalog catalog, SimulatedResourceFieldSchemas schemas,
        Clock clock, SimulatedNameAndUidGenerator names) {

    private static final String ABOUT = "kubernetes.io/description";
    private static final int CORE_PRIORITY = 18_000;
    private static final int FIRST_PRIORITY = 17_800;

    void fillStore(SimulatedEtcdStore store) {
        try {
            store.write(writer -> {
                for (var object : bootstrapObjects()) {
                    loadObject(writer, object);
                }
                loadApiServices(writer);
                for (var namespace : List.of("default", "kube-system", "kube-public", "kube-node-lease")) {
                    initializeNamespace(namespace, writer);
                }
                return writer;
            });
        } catch (SimulatedApiException e) {
            throw new IllegalStateException("the seed is not an object", e);
        }
    }

    private void loadObject(SimulatedStoreTransaction writer, ObjectNode object) {
        var type = catalog.typeOf(object);
        var metadata = SimulatedStoreJsonCodec.childObject(object, "metadata");
        metadata.put("uid", names.randomUid()).put("creationTimestamp",
                SimulatedTimestampFormat.secondsText(clock.instant()));
        writer.load(type, withManagedFields(type, object));
    }

    /** Adds managed fields; the status belongs to the creating write and is no write of its own. */
    private ObjectNode withManagedFields(SimulatedResourceType type, ObjectNode object) {
        var written = object.deepCopy();
        written.remove("status");
        var owned = SimulatedNonApplyManagedFieldsUpdater.afterServerWrite(schemas.schemaOf(type), null, written,
                clock.instant());
        SimulatedStoreJsonCodec.childObject(object, "metadata").set("managedFields",
                owned.path("metadata").path("managedFields"));
        return object;
    }

    private void loadApiServices(SimulatedStoreTransaction writer) {
        var known = new LinkedHashSet<String>();
        int priority = FIRST_PRIORITY;
        for (var type : catalog.allResources()) {
            if (type.group().equals("apiregistration.k8s.io") || !known.add(type.version() + "." + type.group())) {
                continue;
            }
            if (type.group().isEmpty()) {
                loadObject(writer, apiService(type.group(), type.version(), CORE_PRIORITY));
            } else {
                loadObject(writer, apiService(type.group(), type.version(), priority));
                priority -= 100;
            }
        }
    }

    private ObjectNode apiService(String group, String version, int priority) {
        var service = SimulatedMetadata.newObject("apiregistration.k8s.io/v1", "APIService", "", version + "." + group);
        SimulatedMetadata.labelsOf(service).put("kube-aggregator.kubernetes.io/automanaged", "onstart");
        var spec = service.putObject("spec");
        if (!group.isEmpty()) {
            spec.put("group", group);
        }
        spec.put("version", version).put("groupPriorityMinimum", priority).put("versionPriority", 15);
        SimulatedOwnerStatusWriter
                .setCondition(service.putObject("status"), "Available", true, "Local", clock.instant())
                .put("message", "Local APIServices are always available");
        return service;
    }

    private static List<ObjectNode> bootstrapObjects() {
        return SimulatedStoreJsonCodec.readResourceTree(SimulatedStoreBootstrap.class, "bootstrap.json").valueStream()
                .map(ObjectNode.class::cast).toList();
    }

    /** Adds what pods rely on in a namespace: a service account, and the cluster's certificate. */
    void initializeNamespace(String namespace, SimulatedStoreTransaction writer) {
        addIfMissing(catalog.get("serviceaccounts"), newObject(namespace, "default"), writer);
        var certificate = newObject(namespace, "kube-root-ca.crt");
        SimulatedMetadata.annotationsOf(certificate).put(ABOUT, "Lets pods verify the API server they talk to.");
        certificate.putObject("data").put("ca.crt", "");
        addIfMissing(catalog.get("configmaps"), certificate, writer);
    }

    private static void addIfMissing(SimulatedResourceType type, ObjectNode object, SimulatedStoreTransaction writer) {
        var metadata = object.path("metadata");
        if (writer.get(type, SimulatedStoreJsonCodec.textAt(metadata, "namespace"),
                SimulatedStoreJsonCodec.textAt(metadata, "name")) == null) {
            writer.put(type, object, null);
        }
    }

    private ObjectNode newObject(String namespace, String name) {
        var object = SimulatedStoreJsonCodec.newObject();
        object.putObject("metadata").put("name", name).put("namespace", namespace).put("uid", names.randomUid())
                .put("creationTimestamp", SimulatedTimestampFormat.secondsText(clock.instant()));
        return object;
    }
}
