package tessera.demo.control.housekeeping;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import tessera.demo.control.loop.SimulatedControlLoop;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedDeleteOptions;

/** Expiry of events after one hour. */
public final class SimulatedEventExpiryController {

    private static final Duration FORGET = Duration.ofHours(1);
    private static final Duration ROUND = Duration.ofMinutes(2);

    private final SimulatedControlLoop loop;
    private final SimulatedControllerResourceTypes types;
    private final SimulatedControlPlaneComponent component;

    public SimulatedEventExpiryController(SimulatedControlLoop loop, SimulatedControllerResourceTypes types) {
        this.loop = loop;
        this.types = types;
        component = new SimulatedControlPlaneComponent(loop, types, "kube-controller-manager", "event-expiry");
        loop.runEvery(ROUND, this::deleteExpired);
    }

    private void deleteExpired() throws SimulatedApiException {
        var limit = component.now().minus(FORGET);
        for (var stored : loop.objects().store().list(types.events(), "").objects()) {
            var event = component.find(types.events(), stored.namespace(), stored.name());
            if (event != null && lastSeen(event).isBefore(limit)) {
                component.delete(types.events(), event, SimulatedDeleteOptions.USUAL);
            }
        }
    }

    private Instant lastSeen(ObjectNode event) {
        for (var field : List.of("lastTimestamp", "eventTime")) {
            var text = SimulatedStoreJsonCodec.textAt(event, field);
            if (!text.isEmpty() && !text.equals("null")) {
                return Instant.parse(text);
            }
        }
        var created = SimulatedStoreJsonCodec.textAt(event, "metadata", "creationTimestamp");
        if (created.isEmpty()) {
            return component.now();
        }
        return Instant.parse(created);
    }
}
