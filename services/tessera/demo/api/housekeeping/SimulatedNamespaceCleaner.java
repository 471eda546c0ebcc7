package tessera.demo.api.housekeeping;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.HashSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.store.objects.SimulatedDeleteOptions;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;
import tessera.demo.store.objects.SimulatedReceivedPatch;
import tessera.demo.store.objects.SimulatedTimestampFormat;
import tessera.demo.store.objects.SimulatedWriteOptions;
import tessera.demo.store.select.SimulatedListObjectFilter;

/** Controller that deletes the content of terminating namespaces, reports what is left, and releases them when empty. */
final class SimulatedNamespaceCleaner {

    private static final SimulatedWriteOptions MANAGER = SimulatedWriteOptions.managedBy("kube-controller-manager");

    private final SimulatedApiStorage objects;
    private final Clock clock;
    private final Map<String, Integer> left = new TreeMap<>();
    private final Map<String, Integer> finalizers = new TreeMap<>();

    SimulatedNamespaceCleaner(SimulatedApiStorage objects, Clock clock) {
        this.objects = objects;
        this.clock = clock;
    }

    void clearNamespace(String name) throws SimulatedApiException {
        var type = objects.catalog().get("namespaces");
        var namespace = objects.find(type, "", name);
        if (namespace == null || !namespace.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
        var seen = new HashSet<String>();
        for (var resource : objects.catalog().allResources()) {
            if (resource.namespaced() && resource.allowsVerb("delete") && seen.add(resource.tableKey())) {
                deleteObjects(resource, name);
            }
        }
        var unreachable = SimulatedApiServiceProber.discoveryFailureText(objects);
        var target = SimulatedObjectWriteTarget.of(type, "", name);
        var status = SimulatedStoreJsonCodec.newObject();
        putConditions(status.putObject("status"), unreachable);
        objects.patch(target.withSubresource("status"),
                new SimulatedReceivedPatch(SimulatedReceivedPatch.PatchKind.STRATEGIC, status, false),
                MANAGER,
                () -> {});
        if (left.isEmpty() && unreachable.isEmpty()) {
            var free = objects.get(target);
            SimulatedStoreJsonCodec.childObject(free, "spec").remove("finalizers");
            objects.overwriteOrRemove(target, free);
        }
    }

    private void deleteObjects(SimulatedResourceType resource, String namespace) throws SimulatedApiException {
        for (var object : objects.list(resource, SimulatedListObjectFilter.ofNamespace(namespace))) {
            var target = SimulatedObjectWriteTarget.of(resource, namespace,
                    SimulatedStoreJsonCodec.textAt(object, "metadata", "name"));
            var deletion = objects.delete(target, SimulatedDeleteOptions.USUAL);
            if (!deletion.isRemoved()) {
                left.merge(resource.plural() + "." + resource.group(), 1, Integer::sum);
                object.path("metadata").path("finalizers")
                        .forEach(finalizer -> finalizers.merge(finalizer.asText(), 1, Integer::sum));
            }
        }
    }

    private void putConditions(ObjectNode status, String unreachable) {
        addCondition(status, "NamespaceDeletionDiscoveryFailure", !unreachable.isEmpty(),
                unreachable.isEmpty() ? "ResourcesDiscovered" : "DiscoveryFailed",
                unreachable.isEmpty() ? "All resources successfully discovered" : unreachable);
        addCondition(status, "NamespaceDeletionGroupVersionParsingFailure", false, "ParsedGroupVersions",
                "All legacy kube types successfully parsed");
        addCondition(status, "NamespaceDeletionContentFailure", false, "ContentDeleted",
                "All content successfully deleted, may be waiting on finalization");
        addCondition(status, "NamespaceContentRemaining", !left.isEmpty(),
                left.isEmpty() ? "ContentRemoved" : "SomeResourcesRemain",
                left.isEmpty() ? "All content successfully removed"
                        : "Some resources are remaining: " + countsText(left, " has %d resource instances"));
        addCondition(status, "NamespaceFinalizersRemaining", !finalizers.isEmpty(),
                finalizers.isEmpty() ? "ContentHasNoFinalizers" : "SomeFinalizersRemain",
                finalizers.isEmpty() ? "All content-preserving finalizers finished"
                        : "Some content in the namespace has finalizers remaining: "
                                + countsText(finalizers, " in %d resource instances"));
    }

    private void addCondition(ObjectNode status, String type, boolean holds, String reason, String message) {
        status.withArray("conditions").addObject().put("type", type).put("status", holds ? "True" : "False")
                .put("lastTransitionTime", SimulatedTimestampFormat.secondsText(clock.instant())).put("reason", reason)
                .put("message", message);
    }

    private static String countsText(Map<String, Integer> counts, String format) {
        return counts.entrySet().stream().map(entry -> entry.getKey() + format.formatted(entry.getValue()))
                .collect(Collectors.joining(", "));
    }
}
