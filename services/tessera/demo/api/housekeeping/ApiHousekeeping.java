package tessera.demo.api.housekeeping;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.Set;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.StoreWriter;
import tessera.demo.store.objects.StoredObjects;
import tessera.demo.store.objects.WriteConsequences;

/**
 * The housekeeping of the API server: initializes and clears namespaces, counts quotas, probes API services. Furnishing is part of the write; all else happens soon after.
 */
public final class ApiHousekeeping implements WriteConsequences, AutoCloseable {

    private static final Set<String> OVER = Set.of("Succeeded", "Failed");

    private final DedupingExecutor<Chore> chores = new DedupingExecutor<>();
    private final NamespaceInitializer furnishing;
    private final Clock clock;

    /** A chore of the housekeeping. */
    private sealed interface Chore {

        record ClearNamespaceChore(String namespace) implements Chore {}

        record CountQuotaChore(String namespace) implements Chore {}

        record ProbeServicesChore() implements Chore {}
    }

    public ApiHousekeeping(NamespaceInitializer furnishing, Clock clock) {
        this.furnishing = furnishing;
        this.clock = clock;
    }

    /** Starts the housekeeping for these objects, which must report their writes here. */
    public void startChores(StoredObjects objects) {
        var counting = new QuotaCounter(objects, clock);
        chores.startThread("demo-housekeeping", chore -> {
            switch (chore) {
                case Chore.ClearNamespaceChore(var namespace) ->
                    new NamespaceCleaner(objects, clock).clearNamespace(namespace);
                case Chore.CountQuotaChore(var namespace) -> counting.countQuotas(namespace);
                case Chore.ProbeServicesChore() -> new ApiServiceProber(objects, clock).probeAll();
            }
        });
    }

    @Override
    public void afterWrite(ResourceType type, ObjectNode object, StoreWriter writer) throws ApiError {
        var namespace = StoreJson.textAt(object, "metadata", "namespace");
        switch (type.qualifiedName()) {
            case "namespaces" -> {
                var name = StoreJson.textAt(object, "metadata", "name");
                if (object.path("metadata").hasNonNull("deletionTimestamp")) {
                    chores.add(new Chore.ClearNamespaceChore(name));
                } else {
                    furnishing.initializeNamespace(name, writer);
                }
            }
            case "resourcequotas" -> chores.add(new Chore.CountQuotaChore(namespace));
            case "pods" -> {
                if (OVER.contains(StoreJson.textAt(object, "status", "phase"))) {
                    chores.add(new Chore.CountQuotaChore(namespace));
                }
            }
            case "services", "endpointslices.discovery.k8s.io", "apiservices.apiregistration.k8s.io" ->
                chores.add(new Chore.ProbeServicesChore());
            default -> {}
        }
    }

    @Override
    public void afterRemoval(ResourceType type, ObjectNode object, StoreWriter writer) {
        var namespace = StoreJson.textAt(object, "metadata", "namespace");
        if (!namespace.isEmpty() && !type.qualifiedName().equals("events")) {
            chores.add(new Chore.CountQuotaChore(namespace));
            chores.add(new Chore.ClearNamespaceChore(namespace));
        }
        if (type.qualifiedName().equals("services")) {
            chores.add(new Chore.ProbeServicesChore());
        }
    }

    /** Waits until no chore is left. */
    public void awaitIdle() throws InterruptedException {
        chores.awaitIdle();
    }

    @Override
    public void close() {
        chores.close();
    }
}
