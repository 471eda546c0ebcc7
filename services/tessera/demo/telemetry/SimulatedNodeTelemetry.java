package tessera.demo.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.StoredKubernetesObject;
import tessera.demo.telemetry.SimulatedDeviceSample.DeviceOwner;
import tessera.demo.telemetry.SimulatedDeviceSample.MemorySample;

/** The state of one node's boards from one sample to the next. Any thread. */
final class SimulatedNodeTelemetry {

    private final String node;
    private final SimulatedNodeGpus inventory;
    private final SimulatedWorkloadProfiles cast;
    private final SimulatedClaimAllocations claims;
    private final long origin;
    private final SimulatedDeviceAssignments grants = new SimulatedDeviceAssignments();
    private final Map<String, SimulatedGpuCounters> meters = new HashMap<>();
    private Map<String, CachedDeviceHolders> known = Map.of();
    private List<SimulatedDeviceSample> readings = List.of();
    private long sampled = Long.MIN_VALUE;

    /** The device holders read from one version of a pod, which need not be read again. */
    private record CachedDeviceHolders(long version, List<SimulatedGpuContainer> holders) {}

    /** @param origin the second at which counters begin to be counted */
    SimulatedNodeTelemetry(String node, SimulatedNodeGpus inventory, SimulatedWorkloadProfiles cast,
            SimulatedClaimAllocations claims, long origin) {
        this.node = node;
        this.inventory = inventory;
        this.cast = cast;
        this.claims = claims;
        this.origin = origin;
    }

    /** Returns the last sample before a moment. Samples are taken every thirty seconds. */
    synchronized List<SimulatedDeviceSample> latestSamples(JsonNode object, List<StoredKubernetesObject> pods,
            Instant now) {
        long second = Math.floorDiv(now.getEpochSecond(), SimulatedProgramSampleTime.INTERVAL)
                * SimulatedProgramSampleTime.INTERVAL;
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
    synchronized List<SimulatedDeviceSample> samplesAt(JsonNode object, long second, SimulatedCounterHistory rewind) {
        if (second >= sampled) {
            return readings;
        }
        var all = new ArrayList<SimulatedDeviceSample>();
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
    synchronized List<SimulatedAssignedDevice> devicesOf(JsonNode object, List<StoredKubernetesObject> pods,
            SimulatedGpuContainer holder) {
        updateGrants(object, pods);
        return grants.devicesOf(holder);
    }

    private void updateGrants(JsonNode object, List<StoredKubernetesObject> pods) {
        var seen = new HashMap<String, CachedDeviceHolders>();
        var holders = new ArrayList<SimulatedGpuContainer>();
        for (var pod : pods) {
            var key = pod.namespace() + "/" + pod.name();
            var before = known.get(key);
            var current = before != null && before.version() == pod.resourceVersion() ? before
                    : new CachedDeviceHolders(pod.resourceVersion(),
                            SimulatedGpuContainer.readHolders(pod.toTree(), cast, claims));
            seen.put(key, current);
            holders.addAll(current.holders());
        }
        known = seen;
        grants.updateGrants(inventory.boardsOf(object), holders);
    }

    private List<SimulatedDeviceSample> takeSamples(JsonNode object, long second) {
        var all = new ArrayList<SimulatedDeviceSample>();
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

    private SimulatedGpuSensors sensorsOf(SimulatedPhysicalGpu board) {
        return new SimulatedGpuSensors(board, grants.workOn(board), cast.runsHot(node),
                cast.faultsRepeatedly(node, board.index()),
                SimulatedSensorNoise.of(cast.mint(), "board/" + board.uuid()));
    }

    private static long creationSecond(JsonNode object) {
        return Instant.parse(SimulatedStoreJsonCodec.textAt(object, "metadata", "creationTimestamp")).getEpochSecond();
    }

    private static long replayCount(SimulatedGpuSensors sensors, long second, long born) {
        return (long) (Math.max(0, second - born) / 3600.0 * (sensors.luck().constantValue(40) < 0.9 ? 0 : 0.02));
    }

    /** Returns an estimate of the counters at the start of the simulation. */
    private SimulatedGpuCounters initialCounters(SimulatedPhysicalGpu board, SimulatedSensorNoise luck, long born) {
        var make = board.model();
        double busy = 0.15 + 0.5 * luck.constantValue(41);
        long before = Math.max(0, origin - born);
        return new SimulatedGpuCounters(origin, before * (make.idle() + busy * (make.limit() - make.idle())),
                board.isMigEnabled() ? 0 : before * make.link() * 0.2 * busy);
    }

    private static SimulatedDeviceSample sampleOf(SimulatedGpuLoad.DeviceHoldingContainers part, long second,
            SimulatedSensorReadings condition) {
        var unit = part.unit();
        var activity = part.activityAt(second);
        int usable = unit.memoryMib() - unit.reservedMemoryMib();
        int used = (int) Math.min(usable, Math.round(activity.memory() * usable));
        var owners = part.holders().stream()
                .map(holder -> new DeviceOwner(holder.namespace(), holder.pod(), holder.container(),
                        holder.claimed().stream()
                                .filter(claimed -> claimed.isBoard(unit.board())).findFirst().orElse(null)))
                .toList();
        return new SimulatedDeviceSample(unit, activity.engine(), activity.tensor(), activity.dram(),
                new MemorySample(used, usable - used, unit.reservedMemoryMib()), condition, owners);
    }
}
