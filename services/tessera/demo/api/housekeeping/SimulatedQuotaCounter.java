package tessera.demo.api.housekeeping;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.stream.Stream;
import tessera.demo.admission.quota.SimulatedQuotaUsageCounter;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObject;
import tessera.demo.store.objects.SimulatedAdmissionObjectLookup;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.store.objects.SimulatedApiVersionConverter;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;
import tessera.demo.store.objects.SimulatedWriteOptions;
import tessera.demo.store.select.SimulatedListObjectFilter;
import tessera.kube.quantity.FormatPreservingQuantity;

/** Counter of the usage of a namespace's quotas. For one thread. */
final class SimulatedQuotaCounter {

    private static final int SHARED = 1000;

    private final SimulatedApiStorage objects;
    private final Clock clock;
    /** What each state of an object uses: namespaces can have thousands of pods, of which one has changed. */
    private final Map<SimulatedStoredObject, Map<String, FormatPreservingQuantity>> usageByObject = new WeakHashMap<>();
    private final Map<Map<String, FormatPreservingQuantity>, Map<String, FormatPreservingQuantity>> shared = new HashMap<>();

    SimulatedQuotaCounter(SimulatedApiStorage objects, Clock clock) {
        this.objects = objects;
        this.clock = clock;
    }

    void countQuotas(String namespace) throws SimulatedApiException {
        var type = objects.catalog().get("resourcequotas");
        for (var quota : objects.list(type, SimulatedListObjectFilter.ofNamespace(namespace))) {
            // Most counts change nothing, and what costs time is best done while others may write.
            if (!SimulatedStoreJsonCodec.areEqual(quotaStatus(quota), quota.path("status"))) {
                objects.runTogether(together -> updateStatus(together, type, quota));
            }
        }
    }

    private ObjectNode updateStatus(SimulatedApiStorage together, SimulatedResourceType type, ObjectNode seen)
            throws SimulatedApiException {
        var namespace = SimulatedStoreJsonCodec.textAt(seen, "metadata", "namespace");
        var name = SimulatedStoreJsonCodec.textAt(seen, "metadata", "name");
        var quota = together.find(type, namespace, name);
        if (quota != null) {
            var status = quotaStatus(quota);
            if (!SimulatedStoreJsonCodec.areEqual(status, quota.path("status"))) {
                together.edit(new SimulatedObjectWriteTarget(type, namespace, name, "status"),
                        edited -> edited.set("status", status),
                        SimulatedWriteOptions.managedBy("kube-controller-manager"));
            }
        }
        return seen;
    }

    private ObjectNode quotaStatus(ObjectNode quota) {
        return SimulatedQuotaUsageCounter.hasScopes(quota)
                ? SimulatedQuotaUsageCounter.quotaStatus(quota,
                        new SimulatedAdmissionObjectLookup(objects.store(), objects.catalog()),
                        clock.instant())
                : SimulatedQuotaUsageCounter.quotaStatus(quota,
                        kind -> usagesOf(kind, SimulatedStoreJsonCodec.textAt(quota, "metadata", "namespace")));
    }

    private Stream<Map<String, FormatPreservingQuantity>> usagesOf(SimulatedKindSchema kind, String namespace) {
        return objects.catalog().allResources().stream().filter(type -> type.kind().equals(kind.kind())).limit(1)
                .flatMap(type -> objects.store().list(type, namespace).objects().stream()
                        .map(stored -> usageOf(kind, type, stored)));
    }

    private Map<String, FormatPreservingQuantity> usageOf(SimulatedKindSchema kind, SimulatedResourceType type,
            SimulatedStoredObject stored) {
        var before = usageByObject.get(stored);
        if (before != null) {
            return before;
        }
        var object = SimulatedApiVersionConverter.fullView(type, stored);
        var use = SimulatedQuotaUsageCounter.usageOf(kind, object, clock.instant());
        if (!object.path("metadata").has("deletionTimestamp")) {
            if (shared.size() > SHARED) {
                shared.clear();
            }
            usageByObject.put(stored, shared.computeIfAbsent(use, same -> same));
        }
        return use;
    }
}
