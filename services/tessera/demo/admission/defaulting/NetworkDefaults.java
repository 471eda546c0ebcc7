package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.JsonTrees;

/** Defaults of services and of what stands near them. */
final class NetworkDefaults {

    private static final int HTTPS = 443;

    private NetworkDefaults() {}

    static void apply(String kind, ObjectNode object) {
        switch (kind) {
            case "Service" -> service(JsonTrees.under(object, "spec"));
            case "Endpoints" -> JsonTrees.each(object.path("subsets"), subset -> JsonTrees.each(subset.path("ports"),
                    port -> JsonTrees.missing(port, "protocol", "TCP")));
            case "EndpointSlice" -> JsonTrees.each(object.path("ports"), port -> {
                JsonTrees.missing(port, "name", "");
                JsonTrees.missing(port, "protocol", "TCP");
            });
            case "NetworkPolicy" -> networkPolicy(JsonTrees.under(object, "spec"));
            case "APIService" -> JsonTrees.with(JsonTrees.under(object, "spec"), "service",
                    service -> JsonTrees.missing(service, "port", HTTPS));
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private static void service(ObjectNode spec) {
        JsonTrees.missing(spec, "sessionAffinity", "None");
        JsonTrees.missing(spec, "type", "ClusterIP");
        var type = spec.path("type").asText();
        JsonTrees.each(spec.path("ports"), port -> {
            JsonTrees.missing(port, "protocol", "TCP");
            if (!port.hasNonNull("targetPort") || port.path("targetPort").asText().matches("0?")) {
                port.set("targetPort", port.path("port"));
            }
        });
        if (!type.equals("ExternalName")) {
            JsonTrees.missing(spec, "internalTrafficPolicy", "Cluster");
        }
        if (type.equals("NodePort") || type.equals("LoadBalancer")) {
            JsonTrees.missing(spec, "externalTrafficPolicy", "Cluster");
        }
        if (type.equals("LoadBalancer")) {
            JsonTrees.missing(spec, "allocateLoadBalancerNodePorts", true);
        }
    }

    private static void networkPolicy(ObjectNode spec) {
        for (var direction : new String[] {"ingress", "egress"}) {
            JsonTrees.each(spec.path(direction), rule -> JsonTrees.each(rule.path("ports"),
                    port -> JsonTrees.missing(port, "protocol", "TCP")));
        }
        if (spec.path("policyTypes").isEmpty()) {
            var types = spec.putArray("policyTypes").add("Ingress");
            if (!spec.path("egress").isEmpty()) {
                types.add("Egress");
            }
        }
    }

    static void webhooks(ObjectNode configuration) {
        JsonTrees.each(configuration.path("webhooks"), hook -> {
            JsonTrees.missing(hook, "failurePolicy", "Fail");
            JsonTrees.missing(hook, "matchPolicy", "Equivalent");
            JsonTrees.under(hook, "namespaceSelector");
            JsonTrees.under(hook, "objectSelector");
            JsonTrees.missing(hook, "timeoutSeconds", 10);
            if (configuration.path("kind").asText().startsWith("Mutating")) {
                JsonTrees.missing(hook, "reinvocationPolicy", "Never");
            }
            JsonTrees.each(hook.path("rules"), rule -> JsonTrees.missing(rule, "scope", "*"));
            JsonTrees.with(hook, "clientConfig", client -> JsonTrees.with(client, "service",
                    service -> JsonTrees.missing(service, "port", HTTPS)));
        });
    }
}
