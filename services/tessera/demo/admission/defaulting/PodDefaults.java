package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.admission.AdmissionPodRequests;
import tessera.demo.admission.JsonTrees;

/** Defaults of pods and of pod templates. */
final class PodDefaults {

    private static final int READABLE = 420;

    private PodDefaults() {}

    /** What only a pod gets, not a template. */
    static void pod(ObjectNode pod) {
        JsonTrees.with(pod, "spec", spec -> {
            for (var list : List.of("containers", "initContainers")) {
                JsonTrees.each(spec.path(list),
                        container -> requestsFromLimits(JsonTrees.under(container, "resources")));
            }
            JsonTrees.with(spec, "resources", resources -> requestsOfThePod(spec, resources));
            JsonTrees.missing(spec, "enableServiceLinks", true);
            spec(spec);
        });
        JsonTrees.missing(JsonTrees.under(pod, "status"), "phase", "Pending");
    }

    private static void requestsFromLimits(ObjectNode resources) {
        JsonTrees.with(resources, "limits", limits -> {
            var requests = JsonTrees.under(resources, "requests");
            limits.properties()
                    .forEach(limit -> JsonTrees.missing(requests, limit.getKey(), limit.getValue().asText()));
        });
    }

    /** A limit on the pod is a request only where no container requests anything of the resource. */
    private static void requestsOfThePod(ObjectNode spec, ObjectNode resources) {
        var ofContainers = AdmissionPodRequests.of(JsonTrees.object().set("spec", JsonTrees.object().set("containers",
                spec.path("containers"))));
        JsonTrees.with(resources, "limits", limits -> limits.properties().forEach(limit -> {
            if (AdmissionPodRequests.isPodLevel(limit.getKey())) {
                var requested = ofContainers.get(limit.getKey());
                JsonTrees.missing(JsonTrees.under(resources, "requests"), limit.getKey(),
                        requested == null ? limit.getValue().asText() : requested.text());
            }
        }));
    }

    static void spec(ObjectNode spec) {
        for (var list : List.of("containers", "initContainers", "ephemeralContainers")) {
            JsonTrees.each(spec.path(list), container -> container(container, spec.path("hostNetwork").asBoolean()));
        }
        JsonTrees.each(spec.path("volumes"), PodDefaults::volume);
        JsonTrees.missing(spec, "restartPolicy", "Always");
        JsonTrees.missing(spec, "terminationGracePeriodSeconds", 30);
        JsonTrees.missing(spec, "dnsPolicy", "ClusterFirst");
        JsonTrees.under(spec, "securityContext");
        JsonTrees.missing(spec, "schedulerName", "default-scheduler");
        var account = spec.path("serviceAccountName").asText(spec.path("serviceAccount").asText());
        if (!account.isEmpty()) {
            spec.put("serviceAccountName", account).put("serviceAccount", account);
        }
    }

    private static void container(ObjectNode container, boolean hostNetwork) {
        JsonTrees.missing(container, "terminationMessagePath", "/dev/termination-log");
        JsonTrees.missing(container, "terminationMessagePolicy", "File");
        JsonTrees.missing(container, "imagePullPolicy", pullPolicy(container.path("image").asText()));
        JsonTrees.each(container.path("ports"), port -> {
            JsonTrees.missing(port, "protocol", "TCP");
            if (hostNetwork) {
                JsonTrees.missing(port, "hostPort", port.path("containerPort").asInt());
            }
        });
        JsonTrees.each(container.path("env"),
                variable -> JsonTrees.with(variable, "valueFrom", PodDefaults::fieldReference));
        for (var probe : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
            JsonTrees.with(container, probe, PodDefaults::probe);
        }
        JsonTrees.with(container, "lifecycle", lifecycle -> {
            for (var handler : List.of("postStart", "preStop")) {
                JsonTrees.with(lifecycle, handler, PodDefaults::httpGet);
            }
        });
    }

    /** Without a tag, or with the tag latest, the image may change under its name. */
    static String pullPolicy(String image) {
        if (image.contains("@")) {
            return "IfNotPresent";
        }
        var name = image.substring(image.lastIndexOf('/') + 1);
        return !name.contains(":") || name.endsWith(":latest") ? "Always" : "IfNotPresent";
    }

    private static void probe(ObjectNode probe) {
        JsonTrees.missing(probe, "timeoutSeconds", 1);
        JsonTrees.missing(probe, "periodSeconds", 10);
        JsonTrees.missing(probe, "successThreshold", 1);
        JsonTrees.missing(probe, "failureThreshold", 3);
        httpGet(probe);
        JsonTrees.with(probe, "grpc", grpc -> JsonTrees.missing(grpc, "service", ""));
    }

    private static void httpGet(ObjectNode handler) {
        JsonTrees.with(handler, "httpGet", get -> {
            JsonTrees.missing(get, "path", "/");
            JsonTrees.missing(get, "scheme", "HTTP");
        });
    }

    private static void fieldReference(ObjectNode holder) {
        JsonTrees.with(holder, "fieldRef", reference -> JsonTrees.missing(reference, "apiVersion", "v1"));
    }

    private static void volume(ObjectNode volume) {
        if (volume.size() <= 1) {
            volume.putObject("emptyDir");
        }
        for (var source : List.of("configMap", "secret", "downwardAPI", "projected")) {
            JsonTrees.with(volume, source, files -> JsonTrees.missing(files, "defaultMode", READABLE));
        }
        JsonTrees.with(volume, "hostPath", path -> JsonTrees.missing(path, "type", ""));
        JsonTrees.with(volume, "downwardAPI",
                files -> JsonTrees.each(files.path("items"), PodDefaults::fieldReference));
        JsonTrees.with(volume, "projected", projected -> JsonTrees.each(projected.path("sources"), source -> {
            JsonTrees.with(source, "serviceAccountToken", token -> JsonTrees.missing(token, "expirationSeconds", 3600));
            JsonTrees.with(source, "downwardAPI",
                    files -> JsonTrees.each(files.path("items"), PodDefaults::fieldReference));
        }));
        JsonTrees.with(volume, "ephemeral", ephemeral -> JsonTrees.with(ephemeral, "volumeClaimTemplate",
                template -> JsonTrees.missing(JsonTrees.under(template, "spec"), "volumeMode", "Filesystem")));
        JsonTrees.with(volume, "image", image -> JsonTrees.missing(image, "pullPolicy",
                pullPolicy(image.path("reference").asText())));
    }
}
