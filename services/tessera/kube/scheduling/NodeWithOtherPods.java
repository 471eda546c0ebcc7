package tessera.kube.scheduling;

import java.util.List;
import java.util.Map;
import tessera.kube.quantity.ResourceAmounts;

/** A node as it would be with other pods on it. */
record NodeWithOtherPods(SchedulableNode node, List<? extends PodOnNode> pods) implements SchedulableNode {

    @Override
    public String name() {
        return node.name();
    }

    @Override
    public Map<String, String> labels() {
        return node.labels();
    }

    @Override
    public List<Taint> taints() {
        return node.taints();
    }

    @Override
    public boolean unschedulable() {
        return node.unschedulable();
    }

    @Override
    public long podLimit() {
        return node.podLimit();
    }

    @Override
    public long allocatable(String resource) {
        return node.allocatable(resource);
    }

    @Override
    public long allocatable(RequestedResource resource) {
        return node.allocatable(resource);
    }

    @Override
    public long requested(RequestedResource resource) {
        long sum = 0;
        for (var pod : pods) {
            sum = ResourceAmounts.saturatedSum(sum, pod.requests().get(resource.name()));
        }
        return sum;
    }

    @Override
    public List<? extends PodOnNode> antiAffinityPods() {
        return pods.stream().filter(pod -> !pod.antiAffinity().isEmpty()).toList();
    }
}
