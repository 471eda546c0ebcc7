package tessera.demo.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import tessera.demo.api.kubelet.SimulatedResourceUsage;
import tessera.demo.api.kubelet.SimulatedResourceUsage.ContainerUsage;
import tessera.demo.command.SimulatedCommandCpuAndMemory;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.telemetry.SimulatedClusterTelemetry.SimulatedPodsByNode;
import tessera.kube.quantity.FormatPreservingQuantity;

/**
 * The CPU and memory usage of containers and machines: those that have GPUs use as much as these keep them busy. The same
 * seed, objects and moment give the same. Any thread.
 */
public final class SimulatedCpuMemoryMeter {

    private static final long INTERVAL = 15;
    private static final Duration WINDOW = Duration.ofSeconds(INTERVAL);
    private static final double MEBIBYTE = 1 << 20;
    private static final int OWN = 50;
    private static final double ENFORCED = 0.995;

    private final SimulatedPodsByNode podsByNode;
    private final SimulatedBehaviorProfiles profiles;
    private final Clock clock;
    private final ToDoubleFunction<String> machines;

    /** @param machines how many processors a node has */
    SimulatedCpuMemoryMeter(SimulatedPodsByNode podsByNode, SimulatedBehaviorProfiles profiles, Clock clock,
            ToDoubleFunction<String> machines) {
        this.podsByNode = podsByNode;
        this.profiles = profiles;
        this.clock = clock;
        this.machines = machines;
    }

    private long samplingSecond() {
        return Math.floorDiv(clock.instant().getEpochSecond(), INTERVAL) * INTERVAL;
    }

    /** Returns the usage of all running containers of a pod. */
    public SimulatedResourceUsage ofPod(JsonNode pod) {
        long second = samplingSecond();
        return new SimulatedResourceUsage(Instant.ofEpochSecond(second), WINDOW, containerUsages(pod, second));
    }

    /** Returns the usage of a machine: all that runs on it, and its own needs. */
    public SimulatedResourceUsage ofNode(JsonNode node) {
        long second = samplingSecond();
        var name = SimulatedMetadata.nameOf(node);
        var noise = SimulatedSeededNoise.of(profiles.mint(), "machine/" + name);
        var capacity = node.path("status").path("capacity");
        double cores = 0.4 + 0.01 * amountOf(capacity, "cpu") * noise.smoothValue(second, 300, OWN);
        double bytes = (0.012 + 0.006 * noise.constantValue(OWN + 1)) * amountOf(capacity, "memory");
        for (var pod : podsByNode.podsOn(name)) {
            for (var part : containerUsages(pod.toTree(), second)) {
                cores += part.cores();
                bytes += part.bytes();
            }
        }
        return new SimulatedResourceUsage(Instant.ofEpochSecond(second), WINDOW,
                List.of(new ContainerUsage("", cores, (long) bytes)));
    }

    private List<ContainerUsage> containerUsages(JsonNode pod, long second) {
        var parts = new ArrayList<ContainerUsage>();
        for (var container : pod.path("spec").path("containers")) {
            var holder = SimulatedGpuContainer.forContainer(pod, container, profiles);
            if (holder.hasStarted(second)) {
                var defaultUsage = usualUsage(holder, container.path("resources"), second);
                var usage = SimulatedCommandCpuAndMemory.of(container);
                parts.add(usage.cores() + usage.bytes() == 0 ? defaultUsage
                        : demandedUsage(defaultUsage, usage, pod, container));
            }
        }
        return parts;
    }

    /** Returns the usual usage: a part of the request, or little without one. */
    private ContainerUsage usualUsage(SimulatedGpuContainer holder, JsonNode resources, long second) {
        var noise = SimulatedSeededNoise.of(profiles.mint(), "host/" + holder.key());
        double cores = requestOf(resources, "cpu");
        double bytes = requestOf(resources, "memory");
        double busy = holder.requests().isEmpty() ? 0.15 + 0.6 * noise.smoothValue(second, 600, OWN)
                : (0.06 + 0.6 * holder.activityAt(second, 0).engine())
                        * (0.85 + 0.3 * noise.smoothValue(second, 120, OWN));
        double held = 0.35 + 0.4 * noise.constantValue(OWN + 1) + 0.04 * noise.smoothValue(second, 1800, OWN + 2);
        return new ContainerUsage(holder.container(),
                cores > 0 ? cores * busy : 0.002 + 0.05 * noise.constantValue(OWN + 3) * busy,
                (long) (bytes > 0 ? bytes * held : (24 + 180 * noise.constantValue(OWN + 4)) * MEBIBYTE));
    }

    /** Returns the usage of a command's demand, up to almost the limits, as CPU limits are enforced in time slices. */
    private ContainerUsage demandedUsage(ContainerUsage defaultUsage, SimulatedCommandCpuAndMemory usage, JsonNode pod,
            JsonNode container) {
        double cores = SimulatedCommandCpuAndMemory.limitOf(container, "cpu");
        double bytes = SimulatedCommandCpuAndMemory.limitOf(container, "memory");
        double maximum = cores > 0 ? cores : machines.applyAsDouble(pod.path("spec").path("nodeName").asText(""));
        return new ContainerUsage(defaultUsage.container(),
                usage.cores() > 0 ? Math.min(usage.cores(), ENFORCED * maximum) : defaultUsage.cores(),
                usedBytes(usage, bytes, defaultUsage));
    }

    private static long usedBytes(SimulatedCommandCpuAndMemory usage, double bytes, ContainerUsage defaultUsage) {
        if (usage.bytes() > 0 && (bytes > 0 || Double.isFinite(usage.bytes()))) {
            return (long) Math.min(usage.bytes(), bytes > 0 ? bytes : usage.bytes());
        }
        return defaultUsage.bytes();
    }

    private static double requestOf(JsonNode resources, String name) {
        double requested = amountOf(resources.path("requests"), name);
        return requested > 0 ? requested : amountOf(resources.path("limits"), name);
    }

    private static double amountOf(JsonNode amounts, String name) {
        return FormatPreservingQuantity.of(amounts.path(name)).value().doubleValue();
    }
}
