package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.admission.PodRequests;
import tessera.demo.admission.Trees;

/** Defaults of pods and of pod templates. */
final class PodDefaults {

    private static final int READABLE = 420;

    private PodDefaults() {}

    /** What only a pod gets, not a template. */
    static void pod(ObjectNode pod) {
        Trees.with(pod, "spec", spec -> {
            for (var list : List.of("containers", "initContainers")) {
                Trees.each(spec.path(list), container -> requestsFromLimits(Trees.under(container, "resources")));
            }
            Trees.with(spec, "resources", resources -> requestsOfThePod(spec, resources));
            Trees.missing(spec, "enableServiceLinks", true);
            spec(spec);
        });
        Trees.missing(Trees.under(pod, "status"), "phase", "Pending");
    }

    private static void requestsFromLimits(ObjectNode resources) {
        Trees.with(resources, "limits", limits -> {
            var requests = Trees.under(resources, "requests");
            limits.properties().forEach(limit -> Trees.missing(requests, limit.getKey(), limit.getValue().asText()));
        });
    }

    /** A limit on the pod is a request only where no container requests anything of the resource. */
    private static void requestsOfThePod(ObjectNode spec, ObjectNode resources) {
        var ofContainers = PodRequests.of(Trees.object().set("spec", Trees.object().set("containers",
                spec.path("containers"))));
        Trees.with(resources, "limits", limits -> limits.properties().forEach(limit -> {
            if (PodRequests.isPodLevel(limit.getKey())) {
                var requested = ofContainers.get(limit.getKey());
                Trees.missing(Trees.under(resources, "requests"), limit.getKey(),
                        requested == null ? limit.getValue().asText() : requested.text());
            }
        }));
    }

    static void spec(ObjectNode spec) {
        for (var list : List.of("containers", "initContainers", "ephemeralContainers")) {
            Trees.each(spec.path(list), container -> container(container, spec.path("hostNetwork").asBoolean()));
        }
        Trees.each(spec.path("volumes"), PodDefaults::volume);
        Trees.missing(spec, "restartPolicy", "Always");
        Trees.missing(spec, "terminationGracePeriodSeconds", 30);
        Trees.missing(spec, "dnsPolicy", "ClusterFirst");
        Trees.under(spec, "securityContext");
        Trees.missing(spec, "schedulerName", "default-scheduler");
        var account = spec.path("serviceAccountName").asText(spec.path("serviceAccount").asText());
        if (!account.isEmpty()) {
            spec.put("serviceAccountName", account).put("serviceAccount", account);
        }
    }

    private static void container(ObjectNode container, boolean hostNetwork) {
        Trees.missing(container, "terminationMessagePath", "/dev/termination-log");
        Trees.missing(container, "terminationMessagePolicy", "File");
        Trees.missing(container, "imagePullPolicy", pullPolicy(container.path("image").asText()));
        Trees.each(container.path("ports"), port -> {
            Trees.missing(port, "protocol", "TCP");
            if (hostNetwork) {
                Trees.missing(port, "hostPort", port.path("containerPort").asInt());
            }
        });
        Trees.each(container.path("env"), variable -> Trees.with(variable, "valueFrom", PodDefaults::fieldReference));
        for (var probe : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
            Trees.with(container, probe, PodDefaults::probe);
        }
        Trees.with(container, "lifecycle", lifecycle -> {
            for (var handler : List.of("postStart", "preStop")) {
                Trees.with(lifecycle, handler, PodDefaults::httpGet);
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
        Trees.missing(probe, "timeoutSeconds", 1);
        Trees.missing(probe, "periodSeconds", 10);
        Trees.missing(probe, "successThreshold", 1);
        Trees.missing(probe, "failureThreshold", 3);
        httpGet(probe);
        Trees.with(probe, "grpc", grpc -> Trees.missing(grpc, "service", ""));
    }

    private static void httpGet(ObjectNode handler) {
        Trees.with(handler, "httpGet", get -> {
            Trees.missing(get, "path", "/");
            Trees.missing(get, "scheme", "HTTP");
        });
    }

    private static void fieldReference(ObjectNode holder) {
        Trees.with(holder, "fieldRef", reference -> Trees.missing(reference, "apiVersion", "v1"));
    }

    private static void volume(ObjectNode volume) {
        if (volume.size() <= 1) {
            volume.putObject("emptyDir");
        }
        for (var source : List.of("configMap", "secret", "downwardAPI", "projected")) {
            Trees.with(volume, source, files -> Trees.missing(files, "defaultMode", READABLE));
        }
        Trees.with(volume, "hostPath", path -> Trees.missing(path, "type", ""));
        Trees.with(volume, "downwardAPI", files -> Trees.each(files.path("items"), PodDefaults::fieldReference));
        Trees.with(volume, "projected", projected -> Trees.each(projected.path("sources"), source -> {
            Trees.with(source, "serviceAccountToken", token -> Trees.missing(token, "expirationSeconds", 3600));
            Trees.with(source, "downwardAPI", files -> Trees.each(files.path("items"), PodDefaults::fieldReference));
        }));
        Trees.with(volume, "ephemeral", ephemeral -> Trees.with(ephemeral, "volumeClaimTemplate",
                template -> Trees.missing(Trees.under(template, "spec"), "volumeMode", "Filesystem")));
        Trees.with(volume, "image", image -> Trees.missing(image, "pullPolicy",
                pullPolicy(image.path("reference").asText())));
    }
}
