package tessera.demo.signal;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tessera.demo.admission.Amount;
import tessera.demo.fleet.plan.Hardware;
import tessera.demo.fleet.plan.Mint;
import tessera.demo.store.Json;
import tessera.demo.store.objects.Objects;

/**
 * What all GPUs of the cluster do, worked out for a node when somebody asks about it. The same seed, objects and moment
 * give the same signals. Any thread.
 */
public final class Signals {

    private final Objects objects;
    private final Clock clock;
    private final long origin;
    private final Roster roster;
    private final Cast cast;
    private final Claims claims;
    private final Inventory inventory;
    private final Map<String, Station> stations = new ConcurrentHashMap<>();

    /**
     * Begins to count; nothing is worked out yet.
     *
     * @param clock the cluster's time
     */
    public Signals(Objects objects, Clock clock, long seed) {
        this(objects, clock, seed, new Divisions());
    }

    /** @param divisions how boards are cut, where that is known better than from labels */
    public Signals(Objects objects, Clock clock, long seed, Divisions divisions) {
        this.objects = objects;
        this.clock = clock;
        origin = Math.floorDiv(clock.instant().getEpochSecond(), Moment.INTERVAL) * Moment.INTERVAL;
        roster = new Roster(objects);
        var mint = new Mint(seed);
        cast = Cast.of(mint);
        claims = new Claims(objects);
        inventory = new Inventory(mint, Hardware.load(), divisions);
    }

    /** What can be told of each device of a node, in the order of boards and, on each, of instances. */
    public List<Reading> readings(JsonNode node) {
        return station(node).read(node, roster.on(name(node)), clock.instant());
    }

    /**
     * What could have been told at an earlier second of the epoch, at the sample before it.
     *
     * @param rewind of this node's boards alone
     */
    public List<Reading> readings(JsonNode node, long second, Rewind rewind) {
        var station = station(node);
        var now = station.read(node, roster.on(name(node)), clock.instant());
        long sample = sample(second);
        return sample >= sample(clock.instant().getEpochSecond()) ? now : station.before(node, sample, rewind);
    }

    /** When the last sample was taken that there is at a second of the epoch. */
    public static long sample(long second) {
        return Math.floorDiv(second, Moment.INTERVAL) * Moment.INTERVAL;
    }

    /** What containers and machines do beside. */
    public Loads loads() {
        return new Loads(roster, cast, clock, this::processors);
    }

    private double processors(String name) {
        var node = objects.find(objects.catalog().get("nodes"), "", name);
        return node == null ? 0 : Amount.of(node.path("status").path("capacity").path("cpu")).value().doubleValue();
    }

    /** The boards of a node. */
    public List<Board> boards(JsonNode node) {
        return inventory.boards(node);
    }

    /** What a container was given on its node; if it has ended or not yet begun, what it would be given. */
    public List<Unit> unitsOf(JsonNode pod, JsonNode node, JsonNode container) {
        if (Holder.wants(container).isEmpty()) {
            return List.of();
        }
        var holder = Holder.of(pod, container, cast);
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

    private Station station(JsonNode node) {
        return stations.computeIfAbsent(name(node), name -> new Station(name, inventory, cast, claims, origin));
    }

    private static String name(JsonNode node) {
        return Json.text(node, "metadata", "name");
    }
}
