package tessera.demo.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.demo.admission.SimulatedObjectPatch;
import tessera.demo.admission.SimulatedObjectPatch.PatchKind;
import tessera.demo.admission.SimulatedQuotaUsageCounter;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.demo.store.SimulatedEtcdStore.SimulatedStoreTransaction;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObject;
import tessera.demo.store.objects.SimulatedAdmissionObjectLookup;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.store.objects.SimulatedDeleteOptions;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;
import tessera.demo.store.objects.SimulatedWriteOptions;
import tessera.demo.store.objects.SimulatedWriteSideEffects;
import tessera.demo.store.select.SimulatedListObjectFilter;
import tessera.kube.quantity.FormatPreservingQuantity;

/**
 * The housekeeping of the API server: initializes and clears namespaces, and counts quotas.
 * Initialization is part of the write; all else happens soon after.
 */
final class SimulatedApiServerHousekeeping implements SimulatedWriteSideEffects, AutoCloseable {

    private static final Set<String> OVER = Set.of("Succeeded", "Failed");

    private static final System.Logger LOG = System.getLogger(SimulatedApiServerHousekeeping.class.getName());

    private final ExecutorService executor = Executors
            .newSingleThreadExecutor(Thread.ofVirtual().name("demo-housekeeping").factory());
    /** Tasks that wait, each once however often it was asked for. */
    private final Set<HousekeepingTask> waiting = ConcurrentHashMap.newKeySet();
    private final SimulatedStoreBootstrap bootstrap;
    private final Clock clock;
    private volatile HousekeepingTaskHandler handler = _ -> {};

    /** A task of the housekeeping, which concerns a namespace. */
    private record HousekeepingTask(HousekeepingChore chore, String namespace) {}

    private enum HousekeepingChore {
        NAMESPACE_CLEANUP,
        QUOTA_COUNT
    }

    /** The performer of tasks. */
    @FunctionalInterface
    private interface HousekeepingTaskHandler {
        void perform(HousekeepingTask task) throws SimulatedApiException;
    }

    SimulatedApiServerHousekeeping(SimulatedStoreBootstrap bootstrap, Clock clock) {
        this.bootstrap = bootstrap;
        this.clock = clock;
    }

    /** Starts the housekeeping for these objects, which must report their writes here. */
    void startChores(SimulatedApiStorage objects) {
        var quotaCounter = new SimulatedQuotaCounter(objects, clock);
        handler = task -> {
            switch (task.chore()) {
                case NAMESPACE_CLEANUP ->
                    new SimulatedNamespaceCleaner(objects, clock).clearNamespace(task.namespace());
                case QUOTA_COUNT -> quotaCounter.countQuotas(task.namespace());
            }
        };
    }

    private void schedule(HousekeepingChore chore, String namespace) {
        var task = new HousekeepingTask(chore, namespace);
        if (waiting.add(task)) {
            try {
                executor.execute(() -> perform(task));
            } catch (RejectedExecutionException e) {
                // the server is being closed
            }
        }
    }

    private void perform(HousekeepingTask task) {
        waiting.remove(task);
        try {
            if (!executor.isShutdown()) {
                handler.perform(task);
            }
        } catch (SimulatedApiException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "left undone: " + task, e);
        }
    }

    @Override
    public void afterWrite(SimulatedResourceType type, ObjectNode object, SimulatedStoreTransaction writer)
            throws SimulatedApiException {
        var namespace = SimulatedMetadata.namespaceOf(object);
        switch (type.qualifiedName()) {
            case "namespaces" -> {
                var name = SimulatedMetadata.nameOf(object);
                if (SimulatedMetadata.isDeleting(object)) {
                    schedule(HousekeepingChore.NAMESPACE_CLEANUP, name);
                } else {
                    bootstrap.initializeNamespace(name, writer);
                }
            }
            case "resourcequotas" -> schedule(HousekeepingChore.QUOTA_COUNT, namespace);
            case "pods" -> {
                if (OVER.contains(SimulatedStoreJsonCodec.textAt(object, "status", "phase"))) {
                    schedule(HousekeepingChore.QUOTA_COUNT, namespace);
                }
            }
            default -> {}
        }
    }

    @Override
    public void afterRemoval(SimulatedResourceType type, ObjectNode object, SimulatedStoreTransaction writer) {
        var namespace = SimulatedMetadata.namespaceOf(object);
        if (!namespace.isEmpty() && !type.qualifiedName().equals("events")) {
            schedule(HousekeepingChore.QUOTA_COUNT, namespace);
            schedule(HousekeepingChore.NAMESPACE_CLEANUP, namespace);
        }
    }

    void awaitIdle() throws InterruptedException {
        try {
            do {
                var reached = new CountDownLatch(1);
                executor.execute(reached::countDown);
                reached.await();
            } while (!waiting.isEmpty());
        } catch (RejectedExecutionException e) {
            // closed: nothing will be done any more
        }
    }

    @Override
    public void close() {
        executor.shutdown();
    }

    /** Controller that deletes the content of terminating namespaces, reports what is left, and releases them when empty. */
    private static final class SimulatedNamespaceCleaner {

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
            if (namespace == null || !SimulatedMetadata.isDeleting(namespace)) {
                return;
            }
            var seen = new HashSet<String>();
            for (var resource : objects.catalog().allResources()) {
                if (resource.namespaced() && resource.allowsVerb("delete") && seen.add(resource.tableKey())) {
                    deleteObjects(resource, name);
                }
            }
            var target = SimulatedObjectWriteTarget.of(type, "", name);
            var status = SimulatedStoreJsonCodec.newObject();
            putConditions(status.putObject("status"));
            objects.patch(target.withSubresource("status"), SimulatedObjectPatch.of(PatchKind.STRATEGIC, status),
                    MANAGER, () -> {});
            if (left.isEmpty()) {
                var free = objects.get(target);
                SimulatedStoreJsonCodec.childObject(free, "spec").remove("finalizers");
                objects.overwriteOrRemove(target, free);
            }
        }

        private void deleteObjects(SimulatedResourceType resource, String namespace) throws SimulatedApiException {
            for (var object : objects.list(resource, SimulatedListObjectFilter.ofNamespace(namespace))) {
                var target = SimulatedObjectWriteTarget.of(resource, namespace, SimulatedMetadata.nameOf(object));
                var deletion = objects.delete(target, SimulatedDeleteOptions.USUAL);
                if (!deletion.isRemoved()) {
                    left.merge(resource.plural() + "." + resource.group(), 1, Integer::sum);
                    object.path("metadata").path("finalizers")
                            .forEach(finalizer -> finalizers.merge(finalizer.asText(), 1, Integer::sum));
                }
            }
        }

        private void putConditions(ObjectNode status) {
            addCondition(status, "NamespaceDeletionDiscoveryFailure", false, "ResourcesDiscovered",
                    "All resources successfully discovered");
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
            SimulatedOwnerStatusWriter.setCondition(status, type, holds, reason, clock.instant()).put("message",
                    message);
        }

        private static String countsText(Map<String, Integer> counts, String format) {
            return counts.entrySet().stream().map(entry -> entry.getKey() + format.formatted(entry.getValue()))
                    .collect(Collectors.joining(", "));
        }
    }

    /** Counter of the usage of a namespace's quotas. For one thread. */
    private static final class SimulatedQuotaCounter {

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
            var namespace = SimulatedMetadata.namespaceOf(seen);
            var name = SimulatedMetadata.nameOf(seen);
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
            if (SimulatedQuotaUsageCounter.hasScopes(quota)) {
                return SimulatedQuotaUsageCounter.quotaStatus(quota,
                        new SimulatedAdmissionObjectLookup(objects.store(), objects.catalog()), clock.instant());
            }
            return SimulatedQuotaUsageCounter.quotaStatus(quota,
                    kind -> usagesOf(kind, SimulatedMetadata.namespaceOf(quota)));
        }

        private Stream<Map<String, FormatPreservingQuantity>> usagesOf(SimulatedKindSchema kind, String namespace) {
            return objects.catalog().allResources().stream().filter(type -> type.kind().equals(kind.kind())).limit(1)
                    .flatMap(type -> usagesOfType(type, namespace, kind));
        }

        private Stream<Map<String, FormatPreservingQuantity>> usagesOfType(SimulatedResourceType type, String namespace,
                SimulatedKindSchema kind) {
            return objects.store().list(type, namespace).objects().stream().map(stored -> usageOf(kind, type, stored));
        }

        private Map<String, FormatPreservingQuantity> usageOf(SimulatedKindSchema kind, SimulatedResourceType type,
                SimulatedStoredObject stored) {
            var before = usageByObject.get(stored);
            if (before != null) {
                return before;
            }
            var object = type.fullView(stored);
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
}
