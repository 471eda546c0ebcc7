package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;

/** The delay before kubelets restart a container. */
final class SimulatedRestartBackoff {

    static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration FIRST = Duration.ofSeconds(10);
    private static final int DOUBLINGS = 5;

    private SimulatedRestartBackoff() {}

    /** Returns the delay after a container's end, which doubles with each restart in its status. */
    static Duration delayAfter(JsonNode container) {
        var pause = FIRST.multipliedBy(1L << Math.min(container.path("restartCount").asInt(), DOUBLINGS));
        return pause.compareTo(LONGEST) > 0 ? LONGEST : pause;
    }
}
