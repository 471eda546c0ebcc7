package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.Trees;

/** Defaults of services and of what stands near them. */
final class NetworkDefaults {

    private static final int HTTPS = 443;

    private NetworkDefaults() {}

    static void apply(String kind, ObjectNode object) {
        switch (kind) {
            case "Service" -> service(Trees.under(object, "spec"));
            case "Endpoints" -> Trees.each(object.path("subsets"), subset -> Trees.each(subset.path("ports"),
                    port -> Trees.missing(port, "protocol", "TCP")));
            case "EndpointSlice" -> Trees.each(object.path("ports"), port -> {
                Trees.missing(port, "name", "");
                Trees.missing(port, "protocol", "TCP");
            });
            case "NetworkPolicy" -> networkPolicy(Trees.under(object, "spec"));
            case "APIService" -> Trees.with(Trees.under(object, "spec"), "service",
                    service -> Trees.missing(service, "port", HTTPS));
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private static void service(ObjectNode spec) {
        Trees.missing(spec, "sessionAffinity", "None");
        Trees.missing(spec, "type", "ClusterIP");
        var type = spec.path("type").asText();
        Trees.each(spec.path("ports"), port -> {
            Trees.missing(port, "protocol", "TCP");
            if (!port.hasNonNull("targetPort") || port.path("targetPort").asText().matches("0?")) {
                port.set("targetPort", port.path("port"));
            }
        });
        if (!type.equals("ExternalName")) {
            Trees.missing(spec, "internalTrafficPolicy", "Cluster");
        }
        if (type.equals("NodePort") || type.equals("LoadBalancer")) {
            Trees.missing(spec, "externalTrafficPolicy", "Cluster");
        }
        if (type.equals("LoadBalancer")) {
            Trees.missing(spec, "allocateLoadBalancerNodePorts", true);
        }
    }

    private static void networkPolicy(ObjectNode spec) {
        for (var direction : new String[] {"ingress", "egress"}) {
            Trees.each(spec.path(direction), rule -> Trees.each(rule.path("ports"),
                    port -> Trees.missing(port, "protocol", "TCP")));
        }
        if (spec.path("policyTypes").isEmpty()) {
            var types = spec.putArray("policyTypes").add("Ingress");
            if (!spec.path("egress").isEmpty()) {
                types.add("Egress");
            }
        }
    }

    static void webhooks(ObjectNode configuration) {
        Trees.each(configuration.path("webhooks"), hook -> {
            Trees.missing(hook, "failurePolicy", "Fail");
            Trees.missing(hook, "matchPolicy", "Equivalent");
            Trees.under(hook, "namespaceSelector");
            Trees.under(hook, "objectSelector");
            Trees.missing(hook, "timeoutSeconds", 10);
            if (configuration.path("kind").asText().startsWith("Mutating")) {
                Trees.missing(hook, "reinvocationPolicy", "Never");
            }
            Trees.each(hook.path("rules"), rule -> Trees.missing(rule, "scope", "*"));
            Trees.with(hook, "clientConfig", client -> Trees.with(client, "service",
                    service -> Trees.missing(service, "port", HTTPS)));
        });
    }
}
