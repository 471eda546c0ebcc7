package tessera.cluster.decode;

import org.jspecify.annotations.Nullable;
import tessera.cluster.decode.DecodedPodFields.ReusableList;
import tessera.kube.requests.PodResourceFormula;

/** The requests of the pod that is being decoded, by the scheduler's formula and without an object for each. */
final class DecodedPodRequestCalculator {

    private final PodResourceFormula<ResourceAmountAccumulator> formula = new PodResourceFormula<>(
            ResourceAmountAccumulator::new);
    private final ResourceAmountAccumulator own = new ResourceAmountAccumulator();

    /** Returns the pod's requests; the result is valid until the next pod. */
    ResourceAmountAccumulator requestsOf(DecodedPodFields pod) {
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
    private ResourceAmountAccumulator specifiedRequests(ContainerSpecDecoder container) {
        own.clear();
        own.add(container.resources.requests);
        PodResourceFormula.addLimitsAsRequests(own, container.resources.limits);
        return own;
    }

    /** Returns the requests in use: while an in-place resize is pending on a node, the maximum counts. */
    private ResourceAmountAccumulator effectiveRequests(DecodedPodFields pod, ContainerSpecDecoder container,
            ReusableList<ContainerStatusDecoder> states) {
        specifiedRequests(container);
        var state = pod.node.isEmpty() ? null : findState(states, container.name);
        if (state != null && state.resources.present) {
            PodResourceFormula.applyStatus(own, state.resources.requests, state.allocated, pod.resizeInfeasible);
        }
        return own;
    }

    private void applyPodLevel(DecodedPodFields pod, ResourceAmountAccumulator total) {
        own.clear();
        own.add(pod.resources.requests);
        if (!pod.node.isEmpty() && pod.givenResources.present) {
            PodResourceFormula.applyPodLevelStatus(own, pod.givenResources.requests, pod.allocated,
                    pod.resizeInfeasible);
        }
        PodResourceFormula.applyPodLevel(total, own, pod.resources.limits);
    }

    private static @Nullable ContainerStatusDecoder findState(ReusableList<ContainerStatusDecoder> states,
            String name) {
        for (int i = 0; i < states.size(); i++) {
            if (states.get(i).name.equals(name)) {
                return states.get(i);
            }
        }
        return null;
    }
}
