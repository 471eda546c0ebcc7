package tessera.demo.api.housekeeping;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.stream.Stream;
import tessera.demo.admission.ExactQuantity;
import tessera.demo.admission.quota.QuotaUsage;
import tessera.demo.object.ApiError;
import tessera.demo.patch.schema.KindSchema;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.StoredObject;
import tessera.demo.store.objects.ClusterNeighbours;
import tessera.demo.store.objects.StoredObjects;
import tessera.demo.store.objects.VersionedViews;
import tessera.demo.store.objects.WriteOptions;
import tessera.demo.store.objects.WriteTarget;
import tessera.demo.store.select.ObjectSelection;

/** Counter of the usage of a namespace's quotas. For one thread. */
final class QuotaCounter {

    private static final int SHARED = 1000;

    private final StoredObjects objects;
    private final Clock clock;
    /** What each state of an object uses: namespaces can have thousands of pods, of which one has changed. */
    private final Map<StoredObject, Map<String, ExactQuantity>> known = new WeakHashMap<>();
    private final Map<Map<String, ExactQuantity>, Map<String, ExactQuantity>> shared = new HashMap<>();

    QuotaCounter(StoredObjects objects, Clock clock) {
        this.objects = objects;
        this.clock = clock;
    }

    void countQuotas(String namespace) throws ApiError {
        var type = objects.catalog().get("resourcequotas");
        for (var quota : objects.list(type, ObjectSelection.ofNamespace(namespace))) {
            // Most counts change nothing, and what costs time is best done while others may write.
            if (!StoreJson.areEqual(quotaStatus(quota), quota.path("status"))) {
                objects.runTogether(together -> updateStatus(together, type, quota));
            }
        }
    }

    private ObjectNode updateStatus(StoredObjects together, ResourceType type, ObjectNode seen) throws ApiError {
        var namespace = StoreJson.textAt(seen, "metadata", "namespace");
        var name = StoreJson.textAt(seen, "metadata", "name");
        var quota = together.find(type, namespace, name);
        if (quota != null) {
            var status = quotaStatus(quota);
            if (!StoreJson.areEqual(status, quota.path("status"))) {
                together.edit(new WriteTarget(type, namespace, name, "status"), edited -> edited.set("status", status),
                        WriteOptions.managedBy("kube-controller-manager"));
            }
        }
        return seen;
    }

    private ObjectNode quotaStatus(ObjectNode quota) {
        return QuotaUsage.hasScopes(quota)
                ? QuotaUsage.quotaStatus(quota, new ClusterNeighbours(objects.store(), objects.catalog()),
                        clock.instant())
                : QuotaUsage.quotaStatus(quota,
                        kind -> usagesOf(kind, StoreJson.textAt(quota, "metadata", "namespace")));
    }

    private Stream<Map<String, ExactQuantity>> usagesOf(KindSchema kind, String namespace) {
        return objects.catalog().allResources().stream().filter(type -> type.kind().equals(kind.kind())).limit(1)
                .flatMap(type -> objects.store().list(type, namespace).objects().stream()
                        .map(stored -> usageOf(kind, type, stored)));
    }

    private Map<String, ExactQuantity> usageOf(KindSchema kind, ResourceType type, StoredObject stored) {
        var before = known.get(stored);
        if (before != null) {
            return before;
        }
        var object = VersionedViews.fullView(type, stored);
        var use = QuotaUsage.usageOf(kind, object, clock.instant());
        if (!object.path("metadata").has("deletionTimestamp")) {
            if (shared.size() > SHARED) {
                shared.clear();
            }
            known.put(stored, shared.computeIfAbsent(use, same -> same));
        }
        return use;
    }
}
