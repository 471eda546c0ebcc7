package tessera.cluster.decode;

import org.jspecify.annotations.Nullable;
import tessera.cluster.decode.PodDraft.ReusableList;
import tessera.model.ResourceAmounts;

/**
 * What a pod takes from a node, by the scheduler's formula: the sum of its containers and of its sidecars, or what its
 * most demanding init container needs beside the sidecars started before it, whichever is more; then what the pod asks
 * for as a whole, and its overhead.
 */
final class PodRequests {

    private static final String HUGE_PAGES = "hugepages-";

    private final ResourceAccumulator total = new ResourceAccumulator();
    private final ResourceAccumulator sidecars = new ResourceAccumulator();
    private final ResourceAccumulator demand = new ResourceAccumulator();
    private final ResourceAccumulator most = new ResourceAccumulator();
    private final ResourceAccumulator own = new ResourceAccumulator();

    /** The result is good until the next pod. */
    ResourceAccumulator of(PodDraft pod) {
        total.clear();
        for (int i = 0; i < pod.containers.size(); i++) {
            total.add(running(pod, pod.containers.get(i), pod.states));
        }
        sidecars.clear();
        most.clear();
        for (int i = 0; i < pod.initContainers.size(); i++) {
            var container = pod.initContainers.get(i);
            if (container.stays) {
                var amounts = running(pod, container, pod.initStates);
                total.add(amounts);
                sidecars.add(amounts);
                demand.setAll(sidecars);
            } else {
                demand.setAll(wanted(container));
                demand.add(sidecars);
            }
            most.max(demand);
        }
        total.max(most);
        asAWhole(pod);
        total.add(pod.overhead);
        return total;
    }

    /** What is specified: a limit without a request is a request. */
    private ResourceAccumulator wanted(ContainerDraft container) {
        own.setAll(container.resources.requests);
        own.addMissing(container.resources.limits);
        return own;
    }

    /** On a node, resources can be changed while they are in use: until that is done, the most of it all counts. */
    private ResourceAccumulator running(PodDraft pod, ContainerDraft container, ReusableList<StateDraft> states) {
        wanted(container);
        var state = pod.node.isEmpty() ? null : find(states, container.name);
        if (state != null && state.resources.present) {
            if (pod.resizeInfeasible) {
                own.clear();
            }
            own.max(state.resources.requests);
            own.max(state.allocated);
        }
        return own;
    }

    /** What a pod asks for as a whole replaces what its containers ask for. Devices cannot be asked for that way. */
    private void asAWhole(PodDraft pod) {
        if (!anySupported(pod.resources.requests)) {
            return;
        }
        own.setAll(pod.resources.requests);
        if (!pod.node.isEmpty() && pod.givenResources.present) {
            if (pod.resizeInfeasible) {
                own.clear();
            }
            own.max(pod.givenResources.requests);
            own.max(pod.allocated);
        }
        for (int i = 0; i < own.size(); i++) {
            if (supported(own.name(i))) {
                total.set(own.name(i), own.amount(i));
            }
        }
    }

    private static boolean anySupported(ResourceAccumulator amounts) {
        for (int i = 0; i < amounts.size(); i++) {
            if (supported(amounts.name(i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean supported(String name) {
        return name.equals(ResourceAmounts.CPU) || name.equals(ResourceAmounts.MEMORY) || name.startsWith(HUGE_PAGES);
    }

    private static @Nullable StateDraft find(ReusableList<StateDraft> states, String name) {
        for (int i = 0; i < states.size(); i++) {
            if (states.get(i).name.equals(name)) {
                return states.get(i);
            }
        }
        return null;
    }
}
