package tessera.demo.control.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.SimulatedControlLoop;
import tessera.demo.object.SimulatedApiException;

/**
 * The delayed steps of kubelets.
 *
 * @param find a pod by its uid, if it is there and its kubelet runs
 */
record SimulatedKubeletStepScheduler(SimulatedControlLoop loop, Function<String, @Nullable ObjectNode> find) {

    @FunctionalInterface
    interface DelayedStep {
        void perform(ObjectNode pod) throws SimulatedApiException;
    }

    /** Runs a step after a delay unless the pod is gone or terminating by then. */
    void runAfter(Duration delay, String uid, DelayedStep step) {
        loop.runAfter(delay, () -> {
            var pod = find.apply(uid);
            if (pod != null && !pod.path("metadata").hasNonNull("deletionTimestamp")) {
                step.perform(pod);
            }
        });
    }
}
