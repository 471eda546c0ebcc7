package tessera.cluster.decode;

import org.jspecify.annotations.Nullable;
import tessera.cluster.decode.DecodedPodBuilder.ReusableList;
import tessera.model.ResourceAmounts;

/**
 * A pod's requests by the scheduler's formula, with init containers, sidecars, pod-level requests and overhead.
 */
final class DecodedPodRequestCalculator {

    private static final String HUGE_PAGES = "hugepages-";

    private final ResourceAccumulator total = new ResourceAccumulator();
    private final ResourceAccumulator sidecars = new ResourceAccumulator();
    private final ResourceAccumulator requests = new ResourceAccumulator();
    private final ResourceAccumulator most = new ResourceAccumulator();
    private final ResourceAccumulator own = new ResourceAccumulator();

    /** Returns the pod's requests; the result is valid until the next pod. */
    ResourceAccumulator requestsOf(DecodedPodBuilder pod) {
        total.clear();
        for (int i = 0; i < pod.containers.size(); i++) {
            total.add(effectiveRequests(pod, pod.containers.get(i), pod.states));
        }
        sidecars.clear();
        most.clear();
        for (int i = 0; i < pod.initContainers.size(); i++) {
            var container = pod.initContainers.get(i);
            if (container.stays) {
                var amounts = effectiveRequests(pod, container, pod.initStates);
                total.add(amounts);
                sidecars.add(amounts);
                requests.setAll(sidecars);
            } else {
                requests.setAll(specifiedRequests(container));
                requests.add(sidecars);
            }
            most.takeMaximum(requests);
        }
        total.takeMaximum(most);
        applyPodLevel(pod);
        total.add(pod.overhead);
        return total;
    }

    /** Returns the specified requests: a limit without a request counts as one. */
    private ResourceAccumulator specifiedRequests(ContainerSpecBuilder container) {
        own.setAll(container.resources.requests);
        own.addMissing(container.resources.limits);
        return own;
    }

    /** Returns the requests in use: while an in-place resize is pending on a node, the maximum counts. */
    private ResourceAccumulator effectiveRequests(DecodedPodBuilder pod, ContainerSpecBuilder container,
            ReusableList<DecodedContainerStatusBuilder> states) {
        specifiedRequests(container);
        var state = pod.node.isEmpty() ? null : findState(states, container.name);
        if (state != null && state.resources.present) {
            if (pod.resizeInfeasible) {
                own.clear();
            }
            own.takeMaximum(state.resources.requests);
            own.takeMaximum(state.allocated);
        }
        return own;
    }

    /** Replaces the containers' requests by pod-level ones. Devices cannot be asked for that way. */
    private void applyPodLevel(DecodedPodBuilder pod) {
        if (!anySupported(pod.resources.requests)) {
            return;
        }
        own.setAll(pod.resources.requests);
        if (!pod.node.isEmpty() && pod.givenResources.present) {
            if (pod.resizeInfeasible) {
                own.clear();
            }
            own.takeMaximum(pod.givenResources.requests);
            own.takeMaximum(pod.allocated);
        }
        for (int i = 0; i < own.size(); i++) {
            if (isPodLevelResource(own.nameAt(i))) {
                total.set(own.nameAt(i), own.amountAt(i));
            }
        }
    }

    private static boolean anySupported(ResourceAccumulator amounts) {
        for (int i = 0; i < amounts.size(); i++) {
            if (isPodLevelResource(amounts.nameAt(i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPodLevelResource(String name) {
        return name.equals(ResourceAmounts.CPU) || name.equals(ResourceAmounts.MEMORY) || name.startsWith(HUGE_PAGES);
    }

    private static @Nullable DecodedContainerStatusBuilder findState(ReusableList<DecodedContainerStatusBuilder> states,
            String name) {
        for (int i = 0; i < states.size(); i++) {
            if (states.get(i).name.equals(name)) {
                return states.get(i);
            }
        }
        return null;
    }
}
