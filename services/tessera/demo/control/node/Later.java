package tessera.demo.control.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.Loop;
import tessera.demo.object.ApiError;

/**
 * When kubelets take steps.
 *
 * @param find a pod by its uid, if it is there and its kubelet runs
 */
record Later(Loop loop, Function<String, @Nullable ObjectNode> find) {

    @FunctionalInterface
    interface Step {
        void take(ObjectNode pod) throws ApiError;
    }

    /** Has a step taken unless the pod has gone or is going meanwhile. */
    void after(Duration delay, String uid, Step step) {
        loop.after(delay, () -> {
            var pod = find.apply(uid);
            if (pod != null && !pod.path("metadata").hasNonNull("deletionTimestamp")) {
                step.take(pod);
            }
        });
    }
}
