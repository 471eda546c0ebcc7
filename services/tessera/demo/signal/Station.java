package tessera.demo.signal;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.demo.signal.Reading.Memory;
import tessera.demo.signal.Reading.Owner;
import tessera.demo.store.Json;
import tessera.demo.store.StoredObject;

/** What is watched of one node's boards from one sample to the next. Any thread. */
final class Station {

    private final String node;
    private final Inventory inventory;
    private final Cast cast;
    private final Claims claims;
    private final long origin;
    private final Grants grants = new Grants();
    private final Map<String, Meter> meters = new HashMap<>();
    private Map<String, Known> known = Map.of();
    private List<Reading> readings = List.of();
    private long sampled = Long.MIN_VALUE;

    /** What a state of a pod said; it need not be read again. */
    private record Known(long version, List<Holder> holders) {}

    /** @param origin the second at which counters begin to be counted */
    Station(String node, Inventory inventory, Cast cast, Claims claims, long origin) {
        this.node = node;
        this.inventory = inventory;
        this.cast = cast;
        this.claims = claims;
        this.origin = origin;
    }

    /** The last sample before a moment. Samples are taken every thirty seconds. */
    synchronized List<Reading> read(JsonNode object, List<StoredObject> pods, Instant now) {
        long second = Math.floorDiv(now.getEpochSecond(), Moment.INTERVAL) * Moment.INTERVAL;
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
    synchronized List<Reading> before(JsonNode object, long second, Rewind rewind) {
        if (second >= sampled) {
            return readings;
        }
        var all = new ArrayList<Reading>();
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
    synchronized List<Unit> unitsOf(JsonNode object, List<StoredObject> pods, Holder holder) {
        settle(object, pods);
        return grants.unitsOf(holder);
    }

    private void settle(JsonNode object, List<StoredObject> pods) {
        var seen = new HashMap<String, Known>();
        var holders = new ArrayList<Holder>();
        for (var pod : pods) {
            var key = pod.namespace() + "/" + pod.name();
            var before = known.get(key);
            var current = before != null && before.version() == pod.version() ? before
                    : new Known(pod.version(), Holder.of(pod.tree(), cast, claims));
            seen.put(key, current);
            holders.addAll(current.holders());
        }
        known = seen;
        grants.settle(inventory.boards(object), holders);
    }

    private List<Reading> sample(JsonNode object, long second) {
        var all = new ArrayList<Reading>();
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

    private Sensors sensors(Board board) {
        return new Sensors(board, grants.work(board), cast.hot(node), cast.faulting(node, board.index()),
                Noise.of(cast.mint(), "board/" + board.uuid()));
    }

    private static long born(JsonNode object) {
        return Instant.parse(Json.text(object, "metadata", "creationTimestamp")).getEpochSecond();
    }

    private static long replays(Sensors sensors, long second, long born) {
        return (long) (Math.max(0, second - born) / 3600.0 * (sensors.luck().constant(40) < 0.9 ? 0 : 0.02));
    }

    /** What happened before anybody looked is a guess. */
    private Meter start(Board board, Noise luck, long born) {
        var make = board.make();
        double busy = 0.15 + 0.5 * luck.constant(41);
        long before = Math.max(0, origin - born);
        return new Meter(origin, before * (make.idle() + busy * (make.limit() - make.idle())),
                board.divided() ? 0 : before * make.link() * 0.2 * busy);
    }

    private static Reading reading(Work.Part part, long second, Condition condition) {
        var unit = part.unit();
        var activity = part.at(second);
        int usable = unit.memory() - unit.reserved();
        int used = (int) Math.min(usable, Math.round(activity.memory() * usable));
        var owners = part.holders().stream()
                .map(holder -> new Owner(holder.namespace(), holder.pod(), holder.container(), holder.claimed().stream()
                        .filter(claimed -> claimed.is(unit.board())).findFirst().orElse(null)))
                .toList();
        return new Reading(unit, activity.engine(), activity.tensor(), activity.dram(),
                new Memory(used, usable - used, unit.reserved()), condition, owners);
    }
}
