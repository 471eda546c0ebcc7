package tessera.plan.node;

import java.util.List;
import tessera.text.Reason;

/** Why nodes must not be drained. */
sealed interface DrainRefusal extends Reason {

    /** Pods of other namespaces would be neither evicted nor waited for. */
    record InvisiblePods() implements DrainRefusal {}

    /** Pods without a controller, which have to be allowed to be lost. */
    record UnmanagedPods(List<String> pods) implements DrainRefusal {}

    /** Pods with data on the node, which have to be allowed to be lost. */
    record EmptyDirPods(List<String> pods) implements DrainRefusal {}
}
