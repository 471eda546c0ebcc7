package tessera.demo.control.upkeep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import tessera.demo.control.loop.Component;
import tessera.demo.control.loop.Kinds;
import tessera.demo.control.loop.Loop;
import tessera.demo.object.ApiError;
import tessera.demo.store.Json;
import tessera.demo.store.objects.DeleteOptions;

/** Forgets events that are an hour old. */
public final class Expiry {

    private static final Duration FORGET = Duration.ofHours(1);
    private static final Duration ROUND = Duration.ofMinutes(2);

    private final Loop loop;
    private final Kinds kinds;
    private final Component component;

    public Expiry(Loop loop, Kinds kinds) {
        this.loop = loop;
        this.kinds = kinds;
        component = new Component(loop, kinds, "kube-controller-manager", "event-expiry");
        loop.every(ROUND, this::forget);
    }

    private void forget() throws ApiError {
        var limit = component.now().minus(FORGET);
        for (var stored : loop.objects().store().list(kinds.events(), "").objects()) {
            var event = component.find(kinds.events(), stored.namespace(), stored.name());
            if (event != null && lastSeen(event).isBefore(limit)) {
                component.delete(kinds.events(), event, DeleteOptions.USUAL);
            }
        }
    }

    private Instant lastSeen(ObjectNode event) {
        for (var field : List.of("lastTimestamp", "eventTime")) {
            var text = Json.text(event, field);
            if (!text.isEmpty() && !text.equals("null")) {
                return Instant.parse(text);
            }
        }
        var created = Json.text(event, "metadata", "creationTimestamp");
        return created.isEmpty() ? component.now() : Instant.parse(created);
    }
}
