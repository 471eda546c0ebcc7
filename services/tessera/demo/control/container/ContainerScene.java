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

/** A container with its pod, node, devices and environment, as a program in it sees them. */
record ContainerScene(JsonNode pod, JsonNode node, JsonNode container, Instant now, ClusterTelemetry signals) {

    private static final SeededRandom MINT = new SeededRandom(2);
    private static final List<String> SHELL_LESS = List.of("registry.k8s.io/", "distroless", "platform/gateway",
            "k8s-device-plugin", "gpu-operator", "metrics-exporter");

    /** Images of those who look after GPUs and see all of their node's. */
    private static final List<String> KEEPERS = List.of("nvidia/driver:", "k8s-device-plugin:", "k8s-mig-manager:");

    static ContainerScene of(JsonNode pod, JsonNode node, String container, Instant now, ClusterTelemetry signals) {
        for (var kind : List.of("containers", "initContainers", "ephemeralContainers")) {
            for (var element : pod.path("spec").path(kind)) {
                if (StoreJson.textAt(element, "name").equals(container)) {
                    return new ContainerScene(pod, node, element, now, signals);
                }
            }
        }
        return new ContainerScene(pod, node, StoreJson.newObject(), now, signals);
    }

    String hostName() {
        return pod.path("spec").path("hostNetwork").asBoolean()
                ? StoreJson.textAt(pod, "spec", "nodeName")
                : pod.path("spec").path("hostname").asText(StoreJson.textAt(pod, "metadata", "name"));
    }

    /** Returns whether its image has a shell and the usual programs. */
    boolean hasShell() {
        return SHELL_LESS.stream().noneMatch(image()::contains);
    }

    boolean isMinimalImage() {
        return image().contains("busybox") || image().contains("alpine");
    }

    String image() {
        return StoreJson.textAt(container, "image");
    }

    /** Returns the template of its log lines. */
    LogTemplate logTemplate() {
        return new LogTemplate(Map.of("pod", StoreJson.textAt(pod, "metadata", "name"), "namespace",
                StoreJson.textAt(pod, "metadata", "namespace"), "node", StoreJson.textAt(pod, "spec", "nodeName"), "ip",
                StoreJson.textAt(pod, "status", "podIP")));
    }

    /** Returns the NVIDIA GPUs and GPU instances that a program here sees. */
    List<GrantedDevice> devices() {
        var units = KEEPERS.stream().anyMatch(image()::contains)
                ? signals.boardsOf(node).stream().flatMap(board -> board.grantableDevices().stream()).toList()
                : signals.devicesOf(pod, node, container);
        return units.stream().filter(unit -> unit.board().uuid().startsWith("GPU-") && !unit.board().fallenOffBus())
                .distinct()
                .toList();
    }

    /** Returns the version of the driver loaded on the node. */
    String driverVersion() {
        var told = StoreJson.textAt(node, "metadata", "labels", "nvidia.com/cuda.driver-version.full");
        return told.isEmpty() ? FleetVersions.DRIVER : told;
    }

    /** Returns the driver's readings of a device. */
    TelemetrySample telemetryOf(GrantedDevice unit) {
        return signals.samplesOf(node).stream().filter(reading -> reading.unit().equals(unit)).findFirst()
                .orElseThrow();
    }

    String uuidOf(String subject) {
        return MINT.uidOf("gpu", StoreJson.textAt(pod, "metadata", "uid"), subject);
    }

    SequencedMap<String, String> environment() {
        var environment = new LinkedHashMap<String, String>();
        environment.put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        environment.put("HOSTNAME", hostName());
        for (var variable : container.path("env")) {
            environment.put(StoreJson.textAt(variable, "name"), variable.has("valueFrom")
                    ? fieldValue(StoreJson.textAt(variable, "valueFrom", "fieldRef", "fieldPath"))
                    : StoreJson.textAt(variable, "value"));
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

    private String fieldValue(String path) {
        int bracket = path.indexOf("['");
        if (bracket > 0) {
            return Stream.of(path.substring(0, bracket).split("\\.", -1))
                    .reduce(pod, JsonNode::path, (_, last) -> last)
                    .path(path.substring(bracket + 2, path.length() - 2)).asText();
        }
        return StoreJson.textAt(pod, path.split("\\.", -1));
    }
}
