package tessera.demo.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import tessera.demo.admission.ExactQuantity;
import tessera.demo.api.kubelet.MeasuredUsage;
import tessera.demo.api.kubelet.MeasuredUsage.ContainerUsage;
import tessera.demo.command.CommandDemand;
import tessera.demo.store.StoreJson;

/**
 * The CPU and memory usage of containers and machines: those that have GPUs use as much as these keep them busy. The same
 * seed, objects and moment give the same. Any thread.
 */
public final class CpuMemoryLoads {

    private static final long INTERVAL = 15;
    private static final Duration WINDOW = Duration.ofSeconds(INTERVAL);
    private static final double MEBIBYTE = 1 << 20;
    private static final int OWN = 50;
    private static final double ENFORCED = 0.995;

    private final PodRoster roster;
    private final WorkloadProfiles cast;
    private final Clock clock;
    private final ToDoubleFunction<String> machines;

    /** @param machines how many processors a node has */
    CpuMemoryLoads(PodRoster roster, WorkloadProfiles cast, Clock clock, ToDoubleFunction<String> machines) {
        this.roster = roster;
        this.cast = cast;
        this.clock = clock;
        this.machines = machines;
    }

    private long samplingSecond() {
        return Math.floorDiv(clock.instant().getEpochSecond(), INTERVAL) * INTERVAL;
    }

    /** Returns the usage of all running containers of a pod. */
    public MeasuredUsage ofPod(JsonNode pod) {
        long second = samplingSecond();
        return new MeasuredUsage(Instant.ofEpochSecond(second), WINDOW, containerUsages(pod, second));
    }

    /** Returns the usage of a machine: all that runs on it, and its own needs. */
    public MeasuredUsage ofNode(JsonNode node) {
        long second = samplingSecond();
        var name = StoreJson.textAt(node, "metadata", "name");
        var own = SeededNoise.of(cast.mint(), "machine/" + name);
        var capacity = node.path("status").path("capacity");
        double cores = 0.4 + 0.01 * amountOf(capacity, "cpu") * own.smoothValue(second, 300, OWN);
        double bytes = (0.012 + 0.006 * own.constantValue(OWN + 1)) * amountOf(capacity, "memory");
        for (var pod : roster.podsOn(name)) {
            for (var part : containerUsages(pod.toTree(), second)) {
                cores += part.cores();
                bytes += part.bytes();
            }
        }
        return new MeasuredUsage(Instant.ofEpochSecond(second), WINDOW,
                List.of(new ContainerUsage("", cores, (long) bytes)));
    }

    private List<ContainerUsage> containerUsages(JsonNode pod, long second) {
        var parts = new ArrayList<ContainerUsage>();
        for (var container : pod.path("spec").path("containers")) {
            var holder = GrantedContainer.forContainer(pod, container, cast);
            if (holder.hasStarted(second)) {
                var usual = usualUsage(holder, container.path("resources"), second);
                var demand = CommandDemand.of(container);
                parts.add(demand.cores() + demand.bytes() == 0 ? usual : demandedUsage(usual, demand, pod, container));
            }
        }
        return parts;
    }

    /** Returns the usual usage: a part of the request, or little without one. */
    private ContainerUsage usualUsage(GrantedContainer holder, JsonNode resources, long second) {
        var own = SeededNoise.of(cast.mint(), "host/" + holder.key());
        double cores = requestOf(resources, "cpu");
        double bytes = requestOf(resources, "memory");
        double busy = holder.requests().isEmpty() ? 0.15 + 0.6 * own.smoothValue(second, 600, OWN)
                : (0.06 + 0.6 * holder.activityAt(second, 0).engine())
                        * (0.85 + 0.3 * own.smoothValue(second, 120, OWN));
        double held = 0.35 + 0.4 * own.constantValue(OWN + 1) + 0.04 * own.smoothValue(second, 1800, OWN + 2);
        return new ContainerUsage(holder.container(),
                cores > 0 ? cores * busy : 0.002 + 0.05 * own.constantValue(OWN + 3) * busy,
                (long) (bytes > 0 ? bytes * held : (24 + 180 * own.constantValue(OWN + 4)) * MEBIBYTE));
    }

    /** Returns the usage of a command's demand, up to almost the limits, as CPU limits are enforced in time slices. */
    private ContainerUsage demandedUsage(ContainerUsage usual, CommandDemand demand, JsonNode pod, JsonNode container) {
        double cores = CommandDemand.limitOf(container, "cpu");
        double bytes = CommandDemand.limitOf(container, "memory");
        double maximum = cores > 0 ? cores : machines.applyAsDouble(StoreJson.textAt(pod, "spec", "nodeName"));
        return new ContainerUsage(usual.container(),
                demand.cores() > 0 ? Math.min(demand.cores(), ENFORCED * maximum) : usual.cores(),
                demand.bytes() > 0 && (bytes > 0 || Double.isFinite(demand.bytes()))
                        ? (long) Math.min(demand.bytes(), bytes > 0 ? bytes : demand.bytes())
                        : usual.bytes());
    }

    /** Returns the request, or the limit where only that is set. */
    private static double requestOf(JsonNode resources, String name) {
        double requested = amountOf(resources.path("requests"), name);
        return requested > 0 ? requested : amountOf(resources.path("limits"), name);
    }

    private static double amountOf(JsonNode amounts, String name) {
        return ExactQuantity.of(amounts.path(name)).value().doubleValue();
    }
}
