package tessera.demo.api.housekeeping;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.Set;
import tessera.demo.object.ApiError;
import tessera.demo.store.Json;
import tessera.demo.store.ResourceType;
import tessera.demo.store.Writer;
import tessera.demo.store.objects.Aftermath;
import tessera.demo.store.objects.Objects;

/**
 * Keeps house: furnishes new namespaces and clears those that are deleted, counts what quotas have used, and says which
 * API services can be reached. Furnishing is part of the write; all else happens soon after.
 */
public final class Housekeeping implements Aftermath, AutoCloseable {

    private static final Set<String> OVER = Set.of("Succeeded", "Failed");

    private final Chores<Chore> chores = new Chores<>();
    private final Furnishing furnishing;
    private final Clock clock;

    /** Something to do. */
    private sealed interface Chore {

        record Clear(String namespace) implements Chore {}

        record Count(String namespace) implements Chore {}

        record Reach() implements Chore {}
    }

    public Housekeeping(Furnishing furnishing, Clock clock) {
        this.furnishing = furnishing;
        this.clock = clock;
    }

    /** Does from now on what there is to do; the objects are those that tell this housekeeper of their writes. */
    public void begin(Objects objects) {
        var counting = new Counting(objects, clock);
        chores.begin("demo-housekeeping", chore -> {
            switch (chore) {
                case Chore.Clear(var namespace) -> new Clearing(objects, clock).clear(namespace);
                case Chore.Count(var namespace) -> counting.count(namespace);
                case Chore.Reach() -> new Reaching(objects, clock).reach();
            }
        });
    }

    @Override
    public void written(ResourceType type, ObjectNode object, Writer writer) throws ApiError {
        var namespace = Json.text(object, "metadata", "namespace");
        switch (type.qualified()) {
            case "namespaces" -> {
                var name = Json.text(object, "metadata", "name");
                if (object.path("metadata").hasNonNull("deletionTimestamp")) {
                    chores.add(new Chore.Clear(name));
                } else {
                    furnishing.furnish(name, writer);
                }
            }
            case "resourcequotas" -> chores.add(new Chore.Count(namespace));
            case "pods" -> {
                if (OVER.contains(Json.text(object, "status", "phase"))) {
                    chores.add(new Chore.Count(namespace));
                }
            }
            case "services", "endpointslices.discovery.k8s.io", "apiservices.apiregistration.k8s.io" ->
                chores.add(new Chore.Reach());
            default -> {}
        }
    }

    @Override
    public void removed(ResourceType type, ObjectNode object, Writer writer) {
        var namespace = Json.text(object, "metadata", "namespace");
        if (!namespace.isEmpty() && !type.qualified().equals("events")) {
            chores.add(new Chore.Count(namespace));
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
