package tessera.demo.api;

import java.util.Map;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.api.kubelet.SimulatedKubeletApi;
import tessera.demo.api.review.SimulatedAccessReviewEndpoints;
import tessera.demo.api.subresource.SimulatedBindingEvictionEndpoints;
import tessera.demo.api.subresource.SimulatedComponentStatusEndpoint;
import tessera.demo.api.subresource.SimulatedExecEndpoint;
import tessera.demo.api.subresource.SimulatedLogEndpoint;
import tessera.demo.api.subresource.SimulatedMetricsServerEndpoint;
import tessera.demo.api.subresource.SimulatedNamespaceFinalizeEndpoint;
import tessera.demo.api.subresource.SimulatedPortForwardEndpoint;
import tessera.demo.api.subresource.SimulatedProxyEndpoint;
import tessera.demo.api.subresource.SimulatedScaleEndpoint;
import tessera.demo.api.subresource.SimulatedTokenEndpoint;

/** The endpoints with behaviour of their own, by resource, or resource and subresource. */
final class SimulatedApiEndpointRegistry {

    private SimulatedApiEndpointRegistry() {}

    static Map<String, SimulatedAuthenticatedRequest.SimulatedApiEndpoint> endpointsFor(SimulatedKubeletApi kubelet) {
        var exec = new SimulatedExecEndpoint(kubelet);
        var proxy = new SimulatedProxyEndpoint(kubelet);
        var usage = new SimulatedMetricsServerEndpoint(kubelet);
        return Map.ofEntries(
                Map.entry("selfsubjectaccessreviews.authorization.k8s.io",
                        SimulatedAccessReviewEndpoints::answerSelfAccess),
                Map.entry("subjectaccessreviews.authorization.k8s.io", SimulatedAccessReviewEndpoints::answerAccess),
                Map.entry("localsubjectaccessreviews.authorization.k8s.io",
                        SimulatedAccessReviewEndpoints::answerLocalAccess),
                Map.entry("selfsubjectrulesreviews.authorization.k8s.io", SimulatedAccessReviewEndpoints::answerRules),
                Map.entry("selfsubjectreviews.authentication.k8s.io", SimulatedAccessReviewEndpoints::answerSelf),
                Map.entry("tokenreviews.authentication.k8s.io", SimulatedAccessReviewEndpoints::answerToken),
                Map.entry("componentstatuses", SimulatedComponentStatusEndpoint::answerStatuses),
                Map.entry("bindings", SimulatedBindingEvictionEndpoints::answerBindings),
                Map.entry("pods/binding", SimulatedBindingEvictionEndpoints::answerBinding),
                Map.entry("pods/eviction", SimulatedBindingEvictionEndpoints::answerEviction),
                Map.entry("pods/log", new SimulatedLogEndpoint(kubelet)::answerLog),
                Map.entry("pods/exec", exec::answerExec), Map.entry("pods/attach", exec::answerAttach),
                Map.entry("pods/portforward", new SimulatedPortForwardEndpoint(kubelet)::answerPortForward),
                Map.entry("pods/proxy", proxy::answerPod),
                Map.entry("services/proxy", proxy::answerService), Map.entry("nodes/proxy", proxy::answerNode),
                Map.entry("nodes.metrics.k8s.io", usage::answerNodes),
                Map.entry("pods.metrics.k8s.io", usage::answerPods),
                Map.entry("serviceaccounts/token", SimulatedTokenEndpoint::answerTokenRequest),
                Map.entry("namespaces/finalize", SimulatedNamespaceFinalizeEndpoint::answerFinalize),
                Map.entry("*/scale", SimulatedScaleEndpoint::answerScale));
    }
}
