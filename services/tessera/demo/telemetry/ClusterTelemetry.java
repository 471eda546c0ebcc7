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
 * What all GPUs of the cluster do, worked out for a node when somebody asks about it. The same seed, objects and moment
 * give the same signals. Any thread.
 */
public final class ClusterTelemetry {

    private final StoredObjects objects;
    private final Clock clock;
    private final long origin;
    private final PodRoster roster;
    private final WorkloadProfiles cast;
    private final AllocatedClaims claims;
    private final BoardInventory inventory;
    private final Map<String, NodeTelemetry> stations = new ConcurrentHashMap<>();

    /**
     * Begins to count; nothing is worked out yet.
     *
     * @param clock the cluster's time
     */
    public ClusterTelemetry(StoredObjects objects, Clock clock, long seed) {
        this(objects, clock, seed, new MigDivisions());
    }

    /** @param divisions how boards are cut, where that is known better than from labels */
    public ClusterTelemetry(StoredObjects objects, Clock clock, long seed, MigDivisions divisions) {
        this.objects = objects;
        this.clock = clock;
        origin = Math.floorDiv(clock.instant().getEpochSecond(), ProgramMoment.INTERVAL) * ProgramMoment.INTERVAL;
        roster = new PodRoster(objects);
        var mint = new SeededRandom(seed);
        cast = WorkloadProfiles.of(mint);
        claims = new AllocatedClaims(objects);
        inventory = new BoardInventory(mint, MachineCatalog.load(), divisions);
    }

    /** What can be told of each device of a node, in the order of boards and, on each, of instances. */
    public List<TelemetrySample> readings(JsonNode node) {
        return station(node).read(node, roster.on(name(node)), clock.instant());
    }

    /**
     * What could have been told at an earlier second of the epoch, at the sample before it.
     *
     * @param rewind of this node's boards alone
     */
    public List<TelemetrySample> readings(JsonNode node, long second, CounterRewind rewind) {
        var station = station(node);
        var now = station.read(node, roster.on(name(node)), clock.instant());
        long sample = sample(second);
        return sample >= sample(clock.instant().getEpochSecond()) ? now : station.before(node, sample, rewind);
    }

    /** When the last sample was taken that there is at a second of the epoch. */
    public static long sample(long second) {
        return Math.floorDiv(second, ProgramMoment.INTERVAL) * ProgramMoment.INTERVAL;
    }

    /** What containers and machines do beside. */
    public CpuMemoryLoads loads() {
        return new CpuMemoryLoads(roster, cast, clock, this::processors);
    }

    private double processors(String name) {
        var node = objects.find(objects.catalog().get("nodes"), "", name);
        return node == null ? 0
                : ExactQuantity.of(node.path("status").path("capacity").path("cpu")).value().doubleValue();
    }

    /** The boards of a node. */
    public List<SimulatedBoard> boards(JsonNode node) {
        return inventory.boards(node);
    }

    /** What a container was given on its node; if it has ended or not yet begun, what it would be given. */
    public List<GrantedDevice> unitsOf(JsonNode pod, JsonNode node, JsonNode container) {
        if (GrantedContainer.wants(container).isEmpty()) {
            return List.of();
        }
        var holder = GrantedContainer.of(pod, container, cast);
        return station(node).unitsOf(node, roster.on(name(node)), holder);
    }

    /** Whether nobody listens at the exporter's port although the exporter runs. */
    public boolean silent(String node) {
        return cast.silent(node);
    }

    /** Whether the exporter of a node takes its time. */
    public boolean slow(String node) {
        return cast.slow(node);
    }

    /** Whether the exporter of a node was given a longer list of what to export. */
    public boolean thorough(String node) {
        return cast.thorough(node);
    }

    private NodeTelemetry station(JsonNode node) {
        return stations.computeIfAbsent(name(node), name -> new NodeTelemetry(name, inventory, cast, claims, origin));
    }

    private static String name(JsonNode node) {
        return StoreJson.text(node, "metadata", "name");
    }
}
