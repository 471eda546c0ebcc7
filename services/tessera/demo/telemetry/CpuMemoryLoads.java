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
 * What containers and machines use of processors and memory: those that have GPUs as much as these keep them busy. The same
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

    private long sample() {
        return Math.floorDiv(clock.instant().getEpochSecond(), INTERVAL) * INTERVAL;
    }

    /** Of all containers of a pod that run. */
    public MeasuredUsage ofPod(JsonNode pod) {
        long second = sample();
        return new MeasuredUsage(Instant.ofEpochSecond(second), WINDOW, parts(pod, second));
    }

    /** Of a machine: all that runs on it, and what it needs for itself. */
    public MeasuredUsage ofNode(JsonNode node) {
        long second = sample();
        var name = StoreJson.text(node, "metadata", "name");
        var own = SeededNoise.of(cast.mint(), "machine/" + name);
        var capacity = node.path("status").path("capacity");
        double cores = 0.4 + 0.01 * amount(capacity, "cpu") * own.wandering(second, 300, OWN);
        double bytes = (0.012 + 0.006 * own.constant(OWN + 1)) * amount(capacity, "memory");
        for (var pod : roster.on(name)) {
            for (var part : parts(pod.tree(), second)) {
                cores += part.cores();
                bytes += part.bytes();
            }
        }
        return new MeasuredUsage(Instant.ofEpochSecond(second), WINDOW,
                List.of(new ContainerUsage("", cores, (long) bytes)));
    }

    private List<ContainerUsage> parts(JsonNode pod, long second) {
        var parts = new ArrayList<ContainerUsage>();
        for (var container : pod.path("spec").path("containers")) {
            var holder = GrantedContainer.of(pod, container, cast);
            if (holder.ran(second)) {
                var usual = part(holder, container.path("resources"), second);
                var demand = CommandDemand.of(container);
                parts.add(demand.cores() + demand.bytes() == 0 ? usual : part(usual, demand, pod, container));
            }
        }
        return parts;
    }

    /** Who asked for something uses a part of it; who did not needs little. */
    private ContainerUsage part(GrantedContainer holder, JsonNode resources, long second) {
        var own = SeededNoise.of(cast.mint(), "host/" + holder.key());
        double cores = asked(resources, "cpu");
        double bytes = asked(resources, "memory");
        double busy = holder.wants().isEmpty() ? 0.15 + 0.6 * own.wandering(second, 600, OWN)
                : (0.06 + 0.6 * holder.at(second, 0).engine()) * (0.85 + 0.3 * own.wandering(second, 120, OWN));
        double held = 0.35 + 0.4 * own.constant(OWN + 1) + 0.04 * own.wandering(second, 1800, OWN + 2);
        return new ContainerUsage(holder.container(),
                cores > 0 ? cores * busy : 0.002 + 0.05 * own.constant(OWN + 3) * busy,
                (long) (bytes > 0 ? bytes * held : (24 + 180 * own.constant(OWN + 4)) * MEBIBYTE));
    }

    /** Who wants much takes that as far as it may; limits are met almost, as it is when they are enforced in slices of time. */
    private ContainerUsage part(ContainerUsage usual, CommandDemand demand, JsonNode pod, JsonNode container) {
        double cores = CommandDemand.limit(container, "cpu");
        double bytes = CommandDemand.limit(container, "memory");
        double most = cores > 0 ? cores : machines.applyAsDouble(StoreJson.text(pod, "spec", "nodeName"));
        return new ContainerUsage(usual.container(),
                demand.cores() > 0 ? Math.min(demand.cores(), ENFORCED * most) : usual.cores(),
                demand.bytes() > 0 && (bytes > 0 || Double.isFinite(demand.bytes()))
                        ? (long) Math.min(demand.bytes(), bytes > 0 ? bytes : demand.bytes())
                        : usual.bytes());
    }

    /** Who names only a limit asks for that. */
    private static double asked(JsonNode resources, String name) {
        double requested = amount(resources.path("requests"), name);
        return requested > 0 ? requested : amount(resources.path("limits"), name);
    }

    private static double amount(JsonNode amounts, String name) {
        return ExactQuantity.of(amounts.path(name)).value().doubleValue();
    }
}
