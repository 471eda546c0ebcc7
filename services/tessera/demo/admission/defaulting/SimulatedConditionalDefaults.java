package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import tessera.demo.admission.JsonTreeOperations;

/** Defaults of kinds other than pods that depend on other fields, filled in before those of the table of kinds. */
final class SimulatedConditionalDefaults {

    private SimulatedConditionalDefaults() {}

    static void beforeTable(String kind, ObjectNode object) {
        var spec = object.path("spec") instanceof ObjectNode there ? there : JsonTreeOperations.newObject();
        switch (kind) {
            case "DaemonSet" -> JsonTreeOperations.putIfMissing(
                    JsonTreeOperations.childObject(JsonTreeOperations.childObject(object, "metadata"), "annotations"),
                    "deprecated.daemonset.template.generation", "1");
            case "StatefulSet" -> JsonTreeOperations.forEachObject(spec.path("volumeClaimTemplates"),
                    claim -> claim.put("kind", "PersistentVolumeClaim").put("apiVersion", "v1"));
            case "Job" -> defaultJob(object, spec);
            case "ReplicationController" -> defaultController(object, spec);
            case "Service" -> defaultService(spec);
            case "NetworkPolicy" -> defaultPolicyTypes(spec);
            case "ResourceClaim" -> defaultRequests(spec);
            case "ResourceClaimTemplate" -> JsonTreeOperations.changeChild(spec, "spec",
                    SimulatedConditionalDefaults::defaultRequests);
            case "Node" -> JsonTreeOperations.changeChild(object, "status",
                    SimulatedConditionalDefaults::defaultNodeStatus);
            case "Namespace" -> defaultNamespace(JsonTreeOperations.childObject(object, "metadata"));
            case "Secret" -> defaultSecret(object);
            case "LimitRange" -> JsonTreeOperations.forEachObject(spec.path("limits"),
                    SimulatedConditionalDefaults::defaultLimits);
            case "RoleBinding", "ClusterRoleBinding" -> JsonTreeOperations.forEachObject(object.path("subjects"),
                    SimulatedConditionalDefaults::defaultSubject);
            case "CustomResourceDefinition" -> defaultNames(JsonTreeOperations.childObject(spec, "names"));
            default -> {}
        }
    }

    private static void defaultJob(ObjectNode object, ObjectNode spec) {
        if (!spec.has("completions") && !spec.has("parallelism")) {
            spec.put("completions", 1);
        }
        JsonTreeOperations.putIfMissing(spec, "parallelism", 1);
        JsonTreeOperations.putIfMissing(spec, "backoffLimit", spec.has("backoffLimitPerIndex") ? Integer.MAX_VALUE : 6);
        JsonTreeOperations.putIfMissing(spec, "completionMode", "NonIndexed");
        JsonTreeOperations.putIfMissing(spec, "suspend", false);
        JsonTreeOperations.putIfMissing(spec, "manualSelector", false);
        JsonTreeOperations.putIfMissing(spec, "podReplacementPolicy",
                spec.has("podFailurePolicy") ? "Failed" : "TerminatingOrFailed");
        defaultLabels(object, spec.path("template").path("metadata").path("labels"));
    }

    private static void defaultController(ObjectNode object, ObjectNode spec) {
        var labels = spec.path("template").path("metadata").path("labels");
        if (!labels.isEmpty() && spec.path("selector").isEmpty()) {
            spec.set("selector", labels.deepCopy());
        }
        defaultLabels(object, labels);
    }

    private static void defaultLabels(ObjectNode object, JsonNode templateLabels) {
        var metadata = JsonTreeOperations.childObject(object, "metadata");
        if (!templateLabels.isEmpty() && metadata.path("labels").isEmpty()) {
            metadata.set("labels", templateLabels.deepCopy());
        }
    }

    private static void defaultService(ObjectNode spec) {
        var type = spec.path("type").asText();
        JsonTreeOperations.forEachObject(spec.path("ports"), port -> {
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

    private static void defaultPolicyTypes(ObjectNode spec) {
        if (spec.path("policyTypes").isEmpty()) {
            var types = spec.putArray("policyTypes").add("Ingress");
            if (!spec.path("egress").isEmpty()) {
                types.add("Egress");
            }
        }
    }

    /** Fills in that a request for devices is for one, unless it is for all. */
    private static void defaultRequests(ObjectNode spec) {
        JsonTreeOperations.forEachObject(spec.path("devices").path("requests"), request -> {
            JsonTreeOperations.changeChild(request, "exactly", SimulatedConditionalDefaults::defaultCount);
            JsonTreeOperations.forEachObject(request.path("firstAvailable"),
                    SimulatedConditionalDefaults::defaultCount);
        });
    }

    private static void defaultCount(ObjectNode request) {
        if (List.of("", "ExactCount").contains(request.path("allocationMode").asText())) {
            JsonTreeOperations.putIfMissing(request, "count", 1);
        }
    }

    /** Fills in the status of a node only where it was never written. */
    private static void defaultNodeStatus(ObjectNode status) {
        if (!status.has("allocatable") && status.has("capacity")) {
            status.set("allocatable", status.get("capacity").deepCopy());
        }
    }

    private static void defaultNamespace(ObjectNode metadata) {
        var name = metadata.path("name").asText();
        if (!name.isEmpty()) {
            JsonTreeOperations.childObject(metadata, "labels").put("kubernetes.io/metadata.name", name);
        }
    }

    private static void defaultSecret(ObjectNode secret) {
        if (secret.remove("stringData") instanceof ObjectNode plain) {
            var data = JsonTreeOperations.childObject(secret, "data");
            plain.properties().forEach(entry -> data.put(entry.getKey(), Base64.getEncoder()
                    .encodeToString(entry.getValue().asText().getBytes(StandardCharsets.UTF_8))));
        }
    }

    private static void defaultLimits(ObjectNode item) {
        if (item.path("type").asText().equals("Container")) {
            fillFrom(item, "max", "default");
            fillFrom(item, "default", "defaultRequest");
            fillFrom(item, "min", "defaultRequest");
        }
    }

    private static void fillFrom(ObjectNode item, String from, String into) {
        item.path(from).properties()
                .forEach(entry -> JsonTreeOperations.putIfMissing(JsonTreeOperations.childObject(item, into),
                        entry.getKey(), entry.getValue().asText()));
    }

    private static void defaultSubject(ObjectNode subject) {
        if (List.of("User", "Group").contains(subject.path("kind").asText())) {
            JsonTreeOperations.putIfMissing(subject, "apiGroup", "rbac.authorization.k8s.io");
        }
    }

    private static void defaultNames(ObjectNode names) {
        var kind = names.path("kind").asText();
        JsonTreeOperations.putIfMissing(names, "singular", kind.toLowerCase(Locale.ROOT));
        JsonTreeOperations.putIfMissing(names, "listKind", kind + "List");
    }
}
