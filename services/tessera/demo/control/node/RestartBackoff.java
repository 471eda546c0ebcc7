package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;

/** How long kubelets wait before they start a container once more. */
final class RestartBackoff {

    static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration FIRST = Duration.ofSeconds(10);
    private static final int DOUBLINGS = 5;

    private RestartBackoff() {}

    /** The pause after a container has ended, by its status: twice as long each time. */
    static Duration after(JsonNode container) {
        var pause = FIRST.multipliedBy(1L << Math.min(container.path("restartCount").asInt(), DOUBLINGS));
        return pause.compareTo(LONGEST) > 0 ? LONGEST : pause;
    }
}
