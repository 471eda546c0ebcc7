package tessera.kube.scheduling;

import java.util.List;
import java.util.Map;

/** The properties of a pending pod that decide which nodes and which neighbours it accepts. */
public interface PodPlacementConstraints {

    String namespace();

    Map<String, String> labels();

    RequiredNodeAffinity nodeAffinity();

    List<Toleration> tolerations();

    /** Returns the required pod affinity. */
    List<PodAffinityTerm> affinity();

    /** Returns the required pod anti-affinity. */
    List<PodAffinityTerm> antiAffinity();

    List<TopologySpreadConstraint> spreadConstraints();
}
