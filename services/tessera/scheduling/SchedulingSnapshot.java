package tessera.scheduling;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.kube.scheduling.InterPodAffinityFilter;
import tessera.kube.scheduling.SchedulableCluster;
import tessera.model.ClusterSnapshot;
import tessera.model.StatusCondition;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * The cluster as the scheduler sees it for one pod.
 *
 * @param nominatedPods pods that wait for a node which is kept for them, by its name
 * @param now      by the server's clock
 */
record SchedulingSnapshot(List<SchedulerNode> nodes, Map<String, List<SchedulerPod>> nominatedPods,
        PodPlacementInputs inputs, Instant now) implements SchedulableCluster {

    static SchedulingSnapshot from(ClusterSnapshot clusterSnapshot, PodPlacementInputs placementInputs, String self) {
        var rooms = new ArrayList<SchedulerNode>();
        for (var info : clusterSnapshot.nodes()) {
            rooms.add(SchedulerNode.from(info,
                    info.pods().stream().filter(pod -> pod.holdsResources() && !pod.uid().equals(self))
                            .map(pod -> SchedulerPod.fromPod(pod, placementInputs.neighbourOf(pod.uid()))).toList()));
        }
        var promised = new HashMap<String, List<SchedulerPod>>();
        for (var pod : clusterSnapshot.unbound()) {
            if (pod.node().isEmpty() && !pod.phase().isTerminal() && !pod.nominated().isEmpty()
                    && !pod.uid().equals(self)) {
                promised.computeIfAbsent(pod.nominated(), _ -> new ArrayList<>())
                        .add(SchedulerPod.fromPod(pod, placementInputs.neighbourOf(pod.uid())));
            }
        }
        return new SchedulingSnapshot(List.copyOf(rooms), Map.copyOf(promised), placementInputs,
                clusterSnapshot.at().plus(clusterSnapshot.clockSkew()));
    }

    /** Returns the nodes of a cluster as if no pod ran there. */
    static SchedulingSnapshot withEmptyNodes(ClusterSnapshot clusterSnapshot) {
        return new SchedulingSnapshot(
                clusterSnapshot.nodes().stream().map(info -> SchedulerNode.from(info, List.of())).toList(), Map.of(),
                PodPlacementInputs.none(), clusterSnapshot.at().plus(clusterSnapshot.clockSkew()));
    }

    /** Returns a copy with one node replaced. */
    SchedulingSnapshot withNode(SchedulerNode other) {
        return new SchedulingSnapshot(nodes.stream()
                .map(schedulerNode -> schedulerNode.name().equals(other.name()) ? other : schedulerNode).toList(),
                nominatedPods, inputs, now);
    }

    /** Returns a copy in which some identical pods have been placed. */
    SchedulingSnapshot withPlacedPods(PodSchedulingSpec spec, Map<String, Long> podsByNode) {
        var taken = nodes.stream().map(schedulerNode -> {
            var more = new ArrayList<SchedulerPod>();
            for (long each = 0; each < podsByNode.getOrDefault(schedulerNode.name(), 0L); each++) {
                more.add(SchedulerPod.fromSpec(spec, "new-%s-%d".formatted(schedulerNode.name(), each)));
            }
            return more.isEmpty() ? schedulerNode : schedulerNode.withPods(more);
        }).toList();
        return new SchedulingSnapshot(taken, nominatedPods, inputs, now);
    }

    Optional<SchedulerNode> findNode(String name) {
        return nodes.stream().filter(schedulerNode -> schedulerNode.name().equals(name)).findFirst();
    }

    /** Returns the affinity between a pod and those on the nodes. */
    InterPodAffinityFilter interPodAffinity(PodSchedulingSpec spec) {
        return new InterPodAffinityFilter(nodes, spec, inputs.namespaces());
    }

    @Override
    public Map<String, Map<String, String>> namespaces() {
        return inputs.namespaces();
    }

    @Override
    public List<SchedulerPod> nominatedPods(String node) {
        return nominatedPods.getOrDefault(node, List.of());
    }

    /** Returns the Ready condition of a node that is not ready; empty for any other. */
    Optional<StatusCondition> notReadyCondition(String node) {
        return findNode(node).flatMap(schedulerNode -> schedulerNode.nodeSummary().findCondition("Ready"))
                .filter(ready -> !ready.isTrue());
    }
}
