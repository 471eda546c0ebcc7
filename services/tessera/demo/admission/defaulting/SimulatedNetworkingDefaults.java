package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.JsonTreeOperations;

/** Defaults of Services, NetworkPolicies and webhook configurations. */
final class SimulatedNetworkingDefaults {

    private static final int HTTPS = 443;

    private SimulatedNetworkingDefaults() {}

    static void apply(String kind, ObjectNode object) {
        switch (kind) {
            case "Service" -> defaultService(JsonTreeOperations.childObject(object, "spec"));
            case "Endpoints" ->
                JsonTreeOperations.forEachObject(object.path("subsets"),
                        subset -> JsonTreeOperations.forEachObject(subset.path("ports"),
                                port -> JsonTreeOperations.putIfMissing(port, "protocol", "TCP")));
            case "EndpointSlice" -> JsonTreeOperations.forEachObject(object.path("ports"), port -> {
                JsonTreeOperations.putIfMissing(port, "name", "");
                JsonTreeOperations.putIfMissing(port, "protocol", "TCP");
            });
            case "NetworkPolicy" -> defaultNetworkPolicy(JsonTreeOperations.childObject(object, "spec"));
            case "APIService" ->
                JsonTreeOperations.changeChild(JsonTreeOperations.childObject(object, "spec"), "service",
                        service -> JsonTreeOperations.putIfMissing(service, "port", HTTPS));
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private static void defaultService(ObjectNode spec) {
        JsonTreeOperations.putIfMissing(spec, "sessionAffinity", "None");
        JsonTreeOperations.putIfMissing(spec, "type", "ClusterIP");
        var type = spec.path("type").asText();
        JsonTreeOperations.forEachObject(spec.path("ports"), port -> {
            JsonTreeOperations.putIfMissing(port, "protocol", "TCP");
            if (!port.hasNonNull("targetPort") || port.path("targetPort").asText().matches("0?")) {
                port.set("targetPort", port.path("port"));
            }
        });
        if (!type.equals("ExternalName")) {
            JsonTreeOperations.putIfMissing(spec, "internalTrafficPolicy", "Cluster");
        }
        if (type.equals("NodePort") || type.equals("LoadBalancer")) {
            JsonTreeOperations.putIfMissing(spec, "externalTrafficPolicy", "Cluster");
        }
        if (type.equals("LoadBalancer")) {
            JsonTreeOperations.putIfMissing(spec, "allocateLoadBalancerNodePorts", true);
        }
    }

    private static void defaultNetworkPolicy(ObjectNode spec) {
        for (var direction : new String[] {"ingress", "egress"}) {
            JsonTreeOperations.forEachObject(spec.path(direction),
                    rule -> JsonTreeOperations.forEachObject(rule.path("ports"),
                            port -> JsonTreeOperations.putIfMissing(port, "protocol", "TCP")));
        }
        if (spec.path("policyTypes").isEmpty()) {
            var types = spec.putArray("policyTypes").add("Ingress");
            if (!spec.path("egress").isEmpty()) {
                types.add("Egress");
            }
        }
    }

    static void defaultWebhooks(ObjectNode configuration) {
        JsonTreeOperations.forEachObject(configuration.path("webhooks"), hook -> {
            JsonTreeOperations.putIfMissing(hook, "failurePolicy", "Fail");
            JsonTreeOperations.putIfMissing(hook, "matchPolicy", "Equivalent");
            JsonTreeOperations.childObject(hook, "namespaceSelector");
            JsonTreeOperations.childObject(hook, "objectSelector");
            JsonTreeOperations.putIfMissing(hook, "timeoutSeconds", 10);
            if (configuration.path("kind").asText().startsWith("Mutating")) {
                JsonTreeOperations.putIfMissing(hook, "reinvocationPolicy", "Never");
            }
            JsonTreeOperations.forEachObject(hook.path("rules"),
                    rule -> JsonTreeOperations.putIfMissing(rule, "scope", "*"));
            JsonTreeOperations.changeChild(hook, "clientConfig",
                    client -> JsonTreeOperations.changeChild(client, "service",
                            service -> JsonTreeOperations.putIfMissing(service, "port", HTTPS)));
        });
    }
}
