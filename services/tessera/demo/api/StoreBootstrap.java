package tessera.demo.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import tessera.demo.api.housekeeping.NamespaceInitializer;
import tessera.demo.object.ApiError;
import tessera.demo.patch.ownership.ManagedFields;
import tessera.demo.store.ObjectStore;
import tessera.demo.store.ResourceCatalog;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.StoreWriter;
import tessera.demo.store.objects.GeneratedNames;
import tessera.demo.store.objects.ObjectTimes;
import tessera.demo.store.objects.ResourceSchemas;

/** Loader of the objects that every cluster starts with: namespaces, roles, priority classes, API services. */
final class StoreBootstrap {

    private static final int CORE_PRIORITY = 18_000;
    private static final int FIRST_PRIORITY = 17_800;

    private final ResourceCatalog catalog;
    private final ResourceSchemas schemas;
    private final Clock clock;
    private final GeneratedNames names;
    private final NamespaceInitializer furnishing;

    StoreBootstrap(ResourceCatalog catalog, ResourceSchemas schemas, Clock clock, GeneratedNames names) {
        this.catalog = catalog;
        this.schemas = schemas;
        this.clock = clock;
        this.names = names;
        this.furnishing = new NamespaceInitializer(catalog, clock, names);
    }

    void fillStore(ObjectStore store) {
        try {
            store.write(writer -> {
                bootstrapObjects().forEach(object -> loadObject(writer, object));
                loadApiServices(writer);
                for (var namespace : List.of("default", "kube-system", "kube-public", "kube-node-lease")) {
                    furnishing.initializeNamespace(namespace, writer);
                }
                return writer;
            });
        } catch (ApiError e) {
            throw new IllegalStateException("the seed is not an object", e);
        }
    }

    private void loadObject(StoreWriter writer, ObjectNode object) {
        var type = catalog.findByKind(StoreJson.textAt(object, "apiVersion"), StoreJson.textAt(object, "kind"));
        if (type == null) {
            throw new IllegalStateException("unknown kind in the seed: " + StoreJson.textAt(object, "kind"));
        }
        var metadata = StoreJson.childObject(object, "metadata");
        metadata.put("uid", names.randomUid()).put("creationTimestamp", ObjectTimes.secondsText(clock.instant()));
        writer.load(type, withManagedFields(type, object));
    }

    /** Adds managed fields; the status belongs to the creating write and is no write of its own. */
    private ObjectNode withManagedFields(ResourceType type, ObjectNode object) {
        var written = object.deepCopy();
        written.remove("status");
        var owned = ManagedFields.afterServerWrite(schemas.schemaOf(type), null, written, clock.instant());
        StoreJson.childObject(object, "metadata").set("managedFields", owned.path("metadata").path("managedFields"));
        return object;
    }

    private void loadApiServices(StoreWriter writer) {
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
        var service = StoreJson.newObject().put("kind", "APIService").put("apiVersion", "apiregistration.k8s.io/v1");
        var metadata = service.putObject("metadata").put("name", version + "." + group);
        metadata.putObject("labels").put("kube-aggregator.kubernetes.io/automanaged", "onstart");
        var spec = service.putObject("spec");
        if (!group.isEmpty()) {
            spec.put("group", group);
        }
        spec.put("version", version).put("groupPriorityMinimum", priority).put("versionPriority", 15);
        service.putObject("status").putArray("conditions").addObject().put("type", "Available").put("status", "True")
                .put("lastTransitionTime", ObjectTimes.secondsText(clock.instant())).put("reason", "Local")
                .put("message", "Local APIServices are always available");
        return service;
    }

    private static List<ObjectNode> bootstrapObjects() {
        try (var in = StoreBootstrap.class.getResourceAsStream("bootstrap.json")) {
            if (in == null) {
                throw new IllegalStateException("bootstrap.json is missing");
            }
            var objects = new java.util.ArrayList<ObjectNode>();
            StoreJson.parseTree(in.readAllBytes()).forEach(object -> objects.add((ObjectNode) object));
            return objects;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
