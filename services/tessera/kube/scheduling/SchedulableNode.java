package tessera.kube.scheduling;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * A node and the pods on it, as the scheduler's filters see them.
 *
 * @param <P> the pods
 */
public interface SchedulableNode<P extends PodOnNode> {

    String name();

    Map<String, String> labels();

    List<Taint> taints();

    Collection<P> pods();

    /** Returns those pods that have a required anti-affinity. */
    List<P> antiAffinityPods();
}
