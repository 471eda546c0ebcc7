package tessera.demo.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tessera.demo.admission.ExactQuantity;
import tessera.demo.fixture.plan.MachineCatalog;
import tessera.demo.fixture.plan.SeededRandom;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.StoredObjects;

/**
 * The telemetry of all GPUs of the cluster, computed for a node when it is requested. The same seed, objects and moment
 * give the same signals. Any thread.
 */
public final class ClusterTelemetry {

    private final StoredObjects objects;
    private final Clock clock;
    private final long origin;
    private final PodRoster roster;
    private final WorkloadProfiles cast;
    private final AllocatedClaims claims;
    private final SimulatedBoards inventory;
    private final Map<String, NodeTelemetry> stations = new ConcurrentHashMap<>();

    /**
     * Begins to count; nothing is worked out yet.
     *
     * @param clock the cluster's time
     */
    public ClusterTelemetry(StoredObjects objects, Clock clock, long seed) {
        this(objects, clock, seed, new SimulatedMigLayouts());
    }

    /** @param divisions how boards are cut, where that is known better than from labels */
    public ClusterTelemetry(StoredObjects objects, Clock clock, long seed, SimulatedMigLayouts divisions) {
        this.objects = objects;
        this.clock = clock;
        origin = Math.floorDiv(clock.instant().getEpochSecond(), ProgramMoment.INTERVAL) * ProgramMoment.INTERVAL;
        roster = new PodRoster(objects);
        var mint = new SeededRandom(seed);
        cast = WorkloadProfiles.of(mint);
        claims = new AllocatedClaims(objects);
        inventory = new SimulatedBoards(mint, MachineCatalog.load(), divisions);
    }

    /** Returns the samples of each device of a node, in the order of boards and, on each, of instances. */
    public List<TelemetrySample> samplesOf(JsonNode node) {
        return telemetryOf(node).latestSamples(node, roster.podsOn(nodeName(node)), clock.instant());
    }

    /**
     * Returns the samples as of an earlier second of the epoch, taken at the sampling time before it.
     *
     * @param rewind of this node's boards alone
     */
    public List<TelemetrySample> samplesOf(JsonNode node, long second, CounterRewind rewind) {
        var station = telemetryOf(node);
        var now = station.latestSamples(node, roster.podsOn(nodeName(node)), clock.instant());
        long sample = samplingSecond(second);
        return sample >= samplingSecond(clock.instant().getEpochSecond()) ? now
                : station.samplesAt(node, sample, rewind);
    }

    /** Returns the last sampling time at or before a second of the epoch. */
    public static long samplingSecond(long second) {
        return Math.floorDiv(second, ProgramMoment.INTERVAL) * ProgramMoment.INTERVAL;
    }

    /** Returns the CPU and memory usage of containers and machines. */
    public CpuMemoryLoads cpuMemoryLoads() {
        return new CpuMemoryLoads(roster, cast, clock, this::cpuCapacity);
    }

    private double cpuCapacity(String name) {
        var node = objects.find(objects.catalog().get("nodes"), "", name);
        return node == null ? 0
                : ExactQuantity.of(node.path("status").path("capacity").path("cpu")).value().doubleValue();
    }

    /** Returns the boards of a node. */
    public List<SimulatedBoard> boardsOf(JsonNode node) {
        return inventory.boardsOf(node);
    }

    /** Returns the devices that a container was given on its node; if it does not run, those it would be given. */
    public List<GrantedDevice> devicesOf(JsonNode pod, JsonNode node, JsonNode container) {
        if (GrantedContainer.requestsOf(container).isEmpty()) {
            return List.of();
        }
        var holder = GrantedContainer.forContainer(pod, container, cast);
        return telemetryOf(node).devicesOf(node, roster.podsOn(nodeName(node)), holder);
    }

    /** Returns whether the exporter's port does not answer although the exporter runs. */
    public boolean isUnreachable(String node) {
        return cast.isUnreachable(node);
    }

    /** Returns whether the exporter of a node responds slowly. */
    public boolean isSlow(String node) {
        return cast.isSlow(node);
    }

    /** Returns whether the exporter of a node was given a longer list of fields to export. */
    public boolean exportsExtraFields(String node) {
        return cast.exportsExtraFields(node);
    }

    private NodeTelemetry telemetryOf(JsonNode node) {
        return stations.computeIfAbsent(nodeName(node),
                name -> new NodeTelemetry(name, inventory, cast, claims, origin));
    }

    private static String nodeName(JsonNode node) {
        return StoreJson.textAt(node, "metadata", "name");
    }
}
