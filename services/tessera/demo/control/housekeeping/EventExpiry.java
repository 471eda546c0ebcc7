package tessera.demo.control.housekeeping;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.DeleteOptions;

/** Expiry of events after one hour. */
public final class EventExpiry {

    private static final Duration FORGET = Duration.ofHours(1);
    private static final Duration ROUND = Duration.ofMinutes(2);

    private final ControlLoop loop;
    private final ControllerKinds kinds;
    private final ControlComponent component;

    public EventExpiry(ControlLoop loop, ControllerKinds kinds) {
        this.loop = loop;
        this.kinds = kinds;
        component = new ControlComponent(loop, kinds, "kube-controller-manager", "event-expiry");
        loop.runEvery(ROUND, this::deleteExpired);
    }

    private void deleteExpired() throws ApiError {
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
            var text = StoreJson.textAt(event, field);
            if (!text.isEmpty() && !text.equals("null")) {
                return Instant.parse(text);
            }
        }
        var created = StoreJson.textAt(event, "metadata", "creationTimestamp");
        return created.isEmpty() ? component.now() : Instant.parse(created);
    }
}
