package tessera.demo.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.demo.store.StoreJson;
import tessera.demo.store.StoredObject;
import tessera.demo.telemetry.TelemetrySample.MemorySample;
import tessera.demo.telemetry.TelemetrySample.Owner;

/** What is watched of one node's boards from one sample to the next. Any thread. */
final class NodeTelemetry {

    private final String node;
    private final BoardInventory inventory;
    private final WorkloadProfiles cast;
    private final AllocatedClaims claims;
    private final long origin;
    private final DeviceGrants grants = new DeviceGrants();
    private final Map<String, BoardCounters> meters = new HashMap<>();
    private Map<String, PodStateNote> known = Map.of();
    private List<TelemetrySample> readings = List.of();
    private long sampled = Long.MIN_VALUE;

    /** What a state of a pod said; it need not be read again. */
    private record PodStateNote(long version, List<GrantedContainer> holders) {}

    /** @param origin the second at which counters begin to be counted */
    NodeTelemetry(String node, BoardInventory inventory, WorkloadProfiles cast, AllocatedClaims claims, long origin) {
        this.node = node;
        this.inventory = inventory;
        this.cast = cast;
        this.claims = claims;
        this.origin = origin;
    }

    /** The last sample before a moment. Samples are taken every thirty seconds. */
    synchronized List<TelemetrySample> read(JsonNode object, List<StoredObject> pods, Instant now) {
        long second = Math.floorDiv(now.getEpochSecond(), ProgramMoment.INTERVAL) * ProgramMoment.INTERVAL;
        if (second > sampled) {
            settle(object, pods);
            readings = sample(object, second);
            sampled = second;
        }
        return readings;
    }

    /**
     * What would have been told at an earlier moment by boards that were cut as they are now. Nobody had a device before
     * its container started.
     */
    synchronized List<TelemetrySample> before(JsonNode object, long second, CounterRewind rewind) {
        if (second >= sampled) {
            return readings;
        }
        var all = new ArrayList<TelemetrySample>();
        long born = born(object);
        for (var board : inventory.boards(object)) {
            var meter = meters.get(board.uuid());
            if (meter != null && second >= born) {
                var sensors = sensors(board);
                var then = board.fallen() ? meter : rewind.at(second, meter, sensors);
                var condition = sensors.condition(second, then, replays(sensors, second, born));
                sensors.work().parts().forEach(part -> all.add(reading(part.since(second), second, condition)));
            }
        }
        return List.copyOf(all);
    }

    /** What a container was given, or would be if it ran. */
    synchronized List<GrantedDevice> unitsOf(JsonNode object, List<StoredObject> pods, GrantedContainer holder) {
        settle(object, pods);
        return grants.unitsOf(holder);
    }

    private void settle(JsonNode object, List<StoredObject> pods) {
        var seen = new HashMap<String, PodStateNote>();
        var holders = new ArrayList<GrantedContainer>();
        for (var pod : pods) {
            var key = pod.namespace() + "/" + pod.name();
            var before = known.get(key);
            var current = before != null && before.version() == pod.version() ? before
                    : new PodStateNote(pod.version(), GrantedContainer.of(pod.tree(), cast, claims));
            seen.put(key, current);
            holders.addAll(current.holders());
        }
        known = seen;
        grants.settle(inventory.boards(object), holders);
    }

    private List<TelemetrySample> sample(JsonNode object, long second) {
        var all = new ArrayList<TelemetrySample>();
        long born = born(object);
        for (var board : inventory.boards(object)) {
            var sensors = sensors(board);
            var meter = meters.computeIfAbsent(board.uuid(), _ -> start(board, sensors.luck(), born));
            if (!board.fallen()) {
                meter.advance(second, sensors);
            }
            var condition = sensors.condition(second, meter, replays(sensors, second, born));
            sensors.work().parts().forEach(part -> all.add(reading(part, second, condition)));
        }
        return List.copyOf(all);
    }

    private BoardSensors sensors(SimulatedBoard board) {
        return new BoardSensors(board, grants.work(board), cast.hot(node), cast.faulting(node, board.index()),
                SeededNoise.of(cast.mint(), "board/" + board.uuid()));
    }

    private static long born(JsonNode object) {
        return Instant.parse(StoreJson.text(object, "metadata", "creationTimestamp")).getEpochSecond();
    }

    private static long replays(BoardSensors sensors, long second, long born) {
        return (long) (Math.max(0, second - born) / 3600.0 * (sensors.luck().constant(40) < 0.9 ? 0 : 0.02));
    }

    /** What happened before anybody looked is a guess. */
    private BoardCounters start(SimulatedBoard board, SeededNoise luck, long born) {
        var make = board.make();
        double busy = 0.15 + 0.5 * luck.constant(41);
        long before = Math.max(0, origin - born);
        return new BoardCounters(origin, before * (make.idle() + busy * (make.limit() - make.idle())),
                board.divided() ? 0 : before * make.link() * 0.2 * busy);
    }

    private static TelemetrySample reading(BoardWork.WorkPart part, long second, SensorCondition condition) {
        var unit = part.unit();
        var activity = part.at(second);
        int usable = unit.memory() - unit.reserved();
        int used = (int) Math.min(usable, Math.round(activity.memory() * usable));
        var owners = part.holders().stream()
                .map(holder -> new Owner(holder.namespace(), holder.pod(), holder.container(), holder.claimed().stream()
                        .filter(claimed -> claimed.is(unit.board())).findFirst().orElse(null)))
                .toList();
        return new TelemetrySample(unit, activity.engine(), activity.tensor(), activity.dram(),
                new MemorySample(used, usable - used, unit.reserved()), condition, owners);
    }
}
