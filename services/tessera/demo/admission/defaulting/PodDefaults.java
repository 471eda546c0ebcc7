package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.admission.AdmissionPodRequests;
import tessera.demo.admission.JsonTrees;

/** Defaults of pods and of pod templates. */
final class PodDefaults {

    private static final int READABLE = 420;

    private PodDefaults() {}

    /** Fills in the defaults that only a pod has, not a template. */
    static void defaultPod(ObjectNode pod) {
        JsonTrees.changeChild(pod, "spec", spec -> {
            for (var list : List.of("containers", "initContainers")) {
                JsonTrees.forEachObject(spec.path(list),
                        container -> requestsFromLimits(JsonTrees.childObject(container, "resources")));
            }
            JsonTrees.changeChild(spec, "resources", resources -> podLevelRequests(spec, resources));
            JsonTrees.putIfMissing(spec, "enableServiceLinks", true);
            defaultSpec(spec);
        });
        JsonTrees.putIfMissing(JsonTrees.childObject(pod, "status"), "phase", "Pending");
    }

    private static void requestsFromLimits(ObjectNode resources) {
        JsonTrees.changeChild(resources, "limits", limits -> {
            var requests = JsonTrees.childObject(resources, "requests");
            limits.properties()
                    .forEach(limit -> JsonTrees.putIfMissing(requests, limit.getKey(), limit.getValue().asText()));
        });
    }

    /** Copies a pod-level limit to a request only where no container requests the resource. */
    private static void podLevelRequests(ObjectNode spec, ObjectNode resources) {
        var ofContainers = AdmissionPodRequests
                .requestsOf(JsonTrees.newObject().set("spec", JsonTrees.newObject().set("containers",
                        spec.path("containers"))));
        JsonTrees.changeChild(resources, "limits", limits -> limits.properties().forEach(limit -> {
            if (AdmissionPodRequests.isPodLevel(limit.getKey())) {
                var requested = ofContainers.get(limit.getKey());
                JsonTrees.putIfMissing(JsonTrees.childObject(resources, "requests"), limit.getKey(),
                        requested == null ? limit.getValue().asText() : requested.canonicalText());
            }
        }));
    }

    static void defaultSpec(ObjectNode spec) {
        for (var list : List.of("containers", "initContainers", "ephemeralContainers")) {
            JsonTrees.forEachObject(spec.path(list),
                    container -> defaultContainer(container, spec.path("hostNetwork").asBoolean()));
        }
        JsonTrees.forEachObject(spec.path("volumes"), PodDefaults::defaultVolume);
        JsonTrees.putIfMissing(spec, "restartPolicy", "Always");
        JsonTrees.putIfMissing(spec, "terminationGracePeriodSeconds", 30);
        JsonTrees.putIfMissing(spec, "dnsPolicy", "ClusterFirst");
        JsonTrees.childObject(spec, "securityContext");
        JsonTrees.putIfMissing(spec, "schedulerName", "default-scheduler");
        var account = spec.path("serviceAccountName").asText(spec.path("serviceAccount").asText());
        if (!account.isEmpty()) {
            spec.put("serviceAccountName", account).put("serviceAccount", account);
        }
    }

    private static void defaultContainer(ObjectNode container, boolean hostNetwork) {
        JsonTrees.putIfMissing(container, "terminationMessagePath", "/dev/termination-log");
        JsonTrees.putIfMissing(container, "terminationMessagePolicy", "File");
        JsonTrees.putIfMissing(container, "imagePullPolicy", pullPolicy(container.path("image").asText()));
        JsonTrees.forEachObject(container.path("ports"), port -> {
            JsonTrees.putIfMissing(port, "protocol", "TCP");
            if (hostNetwork) {
                JsonTrees.putIfMissing(port, "hostPort", port.path("containerPort").asInt());
            }
        });
        JsonTrees.forEachObject(container.path("env"),
                variable -> JsonTrees.changeChild(variable, "valueFrom", PodDefaults::defaultFieldReference));
        for (var probe : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
            JsonTrees.changeChild(container, probe, PodDefaults::defaultProbe);
        }
        JsonTrees.changeChild(container, "lifecycle", lifecycle -> {
            for (var handler : List.of("postStart", "preStop")) {
                JsonTrees.changeChild(lifecycle, handler, PodDefaults::httpGet);
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
        JsonTrees.putIfMissing(probe, "timeoutSeconds", 1);
        JsonTrees.putIfMissing(probe, "periodSeconds", 10);
        JsonTrees.putIfMissing(probe, "successThreshold", 1);
        JsonTrees.putIfMissing(probe, "failureThreshold", 3);
        httpGet(probe);
        JsonTrees.changeChild(probe, "grpc", grpc -> JsonTrees.putIfMissing(grpc, "service", ""));
    }

    private static void httpGet(ObjectNode handler) {
        JsonTrees.changeChild(handler, "httpGet", get -> {
            JsonTrees.putIfMissing(get, "path", "/");
            JsonTrees.putIfMissing(get, "scheme", "HTTP");
        });
    }

    private static void defaultFieldReference(ObjectNode holder) {
        JsonTrees.changeChild(holder, "fieldRef", reference -> JsonTrees.putIfMissing(reference, "apiVersion", "v1"));
    }

    private static void defaultVolume(ObjectNode volume) {
        if (volume.size() <= 1) {
            volume.putObject("emptyDir");
        }
        for (var source : List.of("configMap", "secret", "downwardAPI", "projected")) {
            JsonTrees.changeChild(volume, source, files -> JsonTrees.putIfMissing(files, "defaultMode", READABLE));
        }
        JsonTrees.changeChild(volume, "hostPath", path -> JsonTrees.putIfMissing(path, "type", ""));
        JsonTrees.changeChild(volume, "downwardAPI",
                files -> JsonTrees.forEachObject(files.path("items"), PodDefaults::defaultFieldReference));
        JsonTrees.changeChild(volume, "projected",
                projected -> JsonTrees.forEachObject(projected.path("sources"), source -> {
                    JsonTrees.changeChild(source, "serviceAccountToken",
                            token -> JsonTrees.putIfMissing(token, "expirationSeconds", 3600));
                    JsonTrees.changeChild(source, "downwardAPI",
                            files -> JsonTrees.forEachObject(files.path("items"), PodDefaults::defaultFieldReference));
                }));
        JsonTrees.changeChild(volume, "ephemeral", ephemeral -> JsonTrees.changeChild(ephemeral, "volumeClaimTemplate",
                template -> JsonTrees.putIfMissing(JsonTrees.childObject(template, "spec"), "volumeMode",
                        "Filesystem")));
        JsonTrees.changeChild(volume, "image", image -> JsonTrees.putIfMissing(image, "pullPolicy",
                pullPolicy(image.path("reference").asText())));
    }
}
