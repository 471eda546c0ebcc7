package tessera.logs;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.model.ObjectRef;

/**
 * A request of the user to read logs of some containers of a pod.
 *
 * @param containers names; lines tell by the place in it which they are of
 * @param previous   the run before the current one, which is never followed
 * @param follow     whether to go on when the end is reached
 * @param since      no line from before; null for all
 * @param tail       how many of the last lines of each; negative for all
 */
public record LogReadRequest(ObjectRef pod, List<String> containers, boolean previous, boolean follow,
        @Nullable Instant since, long tail) {

    public LogReadRequest {
        containers = List.copyOf(containers);
    }
}
