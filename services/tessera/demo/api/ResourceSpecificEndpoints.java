package tessera.demo.api;

import java.util.Map;
import tessera.demo.api.call.SimulatedApiCall;
import tessera.demo.api.kubelet.SimulatedKubeletEndpoint;
import tessera.demo.api.review.AccessReviewEndpoints;
import tessera.demo.api.subresource.ComponentStatusEndpoint;
import tessera.demo.api.subresource.ContainerLogEndpoint;
import tessera.demo.api.subresource.NamespaceFinalizeEndpoint;
import tessera.demo.api.subresource.PodBindingAndEvictionEndpoints;
import tessera.demo.api.subresource.PodExecEndpoint;
import tessera.demo.api.subresource.PodPortForwardEndpoint;
import tessera.demo.api.subresource.ResourceProxyEndpoint;
import tessera.demo.api.subresource.ServiceAccountTokenEndpoint;
import tessera.demo.api.subresource.SimulatedMetricsServerEndpoint;
import tessera.demo.api.subresource.SimulatedScaleEndpoint;

/** The endpoints with behaviour of their own, by resource, or resource and subresource. */
final class ResourceSpecificEndpoints {

    private ResourceSpecificEndpoints() {}

    static Map<String, SimulatedApiCall.SimulatedApiEndpoint> endpointsFor(SimulatedKubeletEndpoint kubelet) {
        var exec = new PodExecEndpoint(kubelet);
        var proxy = new ResourceProxyEndpoint(kubelet);
        var usage = new SimulatedMetricsServerEndpoint(kubelet);
        return Map.ofEntries(
                Map.entry("selfsubjectaccessreviews.authorization.k8s.io", AccessReviewEndpoints::answerSelfAccess),
                Map.entry("subjectaccessreviews.authorization.k8s.io", AccessReviewEndpoints::answerAccess),
                Map.entry("localsubjectaccessreviews.authorization.k8s.io", AccessReviewEndpoints::answerLocalAccess),
                Map.entry("selfsubjectrulesreviews.authorization.k8s.io", AccessReviewEndpoints::answerRules),
                Map.entry("selfsubjectreviews.authentication.k8s.io", AccessReviewEndpoints::answerSelf),
                Map.entry("tokenreviews.authentication.k8s.io", AccessReviewEndpoints::answerToken),
                Map.entry("componentstatuses", ComponentStatusEndpoint::answerStatuses),
                Map.entry("bindings", PodBindingAndEvictionEndpoints::answerBindings),
                Map.entry("pods/binding", PodBindingAndEvictionEndpoints::answerBinding),
                Map.entry("pods/eviction", PodBindingAndEvictionEndpoints::answerEviction),
                Map.entry("pods/log", new ContainerLogEndpoint(kubelet)::answerLog),
                Map.entry("pods/exec", exec::answerExec), Map.entry("pods/attach", exec::answerAttach),
                Map.entry("pods/portforward", new PodPortForwardEndpoint(kubelet)::answerPortForward),
                Map.entry("pods/proxy", proxy::answerPod),
                Map.entry("services/proxy", proxy::answerService), Map.entry("nodes/proxy", proxy::answerNode),
                Map.entry("nodes.metrics.k8s.io", usage::answerNodes),
                Map.entry("pods.metrics.k8s.io", usage::answerPods),
                Map.entry("serviceaccounts/token", ServiceAccountTokenEndpoint::answerTokenRequest),
                Map.entry("namespaces/finalize", NamespaceFinalizeEndpoint::answerFinalize),
                Map.entry("*/scale", SimulatedScaleEndpoint::answerScale));
    }
}
