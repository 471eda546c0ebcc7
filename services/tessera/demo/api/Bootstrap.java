package tessera.demo.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import tessera.demo.api.housekeeping.Furnishing;
import tessera.demo.object.ApiError;
import tessera.demo.patch.ownership.ManagedFields;
import tessera.demo.store.Catalog;
import tessera.demo.store.Json;
import tessera.demo.store.ResourceType;
import tessera.demo.store.Store;
import tessera.demo.store.Writer;
import tessera.demo.store.objects.Names;
import tessera.demo.store.objects.Schemas;
import tessera.demo.store.objects.Times;

/** Puts into an empty store what every cluster is born with: namespaces, roles, priorities, its own API services. */
final class Bootstrap {

    private static final int CORE_PRIORITY = 18_000;
    private static final int FIRST_PRIORITY = 17_800;

    private final Catalog catalog;
    private final Schemas schemas;
    private final Clock clock;
    private final Names names;
    private final Furnishing furnishing;

    Bootstrap(Catalog catalog, Schemas schemas, Clock clock, Names names) {
        this.catalog = catalog;
        this.schemas = schemas;
        this.clock = clock;
        this.names = names;
        this.furnishing = new Furnishing(catalog, clock, names);
    }

    void fill(Store store) {
        try {
            store.write(writer -> {
                objects().forEach(object -> load(writer, object));
                apiServices(writer);
                for (var namespace : List.of("default", "kube-system", "kube-public", "kube-node-lease")) {
                    furnishing.furnish(namespace, writer);
                }
                return writer;
            });
        } catch (ApiError e) {
            throw new IllegalStateException("the seed is not an object", e);
        }
    }

    private void load(Writer writer, ObjectNode object) {
        var type = catalog.ofKind(Json.text(object, "apiVersion"), Json.text(object, "kind"));
        if (type == null) {
            throw new IllegalStateException("unknown kind in the seed: " + Json.text(object, "kind"));
        }
        var metadata = Json.child(object, "metadata");
        metadata.put("uid", names.uid()).put("creationTimestamp", Times.seconds(clock.instant()));
        writer.load(type, owned(type, object));
    }

    /** The status was told while the object was made, which is no write of its own. */
    private ObjectNode owned(ResourceType type, ObjectNode object) {
        var written = object.deepCopy();
        written.remove("status");
        var owned = ManagedFields.afterServer(schemas.of(type), null, written, clock.instant());
        Json.child(object, "metadata").set("managedFields", owned.path("metadata").path("managedFields"));
        return object;
    }

    private void apiServices(Writer writer) {
        var known = new LinkedHashSet<String>();
        int priority = FIRST_PRIORITY;
        for (var type : catalog.all()) {
            if (type.group().equals("apiregistration.k8s.io") || !known.add(type.version() + "." + type.group())) {
                continue;
            }
            if (type.group().isEmpty()) {
                load(writer, apiService(type.group(), type.version(), CORE_PRIORITY));
            } else {
                load(writer, apiService(type.group(), type.version(), priority));
                priority -= 100;
            }
        }
    }

    private ObjectNode apiService(String group, String version, int priority) {
        var service = Json.object().put("kind", "APIService").put("apiVersion", "apiregistration.k8s.io/v1");
        var metadata = service.putObject("metadata").put("name", version + "." + group);
        metadata.putObject("labels").put("kube-aggregator.kubernetes.io/automanaged", "onstart");
        var spec = service.putObject("spec");
        if (!group.isEmpty()) {
            spec.put("group", group);
        }
        spec.put("version", version).put("groupPriorityMinimum", priority).put("versionPriority", 15);
        service.putObject("status").putArray("conditions").addObject().put("type", "Available").put("status", "True")
                .put("lastTransitionTime", Times.seconds(clock.instant())).put("reason", "Local")
                .put("message", "Local APIServices are always available");
        return service;
    }

    private static List<ObjectNode> objects() {
        try (var in = Bootstrap.class.getResourceAsStream("bootstrap.json")) {
            if (in == null) {
                throw new IllegalStateException("bootstrap.json is missing");
            }
            var objects = new java.util.ArrayList<ObjectNode>();
            Json.parse(in.readAllBytes()).forEach(object -> objects.add((ObjectNode) object));
            return objects;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
