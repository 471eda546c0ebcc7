package tessera.kube.scheduling;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** A cluster as the scheduler's filters see it. */
public interface SchedulableCluster {

    List<? extends SchedulableNode> nodes();

    /** Returns the labels of namespaces, by name. */
    Map<String, Map<String, String>> namespaces();

    /** Returns the pods that wait for a node which is kept for them. */
    Collection<? extends PodOnNode> nominatedPods(String node);

    /** Returns the number of a resource, where nodes keep amounts by number. */
    default int resourceNumber(String resource) {
        return 0;
    }
}
