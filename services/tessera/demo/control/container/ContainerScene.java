package tessera.demo.control.container;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;
import tessera.demo.fixture.plan.FleetVersions;
import tessera.demo.fixture.plan.SeededRandom;
import tessera.demo.store.StoreJson;
import tessera.demo.telemetry.ClusterTelemetry;
import tessera.demo.telemetry.GrantedDevice;
import tessera.demo.telemetry.TelemetrySample;

/** A container as a program in it finds it. */
record ContainerScene(JsonNode pod, JsonNode node, JsonNode container, Instant now, ClusterTelemetry signals) {

    private static final SeededRandom MINT = new SeededRandom(2);
    private static final List<String> SHELL_LESS = List.of("registry.k8s.io/", "distroless", "platform/gateway",
            "k8s-device-plugin", "gpu-operator", "metrics-exporter");

    /** Images of those who look after GPUs and see all of their node's. */
    private static final List<String> KEEPERS = List.of("nvidia/driver:", "k8s-device-plugin:", "k8s-mig-manager:");

    static ContainerScene of(JsonNode pod, JsonNode node, String container, Instant now, ClusterTelemetry signals) {
        for (var kind : List.of("containers", "initContainers", "ephemeralContainers")) {
            for (var each : pod.path("spec").path(kind)) {
                if (StoreJson.text(each, "name").equals(container)) {
                    return new ContainerScene(pod, node, each, now, signals);
                }
            }
        }
        return new ContainerScene(pod, node, StoreJson.object(), now, signals);
    }

    String host() {
        return pod.path("spec").path("hostNetwork").asBoolean()
                ? StoreJson.text(pod, "spec", "nodeName")
                : pod.path("spec").path("hostname").asText(StoreJson.text(pod, "metadata", "name"));
    }

    /** Whether its image has a shell and the usual programs. */
    boolean furnished() {
        return SHELL_LESS.stream().noneMatch(image()::contains);
    }

    boolean small() {
        return image().contains("busybox") || image().contains("alpine");
    }

    String image() {
        return StoreJson.text(container, "image");
    }

    /** What is written in its log before the gaps are filled. */
    LogPhrase phrase() {
        return new LogPhrase(Map.of("pod", StoreJson.text(pod, "metadata", "name"), "namespace",
                StoreJson.text(pod, "metadata", "namespace"), "node", StoreJson.text(pod, "spec", "nodeName"), "ip",
                StoreJson.text(pod, "status", "podIP")));
    }

    /** The GPUs of NVIDIA, or parts of such, that a program here sees. */
    List<GrantedDevice> devices() {
        var units = KEEPERS.stream().anyMatch(image()::contains)
                ? signals.boards(node).stream().flatMap(board -> board.units().stream()).toList()
                : signals.unitsOf(pod, node, container);
        return units.stream().filter(unit -> unit.board().uuid().startsWith("GPU-") && !unit.board().fallen())
                .distinct()
                .toList();
    }

    /** The version of the driver that is loaded on the node. */
    String driver() {
        var told = StoreJson.text(node, "metadata", "labels", "nvidia.com/cuda.driver-version.full");
        return told.isEmpty() ? FleetVersions.DRIVER : told;
    }

    /** What the driver tells of a device. */
    TelemetrySample reading(GrantedDevice unit) {
        return signals.readings(node).stream().filter(reading -> reading.unit().equals(unit)).findFirst().orElseThrow();
    }

    String uuid(String what) {
        return MINT.uid("gpu", StoreJson.text(pod, "metadata", "uid"), what);
    }

    SequencedMap<String, String> environment() {
        var environment = new LinkedHashMap<String, String>();
        environment.put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        environment.put("HOSTNAME", host());
        for (var variable : container.path("env")) {
            environment.put(StoreJson.text(variable, "name"), variable.has("valueFrom")
                    ? field(StoreJson.text(variable, "valueFrom", "fieldRef", "fieldPath"))
                    : StoreJson.text(variable, "value"));
        }
        if (!devices().isEmpty()) {
            environment.put("NVIDIA_VISIBLE_DEVICES",
                    String.join(",", devices().stream().map(GrantedDevice::uuid).toList()));
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
        return StoreJson.text(pod, path.split("\\.", -1));
    }
}
