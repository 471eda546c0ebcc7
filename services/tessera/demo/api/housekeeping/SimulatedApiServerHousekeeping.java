package tessera.demo.api.housekeeping;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.Set;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoreTransaction;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.store.objects.SimulatedWriteSideEffects;

/**
 * The housekeeping of the API server: initializes and clears namespaces, counts quotas, probes API services.
 * Initialization is part of the write; all else happens soon after.
 */
public final class SimulatedApiServerHousekeeping implements SimulatedWriteSideEffects, AutoCloseable {

    private static final Set<String> OVER = Set.of("Succeeded", "Failed");

    private final DeduplicatingTaskQueue<HousekeepingTask> taskQueue = new DeduplicatingTaskQueue<>();
    private final SimulatedNamespaceInitializer namespaceInitializer;
    private final Clock clock;

    /** A task of the housekeeping. */
    private sealed interface HousekeepingTask {

        record NamespaceCleanupTask(String namespace) implements HousekeepingTask {}

        record QuotaCountTask(String namespace) implements HousekeepingTask {}

        record ApiServiceProbeTask() implements HousekeepingTask {}
    }

    public SimulatedApiServerHousekeeping(SimulatedNamespaceInitializer namespaceInitializer, Clock clock) {
        this.namespaceInitializer = namespaceInitializer;
        this.clock = clock;
    }

    /** Starts the housekeeping for these objects, which must report their writes here. */
    public void startChores(SimulatedApiStorage objects) {
        var counting = new SimulatedQuotaCounter(objects, clock);
        taskQueue.startThread("demo-housekeeping", housekeepingTask -> {
            switch (housekeepingTask) {
                case HousekeepingTask.NamespaceCleanupTask(var namespace) ->
                    new SimulatedNamespaceCleaner(objects, clock).clearNamespace(namespace);
                case HousekeepingTask.QuotaCountTask(var namespace) -> counting.countQuotas(namespace);
                case HousekeepingTask.ApiServiceProbeTask() -> new SimulatedApiServiceProber(objects, clock).probeAll();
            }
        });
    }

    @Override
    public void afterWrite(SimulatedResourceType type, ObjectNode object, SimulatedStoreTransaction writer)
            throws SimulatedApiException {
        var namespace = SimulatedStoreJsonCodec.textAt(object, "metadata", "namespace");
        switch (type.qualifiedName()) {
            case "namespaces" -> {
                var name = SimulatedStoreJsonCodec.textAt(object, "metadata", "name");
                if (object.path("metadata").hasNonNull("deletionTimestamp")) {
                    taskQueue.add(new HousekeepingTask.NamespaceCleanupTask(name));
                } else {
                    namespaceInitializer.initializeNamespace(name, writer);
                }
            }
            case "resourcequotas" -> taskQueue.add(new HousekeepingTask.QuotaCountTask(namespace));
            case "pods" -> {
                if (OVER.contains(SimulatedStoreJsonCodec.textAt(object, "status", "phase"))) {
                    taskQueue.add(new HousekeepingTask.QuotaCountTask(namespace));
                }
            }
            case "services", "endpointslices.discovery.k8s.io", "apiservices.apiregistration.k8s.io" ->
                taskQueue.add(new HousekeepingTask.ApiServiceProbeTask());
            default -> {}
        }
    }

    @Override
    public void afterRemoval(SimulatedResourceType type, ObjectNode object, SimulatedStoreTransaction writer) {
        var namespace = SimulatedStoreJsonCodec.textAt(object, "metadata", "namespace");
        if (!namespace.isEmpty() && !type.qualifiedName().equals("events")) {
            taskQueue.add(new HousekeepingTask.QuotaCountTask(namespace));
            taskQueue.add(new HousekeepingTask.NamespaceCleanupTask(namespace));
        }
        if (type.qualifiedName().equals("services")) {
            taskQueue.add(new HousekeepingTask.ApiServiceProbeTask());
        }
    }

    /** Waits until no task is left. */
    public void awaitIdle() throws InterruptedException {
        taskQueue.awaitIdle();
    }

    @Override
    public void close() {
        taskQueue.close();
    }
}
