package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.admission.JsonTreeOperations;
import tessera.kube.requests.ContainerResourceDefaults;

/** Defaults of pods and of pod templates. */
final class SimulatedPodDefaults {

    private static final int READABLE = 420;

    private SimulatedPodDefaults() {}

    /** Fills in the defaults that only a pod has, not a template. */
    static void defaultPod(ObjectNode pod) {
        ContainerResourceDefaults.addRequestsFromLimits(pod);
        JsonTreeOperations.changeChild(pod, "spec", spec -> {
            JsonTreeOperations.putIfMissing(spec, "enableServiceLinks", true);
            defaultSpec(spec);
        });
        JsonTreeOperations.putIfMissing(JsonTreeOperations.childObject(pod, "status"), "phase", "Pending");
    }

    static void defaultSpec(ObjectNode spec) {
        for (var list : List.of("containers", "initContainers", "ephemeralContainers")) {
            JsonTreeOperations.forEachObject(spec.path(list),
                    container -> defaultContainer(container, spec.path("hostNetwork").asBoolean()));
        }
        JsonTreeOperations.forEachObject(spec.path("volumes"), SimulatedPodDefaults::defaultVolume);
        JsonTreeOperations.putIfMissing(spec, "restartPolicy", "Always");
        JsonTreeOperations.putIfMissing(spec, "terminationGracePeriodSeconds", 30);
        JsonTreeOperations.putIfMissing(spec, "dnsPolicy", "ClusterFirst");
        JsonTreeOperations.childObject(spec, "securityContext");
        JsonTreeOperations.putIfMissing(spec, "schedulerName", "default-scheduler");
        var account = spec.path("serviceAccountName").asText(spec.path("serviceAccount").asText());
        if (!account.isEmpty()) {
            spec.put("serviceAccountName", account).put("serviceAccount", account);
        }
    }

    private static void defaultContainer(ObjectNode container, boolean hostNetwork) {
        JsonTreeOperations.putIfMissing(container, "terminationMessagePath", "/dev/termination-log");
        JsonTreeOperations.putIfMissing(container, "terminationMessagePolicy", "File");
        JsonTreeOperations.putIfMissing(container, "imagePullPolicy", pullPolicy(container.path("image").asText()));
        JsonTreeOperations.forEachObject(container.path("ports"), port -> {
            JsonTreeOperations.putIfMissing(port, "protocol", "TCP");
            if (hostNetwork) {
                JsonTreeOperations.putIfMissing(port, "hostPort", port.path("containerPort").asInt());
            }
        });
        JsonTreeOperations.forEachObject(container.path("env"),
                variable -> JsonTreeOperations.changeChild(variable, "valueFrom",
                        SimulatedPodDefaults::defaultFieldReference));
        for (var probe : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
            JsonTreeOperations.changeChild(container, probe, SimulatedPodDefaults::defaultProbe);
        }
        JsonTreeOperations.changeChild(container, "lifecycle", lifecycle -> {
            for (var handler : List.of("postStart", "preStop")) {
                JsonTreeOperations.changeChild(lifecycle, handler, SimulatedPodDefaults::httpGet);
            }
        });
    }

    /** Returns the pull policy: Always for an image without a tag or with the tag latest, which may change. */
    static String pullPolicy(String image) {
        if (image.contains("@")) {
            return "IfNotPresent";
        }
        var name = image.substring(image.lastIndexOf('/') + 1);
        return !name.contains(":") || name.endsWith(":latest") ? "Always" : "IfNotPresent";
    }

    private static void defaultProbe(ObjectNode probe) {
        JsonTreeOperations.putIfMissing(probe, "timeoutSeconds", 1);
        JsonTreeOperations.putIfMissing(probe, "periodSeconds", 10);
        JsonTreeOperations.putIfMissing(probe, "successThreshold", 1);
        JsonTreeOperations.putIfMissing(probe, "failureThreshold", 3);
        httpGet(probe);
        JsonTreeOperations.changeChild(probe, "grpc", grpc -> JsonTreeOperations.putIfMissing(grpc, "service", ""));
    }

    private static void httpGet(ObjectNode handler) {
        JsonTreeOperations.changeChild(handler, "httpGet", get -> {
            JsonTreeOperations.putIfMissing(get, "path", "/");
            JsonTreeOperations.putIfMissing(get, "scheme", "HTTP");
        });
    }

    private static void defaultFieldReference(ObjectNode holder) {
        JsonTreeOperations.changeChild(holder, "fieldRef",
                reference -> JsonTreeOperations.putIfMissing(reference, "apiVersion", "v1"));
    }

    private static void defaultVolume(ObjectNode volume) {
        if (volume.size() <= 1) {
            volume.putObject("emptyDir");
        }
        for (var source : List.of("configMap", "secret", "downwardAPI", "projected")) {
            JsonTreeOperations.changeChild(volume, source,
                    files -> JsonTreeOperations.putIfMissing(files, "defaultMode", READABLE));
        }
        JsonTreeOperations.changeChild(volume, "hostPath", path -> JsonTreeOperations.putIfMissing(path, "type", ""));
        JsonTreeOperations.changeChild(volume, "downwardAPI",
                files -> JsonTreeOperations.forEachObject(files.path("items"),
                        SimulatedPodDefaults::defaultFieldReference));
        JsonTreeOperations.changeChild(volume, "projected",
                projected -> JsonTreeOperations.forEachObject(projected.path("sources"), source -> {
                    JsonTreeOperations.changeChild(source, "serviceAccountToken",
                            token -> JsonTreeOperations.putIfMissing(token, "expirationSeconds", 3600));
                    JsonTreeOperations.changeChild(source, "downwardAPI",
                            files -> JsonTreeOperations.forEachObject(files.path("items"),
                                    SimulatedPodDefaults::defaultFieldReference));
                }));
        JsonTreeOperations.changeChild(volume, "ephemeral",
                ephemeral -> JsonTreeOperations.changeChild(ephemeral, "volumeClaimTemplate",
                        template -> JsonTreeOperations.putIfMissing(JsonTreeOperations.childObject(template, "spec"),
                                "volumeMode",
                                "Filesystem")));
        JsonTreeOperations.changeChild(volume, "image", image -> JsonTreeOperations.putIfMissing(image, "pullPolicy",
                pullPolicy(image.path("reference").asText())));
    }
}
