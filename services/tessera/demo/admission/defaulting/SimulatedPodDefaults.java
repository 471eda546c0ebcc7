package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.admission.JsonTreeOperations;
import tessera.kube.requests.ContainerResourceDefaults;

/** Defaults of pods and of pod templates that depend on other fields. */
final class SimulatedPodDefaults {

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
        JsonTreeOperations.changeChild(volume, "image", image -> JsonTreeOperations.putIfMissing(image, "pullPolicy",
                pullPolicy(image.path("reference").asText())));
    }
}
