package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.admission.JsonTreeOperations;
import tessera.demo.admission.SimulatedPodPropertyReader;
import tessera.demo.patch.schema.SimulatedKindSchema;
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
            SimulatedPodDefaults.defaultPod(object);
        }
        defaultTemplate(SimulatedPodPropertyReader.templatePath(kind), object);
        SimulatedConditionalDefaults.beforeTable(kind, object);
        TABLE.fill(kind, object);
        defaultRollingUpdate(kind, object);
    }

    /** Fills in the defaults of a pod template, changing it. */
    public static void fillTemplate(ObjectNode template) {
        if (template.path("spec") instanceof ObjectNode spec) {
            SimulatedPodDefaults.defaultSpec(spec);
        }
        TABLE.fill("PodTemplateSpec", template);
    }

    private static void defaultTemplate(List<String> path, ObjectNode object) {
        var at = object.path(path.isEmpty() ? "" : path.getFirst());
        for (var step : path.stream().skip(1).toList()) {
            at = at.path(step);
        }
        if (at.path("spec") instanceof ObjectNode spec) {
            SimulatedPodDefaults.defaultSpec(spec);
        }
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
            TABLE.fill(type, JsonTreeOperations.childObject(strategy, "rollingUpdate"));
        }
    }

    /** Defaults of pods and of pod templates that depend on other fields. */
    private static final class SimulatedPodDefaults {

        private SimulatedPodDefaults() {}

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
            JsonTreeOperations.forEachObject(spec.path("volumes"), SimulatedPodDefaults::defaultVolume);
            var account = spec.path("serviceAccountName").asText(spec.path("serviceAccount").asText());
            if (!account.isEmpty()) {
                spec.put("serviceAccountName", account).put("serviceAccount", account);
            }
        }

        private static void defaultContainer(ObjectNode container, boolean hostNetwork) {
            JsonTreeOperations.putIfMissing(container, "imagePullPolicy", pullPolicy(container.path("image").asText()));
            if (hostNetwork) {
                JsonTreeOperations.forEachObject(container.path("ports"), port -> JsonTreeOperations.putIfMissing(port,
                        "hostPort", port.path("containerPort").asInt()));
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
            JsonTreeOperations.changeChild(volume, "image",
                    image -> JsonTreeOperations.putIfMissing(image, "pullPolicy",
                            pullPolicy(image.path("reference").asText())));
        }
    }
}
