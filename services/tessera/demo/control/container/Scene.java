package tessera.demo.control.container;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;
import tessera.demo.fleet.plan.Mint;
import tessera.demo.store.Json;

/** A container as a program in it finds it. */
record Scene(JsonNode pod, JsonNode node, JsonNode container, Instant now) {

    private static final Mint MINT = new Mint(2);
    private static final String VENDOR = "nvidia.com/";
    private static final List<String> SHELL_LESS = List.of("registry.k8s.io/", "distroless", "platform/gateway",
            "k8s-device-plugin", "gpu-operator", "metrics-exporter");

    /**
     * A GPU, or a part of one, that the container was given.
     *
     * @param profile of MIG; empty for a whole GPU
     */
    record Device(String uuid, String profile) {}

    static Scene of(JsonNode pod, JsonNode node, String container, Instant now) {
        for (var kind : List.of("containers", "initContainers", "ephemeralContainers")) {
            for (var each : pod.path("spec").path(kind)) {
                if (Json.text(each, "name").equals(container)) {
                    return new Scene(pod, node, each, now);
                }
            }
        }
        return new Scene(pod, node, Json.object(), now);
    }

    String host() {
        return pod.path("spec").path("hostNetwork").asBoolean()
                ? Json.text(pod, "spec", "nodeName")
                : pod.path("spec").path("hostname").asText(Json.text(pod, "metadata", "name"));
    }

    /** Whether its image has a shell and the usual programs. */
    boolean furnished() {
        return SHELL_LESS.stream().noneMatch(image()::contains);
    }

    boolean small() {
        return image().contains("busybox") || image().contains("alpine");
    }

    String image() {
        return Json.text(container, "image");
    }

    /** What is written in its log before the gaps are filled. */
    Phrase phrase() {
        return new Phrase(Map.of("pod", Json.text(pod, "metadata", "name"), "namespace",
                Json.text(pod, "metadata", "namespace"), "node", Json.text(pod, "spec", "nodeName"), "ip",
                Json.text(pod, "status", "podIP")));
    }

    List<Device> devices() {
        var devices = new ArrayList<Device>();
        container.path("resources").path("limits").properties().forEach(limit -> {
            if (limit.getKey().startsWith(VENDOR)) {
                boolean divided = limit.getKey().contains("/mig-");
                for (int i = 0; i < limit.getValue().asInt(); i++) {
                    devices.add(new Device((divided ? "MIG-" : "GPU-") + uuid(limit.getKey() + i),
                            divided ? limit.getKey().substring(VENDOR.length() + 4) : ""));
                }
            }
        });
        return devices;
    }

    String uuid(String what) {
        return MINT.uid("gpu", Json.text(pod, "metadata", "uid"), what);
    }

    /** A number that is the same every time it is asked for in this container. */
    int number(String what, int least, int most) {
        return least + MINT.number(Json.text(pod, "metadata", "uid") + what, most - least + 1);
    }

    SequencedMap<String, String> environment() {
        var environment = new LinkedHashMap<String, String>();
        environment.put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        environment.put("HOSTNAME", host());
        for (var variable : container.path("env")) {
            environment.put(Json.text(variable, "name"), variable.has("valueFrom")
                    ? field(Json.text(variable, "valueFrom", "fieldRef", "fieldPath"))
                    : Json.text(variable, "value"));
        }
        if (!devices().isEmpty()) {
            environment.put("NVIDIA_VISIBLE_DEVICES",
                    String.join(",", devices().stream().map(Device::uuid).toList()));
        }
        environment.put("KUBERNETES_SERVICE_HOST", "10.96.0.1");
        environment.put("KUBERNETES_SERVICE_PORT", "443");
        environment.put("HOME", "/root");
        return environment;
    }

    private String field(String path) {
        int bracket = path.indexOf("['");
        if (bracket > 0) {
            return Stream.of(path.substring(0, bracket).split("\\.", -1))
                    .reduce(pod, JsonNode::path, (_, last) -> last)
                    .path(path.substring(bracket + 2, path.length() - 2)).asText();
        }
        return Json.text(pod, path.split("\\.", -1));
    }
}
