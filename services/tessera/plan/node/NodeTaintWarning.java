package tessera.plan.node;

import java.util.Optional;
import tessera.text.Reason;

/** Warnings before taints of nodes change. */
sealed interface NodeTaintWarning extends Reason {

    record NoExecutePodLoss(int pods) implements NodeTaintWarning {}

    record ControlPlaneTaint(String key, boolean removed) implements NodeTaintWarning {}

    record InvisibleTaintedPods(Optional<String> cause) implements NodeTaintWarning {}
}
