package tessera.demo.api.housekeeping;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.HashSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.DeleteOptions;
import tessera.demo.store.objects.ObjectTimes;
import tessera.demo.store.objects.RawPatch;
import tessera.demo.store.objects.StoredObjects;
import tessera.demo.store.objects.WriteOptions;
import tessera.demo.store.objects.WriteTarget;
import tessera.demo.store.select.ObjectSelection;

/** Deletes what is in a namespace that is being deleted, says what is left, and lets it go once nothing is. */
final class NamespaceCleaner {

    private static final WriteOptions MANAGER = WriteOptions.by("kube-controller-manager");

    private final StoredObjects objects;
    private final Clock clock;
    private final Map<String, Integer> left = new TreeMap<>();
    private final Map<String, Integer> finalizers = new TreeMap<>();

    NamespaceCleaner(StoredObjects objects, Clock clock) {
        this.objects = objects;
        this.clock = clock;
    }

    void clear(String name) throws ApiError {
        var type = objects.catalog().get("namespaces");
        var namespace = objects.find(type, "", name);
        if (namespace == null || !namespace.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
        var seen = new HashSet<String>();
        for (var resource : objects.catalog().all()) {
            if (resource.namespaced() && resource.allows("delete") && seen.add(resource.shelf())) {
                clear(resource, name);
            }
        }
        var unreachable = ApiServiceProber.unavailable(objects);
        var target = WriteTarget.of(type, "", name);
        var status = StoreJson.object();
        conditions(status.putObject("status"), unreachable);
        objects.patch(target.part("status"), new RawPatch(RawPatch.PatchKind.STRATEGIC, status, false), MANAGER,
                () -> {});
        if (left.isEmpty() && unreachable.isEmpty()) {
            var free = objects.get(target);
            StoreJson.child(free, "spec").remove("finalizers");
            objects.release(target, free);
        }
    }

    private void clear(ResourceType resource, String namespace) throws ApiError {
        for (var object : objects.list(resource, ObjectSelection.all(namespace))) {
            var target = WriteTarget.of(resource, namespace, StoreJson.text(object, "metadata", "name"));
            var deletion = objects.delete(target, DeleteOptions.USUAL);
            if (!deletion.gone()) {
                left.merge(resource.plural() + "." + resource.group(), 1, Integer::sum);
                object.path("metadata").path("finalizers")
                        .forEach(finalizer -> finalizers.merge(finalizer.asText(), 1, Integer::sum));
            }
        }
    }

    private void conditions(ObjectNode status, String unreachable) {
        condition(status, "NamespaceDeletionDiscoveryFailure", !unreachable.isEmpty(),
                unreachable.isEmpty() ? "ResourcesDiscovered" : "DiscoveryFailed",
                unreachable.isEmpty() ? "All resources successfully discovered" : unreachable);
        condition(status, "NamespaceDeletionGroupVersionParsingFailure", false, "ParsedGroupVersions",
                "All legacy kube types successfully parsed");
        condition(status, "NamespaceDeletionContentFailure", false, "ContentDeleted",
                "All content successfully deleted, may be waiting on finalization");
        condition(status, "NamespaceContentRemaining", !left.isEmpty(),
                left.isEmpty() ? "ContentRemoved" : "SomeResourcesRemain",
                left.isEmpty() ? "All content successfully removed"
                        : "Some resources are remaining: " + list(left, " has %d resource instances"));
        condition(status, "NamespaceFinalizersRemaining", !finalizers.isEmpty(),
                finalizers.isEmpty() ? "ContentHasNoFinalizers" : "SomeFinalizersRemain",
                finalizers.isEmpty() ? "All content-preserving finalizers finished"
                        : "Some content in the namespace has finalizers remaining: "
                                + list(finalizers, " in %d resource instances"));
    }

    private void condition(ObjectNode status, String type, boolean holds, String reason, String message) {
        status.withArray("conditions").addObject().put("type", type).put("status", holds ? "True" : "False")
                .put("lastTransitionTime", ObjectTimes.seconds(clock.instant())).put("reason", reason)
                .put("message", message);
    }

    private static String list(Map<String, Integer> counts, String format) {
        return counts.entrySet().stream().map(entry -> entry.getKey() + format.formatted(entry.getValue()))
                .collect(Collectors.joining(", "));
    }
}
