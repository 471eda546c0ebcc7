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

/** The state of one node's boards from one sample to the next. Any thread. */
final class NodeTelemetry {

    private final String node;
    private final SimulatedBoards inventory;
    private final WorkloadProfiles cast;
    private final AllocatedClaims claims;
    private final long origin;
    private final DeviceGrants grants = new DeviceGrants();
    private final Map<String, BoardCounters> meters = new HashMap<>();
    private Map<String, PodStateNote> known = Map.of();
    private List<TelemetrySample> readings = List.of();
    private long sampled = Long.MIN_VALUE;

    /** The device holders read from one version of a pod, which need not be read again. */
    private record PodStateNote(long version, List<GrantedContainer> holders) {}

    /** @param origin the second at which counters begin to be counted */
    NodeTelemetry(String node, SimulatedBoards inventory, WorkloadProfiles cast, AllocatedClaims claims, long origin) {
        this.node = node;
        this.inventory = inventory;
        this.cast = cast;
        this.claims = claims;
        this.origin = origin;
    }

    /** Returns the last sample before a moment. Samples are taken every thirty seconds. */
    synchronized List<TelemetrySample> latestSamples(JsonNode object, List<StoredObject> pods, Instant now) {
        long second = Math.floorDiv(now.getEpochSecond(), ProgramMoment.INTERVAL) * ProgramMoment.INTERVAL;
        if (second > sampled) {
            updateGrants(object, pods);
            readings = takeSamples(object, second);
            sampled = second;
        }
        return readings;
    }

    /**
     * Returns the samples of an earlier moment, as if the boards had been partitioned as they are now. Nobody had a device before
     * its container started.
     */
    synchronized List<TelemetrySample> samplesAt(JsonNode object, long second, CounterRewind rewind) {
        if (second >= sampled) {
            return readings;
        }
        var all = new ArrayList<TelemetrySample>();
        long born = creationSecond(object);
        for (var board : inventory.boardsOf(object)) {
            var meter = meters.get(board.uuid());
            if (meter != null && second >= born) {
                var sensors = sensorsOf(board);
                var then = board.fallenOffBus() ? meter : rewind.countersAt(second, meter, sensors);
                var condition = sensors.conditionAt(second, then, replayCount(sensors, second, born));
                sensors.work().parts().forEach(part -> all.add(sampleOf(part.heldAt(second), second, condition)));
            }
        }
        return List.copyOf(all);
    }

    /** Returns the devices that a container was given, or would be if it ran. */
    synchronized List<GrantedDevice> devicesOf(JsonNode object, List<StoredObject> pods, GrantedContainer holder) {
        updateGrants(object, pods);
        return grants.devicesOf(holder);
    }

    private void updateGrants(JsonNode object, List<StoredObject> pods) {
        var seen = new HashMap<String, PodStateNote>();
        var holders = new ArrayList<GrantedContainer>();
        for (var pod : pods) {
            var key = pod.namespace() + "/" + pod.name();
            var before = known.get(key);
            var current = before != null && before.version() == pod.resourceVersion() ? before
                    : new PodStateNote(pod.resourceVersion(), GrantedContainer.readHolders(pod.toTree(), cast, claims));
            seen.put(key, current);
            holders.addAll(current.holders());
        }
        known = seen;
        grants.updateGrants(inventory.boardsOf(object), holders);
    }

    private List<TelemetrySample> takeSamples(JsonNode object, long second) {
        var all = new ArrayList<TelemetrySample>();
        long born = creationSecond(object);
        for (var board : inventory.boardsOf(object)) {
            var sensors = sensorsOf(board);
            var meter = meters.computeIfAbsent(board.uuid(), _ -> initialCounters(board, sensors.luck(), born));
            if (!board.fallenOffBus()) {
                meter.advanceTo(second, sensors);
            }
            var condition = sensors.conditionAt(second, meter, replayCount(sensors, second, born));
            sensors.work().parts().forEach(part -> all.add(sampleOf(part, second, condition)));
        }
        return List.copyOf(all);
    }

    private BoardSensors sensorsOf(SimulatedBoard board) {
        return new BoardSensors(board, grants.workOn(board), cast.runsHot(node),
                cast.faultsRepeatedly(node, board.index()),
                SeededNoise.of(cast.mint(), "board/" + board.uuid()));
    }

    private static long creationSecond(JsonNode object) {
        return Instant.parse(StoreJson.textAt(object, "metadata", "creationTimestamp")).getEpochSecond();
    }

    private static long replayCount(BoardSensors sensors, long second, long born) {
        return (long) (Math.max(0, second - born) / 3600.0 * (sensors.luck().constantValue(40) < 0.9 ? 0 : 0.02));
    }

    /** Returns an estimate of the counters at the start of the simulation. */
    private BoardCounters initialCounters(SimulatedBoard board, SeededNoise luck, long born) {
        var make = board.model();
        double busy = 0.15 + 0.5 * luck.constantValue(41);
        long before = Math.max(0, origin - born);
        return new BoardCounters(origin, before * (make.idle() + busy * (make.limit() - make.idle())),
                board.isMigEnabled() ? 0 : before * make.link() * 0.2 * busy);
    }

    private static TelemetrySample sampleOf(BoardWork.WorkPart part, long second, SensorCondition condition) {
        var unit = part.unit();
        var activity = part.activityAt(second);
        int usable = unit.memoryMib() - unit.reservedMemoryMib();
        int used = (int) Math.min(usable, Math.round(activity.memory() * usable));
        var owners = part.holders().stream()
                .map(holder -> new Owner(holder.namespace(), holder.pod(), holder.container(), holder.claimed().stream()
                        .filter(claimed -> claimed.isBoard(unit.board())).findFirst().orElse(null)))
                .toList();
        return new TelemetrySample(unit, activity.engine(), activity.tensor(), activity.dram(),
                new MemorySample(used, usable - used, unit.reservedMemoryMib()), condition, owners);
    }
}
