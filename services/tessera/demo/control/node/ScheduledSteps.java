package tessera.demo.control.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.object.ApiError;

/**
 * When kubelets take steps.
 *
 * @param find a pod by its uid, if it is there and its kubelet runs
 */
record ScheduledSteps(ControlLoop loop, Function<String, @Nullable ObjectNode> find) {

    @FunctionalInterface
    interface LaterStep {
        void take(ObjectNode pod) throws ApiError;
    }

    /** Has a step taken unless the pod has gone or is going meanwhile. */
    void after(Duration delay, String uid, LaterStep step) {
        loop.after(delay, () -> {
            var pod = find.apply(uid);
            if (pod != null && !pod.path("metadata").hasNonNull("deletionTimestamp")) {
                step.take(pod);
            }
        });
    }
}
