package tessera.kube.scheduling;

import java.util.List;
import java.util.Map;

/** A pod on a node, as it decides who may come to the node beside it. */
public interface PodOnNode {

    String namespace();

    Map<String, String> labels();

    /** Returns the required pod anti-affinity. */
    List<PodAffinityTerm> antiAffinity();

    /** Returns whether its deletion has begun. */
    boolean terminating();
}
