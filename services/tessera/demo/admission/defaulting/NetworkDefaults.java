package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.JsonTrees;

/** Defaults of Services, NetworkPolicies and webhook configurations. */
final class NetworkDefaults {

    private static final int HTTPS = 443;

    private NetworkDefaults() {}

    static void apply(String kind, ObjectNode object) {
        switch (kind) {
            case "Service" -> defaultService(JsonTrees.childObject(object, "spec"));
            case "Endpoints" ->
                JsonTrees.forEachObject(object.path("subsets"), subset -> JsonTrees.forEachObject(subset.path("ports"),
                        port -> JsonTrees.putIfMissing(port, "protocol", "TCP")));
            case "EndpointSlice" -> JsonTrees.forEachObject(object.path("ports"), port -> {
                JsonTrees.putIfMissing(port, "name", "");
                JsonTrees.putIfMissing(port, "protocol", "TCP");
            });
            case "NetworkPolicy" -> defaultNetworkPolicy(JsonTrees.childObject(object, "spec"));
            case "APIService" -> JsonTrees.changeChild(JsonTrees.childObject(object, "spec"), "service",
                    service -> JsonTrees.putIfMissing(service, "port", HTTPS));
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private static void defaultService(ObjectNode spec) {
        JsonTrees.putIfMissing(spec, "sessionAffinity", "None");
        JsonTrees.putIfMissing(spec, "type", "ClusterIP");
        var type = spec.path("type").asText();
        JsonTrees.forEachObject(spec.path("ports"), port -> {
            JsonTrees.putIfMissing(port, "protocol", "TCP");
            if (!port.hasNonNull("targetPort") || port.path("targetPort").asText().matches("0?")) {
                port.set("targetPort", port.path("port"));
            }
        });
        if (!type.equals("ExternalName")) {
            JsonTrees.putIfMissing(spec, "internalTrafficPolicy", "Cluster");
        }
        if (type.equals("NodePort") || type.equals("LoadBalancer")) {
            JsonTrees.putIfMissing(spec, "externalTrafficPolicy", "Cluster");
        }
        if (type.equals("LoadBalancer")) {
            JsonTrees.putIfMissing(spec, "allocateLoadBalancerNodePorts", true);
        }
    }

    private static void defaultNetworkPolicy(ObjectNode spec) {
        for (var direction : new String[] {"ingress", "egress"}) {
            JsonTrees.forEachObject(spec.path(direction), rule -> JsonTrees.forEachObject(rule.path("ports"),
                    port -> JsonTrees.putIfMissing(port, "protocol", "TCP")));
        }
        if (spec.path("policyTypes").isEmpty()) {
            var types = spec.putArray("policyTypes").add("Ingress");
            if (!spec.path("egress").isEmpty()) {
                types.add("Egress");
            }
        }
    }

    static void defaultWebhooks(ObjectNode configuration) {
        JsonTrees.forEachObject(configuration.path("webhooks"), hook -> {
            JsonTrees.putIfMissing(hook, "failurePolicy", "Fail");
            JsonTrees.putIfMissing(hook, "matchPolicy", "Equivalent");
            JsonTrees.childObject(hook, "namespaceSelector");
            JsonTrees.childObject(hook, "objectSelector");
            JsonTrees.putIfMissing(hook, "timeoutSeconds", 10);
            if (configuration.path("kind").asText().startsWith("Mutating")) {
                JsonTrees.putIfMissing(hook, "reinvocationPolicy", "Never");
            }
            JsonTrees.forEachObject(hook.path("rules"), rule -> JsonTrees.putIfMissing(rule, "scope", "*"));
            JsonTrees.changeChild(hook, "clientConfig", client -> JsonTrees.changeChild(client, "service",
                    service -> JsonTrees.putIfMissing(service, "port", HTTPS)));
        });
    }
}
