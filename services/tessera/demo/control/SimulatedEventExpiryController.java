package tessera.demo.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import tessera.demo.object.SimulatedApiException;

/** Expiry of events after one hour. */
public final class SimulatedEventExpiryController extends SimulatedController {

    private static final Duration FORGET = Duration.ofHours(1);
    private static final Duration ROUND = Duration.ofMinutes(2);

    public SimulatedEventExpiryController(SimulatedControllerContext context) {
        super(context, "kube-controller-manager", "event-expiry");
        loop.runEvery(ROUND, this::deleteExpired);
    }

    private void deleteExpired() throws SimulatedApiException {
        var limit = component.now().minus(FORGET);
        for (var stored : loop.objects().store().list(types.events(), "").objects()) {
            var event = component.find(types.events(), stored.namespace(), stored.name());
            if (event != null && lastSeen(event).isBefore(limit)) {
                component.delete(types.events(), event);
            }
        }
    }

    private Instant lastSeen(ObjectNode event) {
        var told = event.path("lastTimestamp").asText(event.path("eventTime").asText(""));
        var seen = told.isEmpty() ? event.path("metadata").path("creationTimestamp").asText("") : told;
        return seen.isEmpty() ? component.now() : Instant.parse(seen);
    }
}
