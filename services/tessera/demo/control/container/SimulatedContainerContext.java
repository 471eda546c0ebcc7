package tessera.demo.control.container;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;
import tessera.demo.command.SimulatedContainerCommandList;
import tessera.demo.fixture.plan.SimulatedFleetVersions;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.telemetry.SimulatedClusterTelemetry;
import tessera.demo.telemetry.SimulatedDeviceSample;
import tessera.demo.telemetry.SimulatedPhysicalGpu.SimulatedAssignedDevice;

/** A container with its pod, node, devices and environment, as a program in it sees them. */
record SimulatedContainerContext(JsonNode pod, JsonNode node, JsonNode container, Instant now,
        SimulatedClusterTelemetry signals) {

    private static final List<String> SHELL_LESS = List.of("registry.k8s.io/", "distroless", "platform/gateway",
            "k8s-device-plugin", "gpu-operator", "metrics-exporter");

    /** Images of those who look after GPUs and see all of their node's. */
    private static final List<String> KEEPERS = List.of("nvidia/driver:", "k8s-device-plugin:", "k8s-mig-manager:");

    static SimulatedContainerContext of(JsonNode pod, JsonNode node, String container, Instant now,
            SimulatedClusterTelemetry signals) {
        var own = Stream.of("containers", "initContainers", "ephemeralContainers")
                .flatMap(kind -> pod.path("spec").path(kind).valueStream())
                .filter(element -> element.path("name").asText().equals(container)).findFirst();
        return new SimulatedContainerContext(pod, node, own.orElseGet(SimulatedStoreJsonCodec::newObject), now,
                signals);
    }

    String hostName() {
        if (pod.path("spec").path("hostNetwork").asBoolean()) {
            return pod.path("spec").path("nodeName").asText();
        }
        return pod.path("spec").path("hostname").asText(SimulatedMetadata.nameOf(pod));
    }

    boolean hasShell() {
        return SHELL_LESS.stream().noneMatch(image()::contains);
    }

    boolean isMinimalImage() {
        return image().contains("busybox") || image().contains("alpine");
    }

    String image() {
        return container.path("image").asText();
    }

    SimulatedOutputTemplate outputTemplate() {
        var machine = node.path("status");
        return new SimulatedOutputTemplate(Map.of("pod", SimulatedMetadata.nameOf(pod), "namespace",
                SimulatedMetadata.namespaceOf(pod), "node", pod.path("spec").path("nodeName").asText(), "ip",
                pod.path("status").path("podIP").asText(), "host", hostName(), "shell",
                isMinimalImage() ? "sh" : "bash", "command",
                commandLine().isEmpty() ? "/entrypoint" : String.join(" ", commandLine()), "cpus",
                machine.path("capacity").path("cpu").asText("8"), "kernel",
                machine.path("nodeInfo").path("kernelVersion").asText("6.8.0-71-generic"), "driver", driverVersion()));
    }

    /** Returns the command line of its main process; empty if the image decides. */
    List<String> commandLine() {
        return SimulatedContainerCommandList.commandLine(container);
    }

    /** Returns the NVIDIA GPUs and GPU instances that a program here sees. */
    List<SimulatedAssignedDevice> devices() {
        var units = KEEPERS.stream().anyMatch(image()::contains)
                ? signals.boardsOf(node).stream().flatMap(physicalGpu -> physicalGpu.grantableDevices().stream())
                        .toList()
                : signals.devicesOf(pod, node, container);
        return units.stream()
                .filter(unit -> unit.physicalGpu().uuid().startsWith("GPU-") && !unit.physicalGpu().fallenOffBus())
                .distinct().toList();
    }

    String driverVersion() {
        var told = SimulatedStoreJsonCodec.textAt(node, "metadata", "labels", "nvidia.com/cuda.driver-version.full");
        return told.isEmpty() ? SimulatedFleetVersions.DRIVER : told;
    }

    SimulatedDeviceSample telemetryOf(SimulatedAssignedDevice unit) {
        return signals.samplesOf(node).stream().filter(reading -> reading.unit().equals(unit)).findFirst()
                .orElseThrow();
    }

    SequencedMap<String, String> environment() {
        var environment = new LinkedHashMap<String, String>();
        environment.put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        environment.put("HOSTNAME", hostName());
        for (var variable : container.path("env")) {
            environment.put(variable.path("name").asText(),
                    variable.has("valueFrom")
                            ? fieldValue(SimulatedStoreJsonCodec.textAt(variable, "valueFrom", "fieldRef", "fieldPath"))
                            : variable.path("value").asText());
        }
        if (!devices().isEmpty()) {
            environment.put("NVIDIA_VISIBLE_DEVICES",
                    String.join(",", devices().stream().map(SimulatedAssignedDevice::uuid).toList()));
        }
        environment.put("KUBERNETES_SERVICE_HOST", "10.96.0.1");
        environment.put("KUBERNETES_SERVICE_PORT", "443");
        environment.put("HOME", "/root");
        return environment;
    }

    private String fieldValue(String path) {
        int bracket = path.indexOf("['");
        if (bracket > 0) {
            return Stream.of(path.substring(0, bracket).split("\\.", -1)).reduce(pod, JsonNode::path, (_, last) -> last)
                    .path(path.substring(bracket + 2, path.length() - 2)).asText();
        }
        return SimulatedStoreJsonCodec.textAt(pod, path.split("\\.", -1));
    }
}
