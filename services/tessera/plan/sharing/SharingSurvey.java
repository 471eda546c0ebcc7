package tessera.plan.sharing;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.insight.AcceleratorCatalog;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.plan.context.NodeObject;
import tessera.plan.context.PodDetail;
import tessera.plan.context.SharingSetup;

/**
 * The complete input of a sharing planner.
 *
 * @param now     by this machine's clock
 * @param nodes   those that are to be labelled and were found, by name
 * @param pods    on each node that takes something else, by its name; those that wait by an empty one
 * @param missing why a node that is meant was not found, one a node
 * @param podGap  why details of pods could not be read
 */
record SharingSurvey(Snapshot snapshot, AcceleratorCatalog accelerators, SharingSetup setup, Instant now,
        Map<String, NodeObject> nodes,
        Map<String, List<PodDetail>> pods, List<Problem> missing, Optional<Problem> podGap) {

    SharingSurvey {
        nodes = Map.copyOf(nodes);
        pods = Map.copyOf(pods);
        missing = List.copyOf(missing);
    }

    List<PodDetail> podsOn(String node) {
        return pods.getOrDefault(node, List.of());
    }

    /** Returns the detail of a pod; empty if it could not be read, or the pod is newer. */
    Optional<PodDetail> detailOf(PodFacts pod) {
        return podsOn(pod.node()).stream().filter(detail -> detail.uid().equals(pod.uid())).findFirst();
    }
}
