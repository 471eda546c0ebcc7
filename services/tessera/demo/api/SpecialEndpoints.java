package tessera.demo.api;

import java.util.Map;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.kubelet.KubeletEndpoint;
import tessera.demo.api.review.ReviewEndpoints;
import tessera.demo.api.subresource.ComponentStatuses;
import tessera.demo.api.subresource.ExecEndpoint;
import tessera.demo.api.subresource.LogEndpoint;
import tessera.demo.api.subresource.NamespaceEndpoint;
import tessera.demo.api.subresource.PodEndpoints;
import tessera.demo.api.subresource.PortForwardEndpoint;
import tessera.demo.api.subresource.ProxyEndpoint;
import tessera.demo.api.subresource.ScaleEndpoint;
import tessera.demo.api.subresource.TokenEndpoint;
import tessera.demo.api.subresource.UsageEndpoint;

/** The endpoints with behaviour of their own, by resource, or resource and subresource. */
final class SpecialEndpoints {

    private SpecialEndpoints() {}

    static Map<String, ApiCall.Endpoint> endpointsFor(KubeletEndpoint kubelet) {
        var exec = new ExecEndpoint(kubelet);
        var proxy = new ProxyEndpoint(kubelet);
        var usage = new UsageEndpoint(kubelet);
        return Map.ofEntries(
                Map.entry("selfsubjectaccessreviews.authorization.k8s.io", ReviewEndpoints::answerSelfAccess),
                Map.entry("subjectaccessreviews.authorization.k8s.io", ReviewEndpoints::answerAccess),
                Map.entry("localsubjectaccessreviews.authorization.k8s.io", ReviewEndpoints::answerLocalAccess),
                Map.entry("selfsubjectrulesreviews.authorization.k8s.io", ReviewEndpoints::answerRules),
                Map.entry("selfsubjectreviews.authentication.k8s.io", ReviewEndpoints::answerSelf),
                Map.entry("tokenreviews.authentication.k8s.io", ReviewEndpoints::answerToken),
                Map.entry("componentstatuses", ComponentStatuses::answerStatuses),
                Map.entry("bindings", PodEndpoints::answerBindings),
                Map.entry("pods/binding", PodEndpoints::answerBinding),
                Map.entry("pods/eviction", PodEndpoints::answerEviction),
                Map.entry("pods/log", new LogEndpoint(kubelet)::answerLog),
                Map.entry("pods/exec", exec::answerExec), Map.entry("pods/attach", exec::answerAttach),
                Map.entry("pods/portforward", new PortForwardEndpoint(kubelet)::answerPortForward),
                Map.entry("pods/proxy", proxy::answerPod),
                Map.entry("services/proxy", proxy::answerService), Map.entry("nodes/proxy", proxy::answerNode),
                Map.entry("nodes.metrics.k8s.io", usage::answerNodes),
                Map.entry("pods.metrics.k8s.io", usage::answerPods),
                Map.entry("serviceaccounts/token", TokenEndpoint::answerTokenRequest),
                Map.entry("namespaces/finalize", NamespaceEndpoint::answerFinalize),
                Map.entry("*/scale", ScaleEndpoint::answerScale));
    }
}
