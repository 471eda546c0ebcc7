package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.requests.ContainerResourceDefaults;
import tessera.kube.schema.FieldDefaults;
import tessera.kube.schema.KindTable;

/**
 * The defaults of the built-in kinds: those of the table of kinds, and those that depend on other fields. They depend on the
 * object alone and belong to the client who sent it, as {@code managedFields} shows; what admission adds comes later.
 */
public final class SimulatedObjectDefaulter {

    private static final FieldDefaults TABLE = new FieldDefaults(KindTable.builtIn());

    private SimulatedObjectDefaulter() {}

    /** Returns the object with defaults filled in. The argument, which must have been decoded, does not change. */
    public static ObjectNode apply(SimulatedKindSchema kind, ObjectNode object) {
        if (kind.custom()) {
            return object;
        }
        var result = object.deepCopy();
        fill(kind.kind(), result);
        return result;
    }

    /** Fills in the defaults of an object of a built-in kind, changing it. */
    public static void fill(String kind, ObjectNode object) {
        if (kind.equals("Pod")) {
            defaultPod(object);
        }
        if (object.at(templateSpecPointer(kind)) instanceof ObjectNode spec) {
            defaultSpec(spec);
        }
        beforeTable(kind, object);
        TABLE.fill(kind, object);
        defaultRollingUpdate(kind, object);
    }

    /** Fills in the defaults of a pod template, changing it. */
    public static void fillTemplate(ObjectNode template) {
        if (template.path("spec") instanceof ObjectNode spec) {
            defaultSpec(spec);
        }
        TABLE.fill("PodTemplateSpec", template);
    }

    /** Returns where the pods of a kind are described; a place that is not there for kinds without pods. */
    private static String templateSpecPointer(String kind) {
        return switch (kind) {
            case "Deployment", "ReplicaSet", "DaemonSet", "StatefulSet", "Job", "ReplicationController" ->
                "/spec/template/spec";
            case "CronJob" -> "/spec/jobTemplate/spec/template/spec";
            case "PodTemplate" -> "/template/spec";
            default -> "/none";
        };
    }

    /** Fills in how many pods are updated at once, which a strategy has that updates one after the other. */
    private static void defaultRollingUpdate(String kind, ObjectNode object) {
        var type = switch (kind) {
            case "Deployment" -> "RollingUpdateDeployment";
            case "DaemonSet" -> "RollingUpdateDaemonSet";
            case "StatefulSet" -> "RollingUpdateStatefulSetStrategy";
            default -> "";
        };
        var field = kind.equals("Deployment") ? "strategy" : "updateStrategy";
        if (!type.isEmpty() && object.path("spec").path(field) instanceof ObjectNode strategy
                && strategy.path("type").asText().equals("RollingUpdate")) {
            TABLE.fill(type, strategy.withObjectProperty("rollingUpdate"));
        }
    }

    /** Fills in the defaults that only a pod has, not a template. */
    static void defaultPod(ObjectNode pod) {
        ContainerResourceDefaults.addRequestsFromLimits(pod);
        JsonTreeOperations.changeChild(pod, "spec", spec -> {
            JsonTreeOperations.putIfMissing(spec, "enableServiceLinks", true);
            defaultSpec(spec);
        });
    }

    static void defaultSpec(ObjectNode spec) {
        for (var list : List.of("containers", "initContainers", "ephemeralContainers")) {
            JsonTreeOperations.forEachObject(spec.path(list),
                    container -> defaultContainer(container, spec.path("hostNetwork").asBoolean()));
        }
        JsonTreeOperations.forEachObject(spec.path("volumes"), SimulatedObjectDefaulter::defaultVolume);
        var account = spec.path("serviceAccountName").asText(spec.path("serviceAccount").asText());
        if (!account.isEmpty()) {
            spec.put("serviceAccountName", account).put("serviceAccount", account);
        }
    }

    private static void defaultContainer(ObjectNode container, boolean hostNetwork) {
        JsonTreeOperations.putIfMissing(container, "imagePullPolicy", pullPolicy(container.path("image").asText()));
        if (hostNetwork) {
            JsonTreeOperations.forEachObject(container.path("ports"),
                    port -> JsonTreeOperations.putIfMissing(port, "hostPort", port.path("containerPort").asInt()));
        }
    }

    /** Returns the pull policy: Always for an image without a tag or with the tag latest, which may change. */
    static String pullPolicy(String image) {
        if (image.contains("@")) {
            return "IfNotPresent";
        }
        var name = image.substring(image.lastIndexOf('/') + 1);
        return !name.contains(":") || name.endsWith(":latest") ? "Always" : "IfNotPresent";
    }

    private static void defaultVolume(ObjectNode volume) {
        if (volume.size() <= 1) {
            volume.putObject("emptyDir");
        }
        JsonTreeOperations.changeChild(volume, "image", image -> JsonTreeOperations.putIfMissing(image, "pullPolicy",
                pullPolicy(image.path("reference").asText())));
    }

    static void beforeTable(String kind, ObjectNode object) {
        var spec = object.path("spec") instanceof ObjectNode there ? there : SimulatedStoreJsonCodec.newObject();
        switch (kind) {
            case "DaemonSet" -> JsonTreeOperations.putIfMissing(SimulatedMetadata.annotationsOf(object),
                    "deprecated.daemonset.template.generation", "1");
            case "StatefulSet" -> JsonTreeOperations.forEachObject(spec.path("volumeClaimTemplates"),
                    claim -> claim.put("kind", "PersistentVolumeClaim").put("apiVersion", "v1"));
            case "Job" -> defaultJob(object, spec);
            case "Service" -> defaultService(spec);
            case "NetworkPolicy" -> defaultPolicyTypes(spec);
            case "ResourceClaim" -> defaultRequests(spec);
            case "ResourceClaimTemplate" ->
                JsonTreeOperations.changeChild(spec, "spec", SimulatedObjectDefaulter::defaultRequests);
            case "Node" ->
                JsonTreeOperations.changeChild(object, "status", SimulatedObjectDefaulter::defaultNodeStatus);
            case "Namespace" -> defaultNamespace(object.withObjectProperty("metadata"));
            case "Secret" -> defaultSecret(object);
            case "LimitRange" ->
                JsonTreeOperations.forEachObject(spec.path("limits"), SimulatedObjectDefaulter::defaultLimits);
            case "RoleBinding", "ClusterRoleBinding" ->
                JsonTreeOperations.forEachObject(object.path("subjects"), SimulatedObjectDefaulter::defaultSubject);
            case "CustomResourceDefinition" -> defaultNames(spec.withObjectProperty("names"));
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

    private static void defaultLabels(ObjectNode object, JsonNode templateLabels) {
        var metadata = object.withObjectProperty("metadata");
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
            JsonTreeOperations.changeChild(request, "exactly", SimulatedObjectDefaulter::defaultCount);
            JsonTreeOperations.forEachObject(request.path("firstAvailable"), SimulatedObjectDefaulter::defaultCount);
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
            metadata.withObjectProperty("labels").put("kubernetes.io/metadata.name", name);
        }
    }

    private static void defaultSecret(ObjectNode secret) {
        if (secret.remove("stringData") instanceof ObjectNode plain) {
            var data = secret.withObjectProperty("data");
            plain.properties().forEach(entry -> data.put(entry.getKey(),
                    Base64.getEncoder().encodeToString(entry.getValue().asText().getBytes(StandardCharsets.UTF_8))));
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
        item.path(from).properties().forEach(entry -> JsonTreeOperations.putIfMissing(item.withObjectProperty(into),
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
