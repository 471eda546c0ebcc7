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

/** The endpoints that do something of their own, by the resource, or resource and subresource, they belong to. */
final class SpecialEndpoints {

    private SpecialEndpoints() {}

    static Map<String, ApiCall.Endpoint> of(KubeletEndpoint kubelet) {
        var exec = new ExecEndpoint(kubelet);
        var proxy = new ProxyEndpoint(kubelet);
        var usage = new UsageEndpoint(kubelet);
        return Map.ofEntries(Map.entry("selfsubjectaccessreviews.authorization.k8s.io", ReviewEndpoints::selfAccess),
                Map.entry("subjectaccessreviews.authorization.k8s.io", ReviewEndpoints::access),
                Map.entry("localsubjectaccessreviews.authorization.k8s.io", ReviewEndpoints::localAccess),
                Map.entry("selfsubjectrulesreviews.authorization.k8s.io", ReviewEndpoints::rules),
                Map.entry("selfsubjectreviews.authentication.k8s.io", ReviewEndpoints::self),
                Map.entry("tokenreviews.authentication.k8s.io", ReviewEndpoints::token),
                Map.entry("componentstatuses", ComponentStatuses::answer),
                Map.entry("bindings", PodEndpoints::bindByBody), Map.entry("pods/binding", PodEndpoints::bind),
                Map.entry("pods/eviction", PodEndpoints::evict),
                Map.entry("pods/log", new LogEndpoint(kubelet)::answer),
                Map.entry("pods/exec", exec::exec), Map.entry("pods/attach", exec::attach),
                Map.entry("pods/portforward", new PortForwardEndpoint(kubelet)::answer),
                Map.entry("pods/proxy", proxy::pod),
                Map.entry("services/proxy", proxy::service), Map.entry("nodes/proxy", proxy::node),
                Map.entry("nodes.metrics.k8s.io", usage::nodes), Map.entry("pods.metrics.k8s.io", usage::pods),
                Map.entry("serviceaccounts/token", TokenEndpoint::answer),
                Map.entry("namespaces/finalize", NamespaceEndpoint::finalizers),
                Map.entry("*/scale", ScaleEndpoint::answer));
    }
}
