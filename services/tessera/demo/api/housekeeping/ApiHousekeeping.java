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
 * Keeps house: furnishes new namespaces and clears those that are deleted, counts what quotas have used, and says which
 * API services can be reached. Furnishing is part of the write; all else happens soon after.
 */
public final class ApiHousekeeping implements WriteConsequences, AutoCloseable {

    private static final Set<String> OVER = Set.of("Succeeded", "Failed");

    private final DedupingExecutor<Chore> chores = new DedupingExecutor<>();
    private final NamespaceInitializer furnishing;
    private final Clock clock;

    /** Something to do. */
    private sealed interface Chore {

        record Clear(String namespace) implements Chore {}

        record CountChore(String namespace) implements Chore {}

        record Reach() implements Chore {}
    }

    public ApiHousekeeping(NamespaceInitializer furnishing, Clock clock) {
        this.furnishing = furnishing;
        this.clock = clock;
    }

    /** Does from now on what there is to do; the objects are those that tell this housekeeper of their writes. */
    public void begin(StoredObjects objects) {
        var counting = new QuotaCounter(objects, clock);
        chores.begin("demo-housekeeping", chore -> {
            switch (chore) {
                case Chore.Clear(var namespace) -> new NamespaceCleaner(objects, clock).clear(namespace);
                case Chore.CountChore(var namespace) -> counting.count(namespace);
                case Chore.Reach() -> new ApiServiceProber(objects, clock).reach();
            }
        });
    }

    @Override
    public void written(ResourceType type, ObjectNode object, StoreWriter writer) throws ApiError {
        var namespace = StoreJson.text(object, "metadata", "namespace");
        switch (type.qualified()) {
            case "namespaces" -> {
                var name = StoreJson.text(object, "metadata", "name");
                if (object.path("metadata").hasNonNull("deletionTimestamp")) {
                    chores.add(new Chore.Clear(name));
                } else {
                    furnishing.furnish(name, writer);
                }
            }
            case "resourcequotas" -> chores.add(new Chore.CountChore(namespace));
            case "pods" -> {
                if (OVER.contains(StoreJson.text(object, "status", "phase"))) {
                    chores.add(new Chore.CountChore(namespace));
                }
            }
            case "services", "endpointslices.discovery.k8s.io", "apiservices.apiregistration.k8s.io" ->
                chores.add(new Chore.Reach());
            default -> {}
        }
    }

    @Override
    public void removed(ResourceType type, ObjectNode object, StoreWriter writer) {
        var namespace = StoreJson.text(object, "metadata", "namespace");
        if (!namespace.isEmpty() && !type.qualified().equals("events")) {
            chores.add(new Chore.CountChore(namespace));
            chores.add(new Chore.Clear(namespace));
        }
        if (type.qualified().equals("services")) {
            chores.add(new Chore.Reach());
        }
    }

    /** Waits until everything is done. */
    public void settle() throws InterruptedException {
        chores.settle();
    }

    @Override
    public void close() {
        chores.close();
    }
}
