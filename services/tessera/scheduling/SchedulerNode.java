package tessera.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.RequestedResource;
import tessera.kube.scheduling.SchedulableNode;
import tessera.kube.scheduling.Taint;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;

/**
 * A node with the pods assigned to it.
 *
 * @param requested   the sum of what they ask
 * @param antiAffinityPods those that keep others away
 */
record SchedulerNode(NodeWithBoundPods info, List<SchedulerPod> pods, ResourceAmounts requested,
        List<SchedulerPod> antiAffinityPods) implements SchedulableNode {

    static SchedulerNode from(NodeWithBoundPods info, List<SchedulerPod> occupants) {
        var allocated = ResourceAmounts.NONE;
        for (var assignedPod : occupants) {
            allocated = allocated.plus(assignedPod.requests());
        }
        return new SchedulerNode(info, occupants, allocated,
                occupants.stream().filter(pod -> !pod.antiAffinity().isEmpty()).toList());
    }

    NodeSummary nodeSummary() {
        return info.nodeSummary();
    }

    @Override
    public String name() {
        return info.name();
    }

    @Override
    public Map<String, String> labels() {
        return nodeSummary().labels();
    }

    @Override
    public List<Taint> taints() {
        return nodeSummary().taints();
    }

    @Override
    public boolean unschedulable() {
        return nodeSummary().unschedulable();
    }

    @Override
    public long podLimit() {
        return allocatable(ResourceAmounts.PODS);
    }

    @Override
    public long requested(RequestedResource resource) {
        return requested.get(resource.name());
    }

    SchedulerNode withPods(List<SchedulerPod> more) {
        var all = new ArrayList<>(pods);
        all.addAll(more);
        return from(info, List.copyOf(all));
    }

    SchedulerNode withoutPods(Predicate<SchedulerPod> gone) {
        return from(info, pods.stream().filter(gone.negate()).toList());
    }

    /** Returns the allocatable amount of a resource; 0 where it is not known. More than a signed 64-bit number holds is nothing to the scheduler. */
    @Override
    public long allocatable(String resource) {
        long amount = nodeSummary().allocatable().get(resource);
        return amount == Long.MAX_VALUE ? 0 : amount;
    }
}
