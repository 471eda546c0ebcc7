package tessera.cluster.decode;

import org.jspecify.annotations.Nullable;
import tessera.cluster.decode.DecodedPodBuilder.ReusableList;
import tessera.kube.requests.PodResourceFormula;

/** The requests of the pod that is being decoded, by the scheduler's formula and without an object for each. */
final class DecodedPodRequestCalculator {

    private final PodResourceFormula<ResourceAccumulator> formula = new PodResourceFormula<>(ResourceAccumulator::new);
    private final ResourceAccumulator own = new ResourceAccumulator();

    /** Returns the pod's requests; the result is valid until the next pod. */
    ResourceAccumulator requestsOf(DecodedPodBuilder pod) {
        formula.clear();
        for (int i = 0; i < pod.containers.size(); i++) {
            formula.addContainer(effectiveRequests(pod, pod.containers.get(i), pod.states));
        }
        for (int i = 0; i < pod.initContainers.size(); i++) {
            var container = pod.initContainers.get(i);
            if (container.stays) {
                formula.addSidecar(effectiveRequests(pod, container, pod.initStates));
            } else {
                formula.addInitContainer(specifiedRequests(container));
            }
        }
        var total = formula.total();
        applyPodLevel(pod, total);
        total.add(pod.overhead);
        return total;
    }

    /** Returns the specified requests: a limit without a request counts as one. */
    private ResourceAccumulator specifiedRequests(ContainerSpecBuilder container) {
        own.clear();
        own.add(container.resources.requests);
        own.addMissing(container.resources.limits);
        return own;
    }

    /** Returns the requests in use: while an in-place resize is pending on a node, the maximum counts. */
    private ResourceAccumulator effectiveRequests(DecodedPodBuilder pod, ContainerSpecBuilder container,
            ReusableList<DecodedContainerStatusBuilder> states) {
        specifiedRequests(container);
        var state = pod.node.isEmpty() ? null : findState(states, container.name);
        if (state != null && state.resources.present) {
            PodResourceFormula.applyStatus(own, state.resources.requests, state.allocated, pod.resizeInfeasible);
        }
        return own;
    }

    /** Replaces the containers' requests by pod-level ones. Devices cannot be asked for that way. */
    private void applyPodLevel(DecodedPodBuilder pod, ResourceAccumulator total) {
        if (!pod.resources.requests.hasAny(PodResourceFormula::isPodLevelResource)) {
            return;
        }
        own.clear();
        own.add(pod.resources.requests);
        if (!pod.node.isEmpty() && pod.givenResources.present) {
            PodResourceFormula.applyStatus(own, pod.givenResources.requests, pod.allocated, pod.resizeInfeasible);
        }
        total.replace(own, PodResourceFormula::isPodLevelResource);
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
