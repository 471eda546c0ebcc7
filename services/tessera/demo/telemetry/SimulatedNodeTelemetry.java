package tessera.demo.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import tessera.demo.store.SimulatedStoredObject;
import tessera.demo.telemetry.SimulatedDeviceSample.DeviceMemorySample;
import tessera.demo.telemetry.SimulatedDeviceSample.DeviceOwner;
import tessera.demo.telemetry.SimulatedGpuContainer.SimulatedClaimAllocations;
import tessera.demo.telemetry.SimulatedGpuSensors.SimulatedGpuCounters;
import tessera.demo.telemetry.SimulatedGpuSensors.SimulatedGpuLoad;
import tessera.demo.telemetry.SimulatedGpuSensors.SimulatedGpuLoad.DeviceHoldingContainers;
import tessera.demo.telemetry.SimulatedPhysicalGpu.SimulatedAssignedDevice;

/** The state of one node's boards from one sample to the next. Any thread. */
final class SimulatedNodeTelemetry {

    private final String node;
    private final SimulatedNodeGpus inventory;
    private final SimulatedBehaviorProfiles profiles;
    private final SimulatedClaimAllocations claims;
    private final long origin;
    private final SimulatedDeviceAssignments grants = new SimulatedDeviceAssignments();
    private final Map<String, SimulatedGpuCounters> meters = new HashMap<>();
    private Map<String, CachedDeviceHolders> holdersByKey = Map.of();
    private List<SimulatedDeviceSample> readings = List.of();
    private long sampled = Long.MIN_VALUE;

    /** The device holders read from one version of a pod, which need not be read again. */
    private record CachedDeviceHolders(long version, List<SimulatedGpuContainer> holders) {}

    /** @param origin the second at which counters begin to be counted */
    SimulatedNodeTelemetry(String node, SimulatedNodeGpus inventory, SimulatedBehaviorProfiles profiles,
            SimulatedClaimAllocations claims, long origin) {
        this.node = node;
        this.inventory = inventory;
        this.profiles = profiles;
        this.claims = claims;
        this.origin = origin;
    }

    /** Returns the last sample before a moment. Samples are taken every thirty seconds. */
    synchronized List<SimulatedDeviceSample> latestSamples(JsonNode object, List<SimulatedStoredObject> pods,
            Instant now) {
        long second = SimulatedClusterTelemetry.samplingSecond(now.getEpochSecond());
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
        for (var physicalGpu : inventory.boardsOf(object)) {
            var meter = meters.get(physicalGpu.uuid());
            if (meter != null && second >= born) {
                var sensors = sensorsOf(physicalGpu);
                var then = physicalGpu.fallenOffBus() ? meter : rewind.countersAt(second, meter, sensors);
                var condition = sensors.conditionAt(second, then, replayCount(sensors, second, born));
                sensors.gpuLoad().parts().forEach(part -> all.add(sampleOf(part.heldAt(second), second, condition)));
            }
        }
        return List.copyOf(all);
    }

    /** Returns the devices that a container was given, or would be if it ran. */
    synchronized List<SimulatedAssignedDevice> devicesOf(JsonNode object, List<SimulatedStoredObject> pods,
            SimulatedGpuContainer holder) {
        updateGrants(object, pods);
        return grants.devicesOf(holder);
    }

    private void updateGrants(JsonNode object, List<SimulatedStoredObject> pods) {
        var seen = new HashMap<String, CachedDeviceHolders>();
        var holders = new ArrayList<SimulatedGpuContainer>();
        for (var pod : pods) {
            var key = pod.namespace() + "/" + pod.name();
            var before = holdersByKey.get(key);
            var current = before != null && before.version() == pod.resourceVersion() ? before
                    : new CachedDeviceHolders(pod.resourceVersion(),
                            SimulatedGpuContainer.readHolders(pod.toTree(), profiles, claims));
            seen.put(key, current);
            holders.addAll(current.holders());
        }
        holdersByKey = seen;
        grants.updateGrants(inventory.boardsOf(object), holders);
    }

    private List<SimulatedDeviceSample> takeSamples(JsonNode object, long second) {
        var all = new ArrayList<SimulatedDeviceSample>();
        long born = creationSecond(object);
        for (var physicalGpu : inventory.boardsOf(object)) {
            var sensors = sensorsOf(physicalGpu);
            var meter = meters.computeIfAbsent(physicalGpu.uuid(),
                    _ -> initialCounters(physicalGpu, sensors.luck(), born));
            if (!physicalGpu.fallenOffBus()) {
                meter.advanceTo(second, sensors);
            }
            var condition = sensors.conditionAt(second, meter, replayCount(sensors, second, born));
            sensors.gpuLoad().parts().forEach(part -> all.add(sampleOf(part, second, condition)));
        }
        return List.copyOf(all);
    }

    private SimulatedGpuSensors sensorsOf(SimulatedPhysicalGpu physicalGpu) {
        return new SimulatedGpuSensors(physicalGpu, grants.workOn(physicalGpu),
                profiles.hasTrait(node, SimulatedNodeTrait.HOT), profiles.faultsRepeatedly(node, physicalGpu.index()),
                SimulatedSeededNoise.of(profiles.mint(), "board/" + physicalGpu.uuid()));
    }

    private static long creationSecond(JsonNode object) {
        return Instant.parse(object.path("metadata").path("creationTimestamp").asText("")).getEpochSecond();
    }

    private static long replayCount(SimulatedGpuSensors sensors, long second, long born) {
        return (long) (Math.max(0, second - born) / 3600.0 * (sensors.luck().constantValue(40) < 0.9 ? 0 : 0.02));
    }

    /** Returns an estimate of the counters at the start of the simulation. */
    private SimulatedGpuCounters initialCounters(SimulatedPhysicalGpu physicalGpu, SimulatedSeededNoise luck,
            long born) {
        var model = physicalGpu.model();
        double busy = 0.15 + 0.5 * luck.constantValue(41);
        long before = Math.max(0, origin - born);
        return new SimulatedGpuCounters(origin, before * (model.idle() + busy * (model.limit() - model.idle())),
                physicalGpu.isMigEnabled() ? 0 : before * model.link() * 0.2 * busy);
    }

    private static SimulatedDeviceSample sampleOf(DeviceHoldingContainers part, long second,
            SimulatedSensorReadings condition) {
        var unit = part.unit();
        var activity = part.activityAt(second);
        int usable = unit.memoryMib() - unit.reservedMemoryMib();
        int used = (int) Math.min(usable, Math.round(activity.memory() * usable));
        var owners = part.holders().stream().map(holder -> deviceOwner(holder, unit)).toList();
        return new SimulatedDeviceSample(unit, activity.engine(), activity.tensor(), activity.dram(),
                new DeviceMemorySample(used, usable - used, unit.reservedMemoryMib()), condition, owners);
    }

    private static DeviceOwner deviceOwner(SimulatedGpuContainer holder, SimulatedAssignedDevice unit) {
        return new DeviceOwner(holder.namespace(), holder.pod(), holder.container(), holder.claimed().stream()
                .filter(claimed -> claimed.isBoard(unit.physicalGpu())).findFirst().orElse(null));
    }

    /**
     * The grants of a node's devices to containers. Who has one keeps it until it ends, as with a kubelet. For one thread at a
     * time.
     */
    private static final class SimulatedDeviceAssignments {

        private static final String WHOLE = "nvidia.com/gpu";
        private static final String MIG = "nvidia.com/mig-";

        private List<SimulatedPhysicalGpu> gpus = List.of();
        private final SequencedMap<String, List<SimulatedAssignedDevice>> devicesByContainer = new LinkedHashMap<>();
        private List<SimulatedGpuContainer> inOrder = List.of();

        /** Revokes the grants of containers that are gone, and grants devices to new ones. */
        void updateGrants(List<SimulatedPhysicalGpu> present, List<SimulatedGpuContainer> holders) {
            if (!present.equals(gpus)) {
                gpus = List.copyOf(present);
                retainGrants();
            }
            devicesByContainer.keySet().retainAll(holders.stream().map(SimulatedGpuContainer::key).toList());
            inOrder = holders.stream()
                    .sorted(Comparator.comparing(SimulatedGpuContainer::createdText)
                            .thenComparing(SimulatedGpuContainer::pod).thenComparing(SimulatedGpuContainer::container))
                    .toList();
            inOrder.stream().filter(holder -> !devicesByContainer.containsKey(holder.key()))
                    .forEach(holder -> devicesByContainer.put(holder.key(), chooseDevices(holder)));
        }

        private void retainGrants() {
            var units = new HashMap<String, SimulatedAssignedDevice>();
            for (var physicalGpu : gpus) {
                physicalGpu.grantableDevices().forEach(unit -> units.put(unit.uuid(), unit));
            }
            devicesByContainer.values()
                    .removeIf(had -> !had.stream().map(SimulatedAssignedDevice::uuid).allMatch(units::containsKey));
            devicesByContainer.replaceAll((_, had) -> currentUnits(had, units));
        }

        private static List<SimulatedAssignedDevice> currentUnits(List<SimulatedAssignedDevice> had,
                Map<String, SimulatedAssignedDevice> units) {
            return had.stream().map(unit -> units.getOrDefault(unit.uuid(), unit)).toList();
        }

        SimulatedGpuLoad workOn(SimulatedPhysicalGpu physicalGpu) {
            return new SimulatedGpuLoad(physicalGpu,
                    physicalGpu.grantableDevices().stream().map(this::holdingContainers).toList());
        }

        private DeviceHoldingContainers holdingContainers(SimulatedAssignedDevice unit) {
            return new DeviceHoldingContainers(unit,
                    inOrder.stream()
                            .filter(holder -> devicesByContainer.getOrDefault(holder.key(), List.of()).contains(unit))
                            .toList());
        }

        List<SimulatedAssignedDevice> devicesOf(SimulatedGpuContainer holder) {
            var units = devicesByContainer.get(holder.key());
            return units == null ? chooseDevices(holder) : units;
        }

        private List<SimulatedAssignedDevice> chooseDevices(SimulatedGpuContainer holder) {
            Map<SimulatedAssignedDevice, Integer> load = new HashMap<>();
            for (var units : devicesByContainer.values()) {
                units.forEach(unit -> load.merge(unit, 1, Integer::sum));
            }
            var chosen = new ArrayList<SimulatedAssignedDevice>();
            gpus.stream().filter(physicalGpu -> claimsBoard(physicalGpu, holder))
                    .forEach(physicalGpu -> chosen.addAll(physicalGpu.grantableDevices()));
            for (var entry : holder.requests().entrySet()) {
                var resource = entry.getKey();
                var count = entry.getValue();
                var fitting = gpus.stream().filter(physicalGpu -> !physicalGpu.fallenOffBus())
                        .flatMap(physicalGpu -> physicalGpu.grantableDevices().stream())
                        .filter(unit -> canServe(resource, unit)).toList();
                for (int i = 0; i < count && !fitting.isEmpty(); i++) {
                    var least = fitting.stream().min(Comparator.comparingInt(unit -> load.getOrDefault(unit, 0)));
                    least.ifPresent(unit -> {
                        load.merge(unit, 1, Integer::sum);
                        chosen.add(unit);
                    });
                }
            }
            return chosen;
        }

        private static boolean claimsBoard(SimulatedPhysicalGpu physicalGpu, SimulatedGpuContainer holder) {
            return holder.claimed().stream().anyMatch(claimed -> claimed.isBoard(physicalGpu));
        }

        private boolean canServe(String resource, SimulatedAssignedDevice unit) {
            if (resource.startsWith(MIG)) {
                return unit.hasProfile(resource.substring(MIG.length()));
            }
            // Where all boards are divided alike, their parts may go by the name of whole boards.
            boolean parts = resource.equals(WHOLE) && gpus.stream().allMatch(SimulatedPhysicalGpu::isMigEnabled);
            return parts || unit.instance() == null;
        }
    }
}
