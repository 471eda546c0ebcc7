package tessera.demo.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tessera.demo.fixture.plan.SeededRandom;
import tessera.demo.fixture.plan.SimulatedMachineCatalog;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedResourceType.SelectableField;
import tessera.demo.store.SimulatedStoredObject;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.telemetry.SimulatedGpuContainer.SimulatedClaimAllocations;
import tessera.demo.telemetry.SimulatedGpuProgramKind.SimulatedProgramSampleTime;
import tessera.demo.telemetry.SimulatedPhysicalGpu.SimulatedAssignedDevice;
import tessera.kube.quantity.FormatPreservingQuantity;

/**
 * The telemetry of all GPUs of the cluster, computed for a node when it is requested. The same seed, objects and moment
 * give the same signals. Any thread.
 */
public final class SimulatedClusterTelemetry {

    private final SimulatedApiStorage objects;
    private final Clock clock;
    private final long origin;
    private final SimulatedPodsByNode podsByNode;
    private final SimulatedBehaviorProfiles profiles;
    private final SimulatedClaimAllocations claims;
    private final SimulatedNodeGpus inventory;
    private final Map<String, SimulatedNodeTelemetry> stations = new ConcurrentHashMap<>();

    /**
     * Begins to count; nothing is worked out yet.
     *
     * @param clock the cluster's time
     */
    public SimulatedClusterTelemetry(SimulatedApiStorage objects, Clock clock, long seed) {
        this(objects, clock, seed, new SimulatedMigLayouts());
    }

    /** @param divisions how boards are cut, where that is known better than from labels */
    public SimulatedClusterTelemetry(SimulatedApiStorage objects, Clock clock, long seed,
            SimulatedMigLayouts divisions) {
        this.objects = objects;
        this.clock = clock;
        origin = samplingSecond(clock.instant().getEpochSecond());
        podsByNode = new SimulatedPodsByNode(objects);
        var random = new SeededRandom(seed);
        profiles = SimulatedBehaviorProfiles.of(random);
        claims = new SimulatedClaimAllocations(objects);
        inventory = new SimulatedNodeGpus(random, SimulatedMachineCatalog.load(), divisions);
    }

    /** Returns the samples of each device of a node, in the order of boards and, on each, of instances. */
    public List<SimulatedDeviceSample> samplesOf(JsonNode node) {
        return telemetryOf(node).latestSamples(node, podsByNode.podsOn(SimulatedMetadata.nameOf(node)),
                clock.instant());
    }

    /**
     * Returns the samples as of an earlier second of the epoch, taken at the sampling time before it.
     *
     * @param rewind of this node's boards alone
     */
    public List<SimulatedDeviceSample> samplesOf(JsonNode node, long second, SimulatedCounterHistory rewind) {
        var station = telemetryOf(node);
        var now = station.latestSamples(node, podsByNode.podsOn(SimulatedMetadata.nameOf(node)), clock.instant());
        long sample = samplingSecond(second);
        if (sample >= samplingSecond(clock.instant().getEpochSecond())) {
            return now;
        }
        return station.samplesAt(node, sample, rewind);
    }

    /** Returns the last sampling time at or before a second of the epoch. */
    public static long samplingSecond(long second) {
        return Math.floorDiv(second, SimulatedProgramSampleTime.INTERVAL) * SimulatedProgramSampleTime.INTERVAL;
    }

    /** Returns the CPU and memory usage of containers and machines. */
    public SimulatedCpuMemoryMeter cpuMemoryLoads() {
        return new SimulatedCpuMemoryMeter(podsByNode, profiles, clock, this::cpuCapacity);
    }

    private double cpuCapacity(String name) {
        var node = objects.find(objects.catalog().get("nodes"), "", name);
        if (node == null) {
            return 0;
        }
        return FormatPreservingQuantity.of(node.path("status").path("capacity").path("cpu")).value().doubleValue();
    }

    /** Returns the boards of a node. */
    public List<SimulatedPhysicalGpu> boardsOf(JsonNode node) {
        return inventory.boardsOf(node);
    }

    /** Returns the devices that a container was given on its node; if it does not run, those it would be given. */
    public List<SimulatedAssignedDevice> devicesOf(JsonNode pod, JsonNode node, JsonNode container) {
        if (SimulatedGpuContainer.requestsOf(container).isEmpty()) {
            return List.of();
        }
        var holder = SimulatedGpuContainer.forContainer(pod, container, profiles);
        return telemetryOf(node).devicesOf(node, podsByNode.podsOn(SimulatedMetadata.nameOf(node)), holder);
    }

    /** Returns whether something is peculiar about a node. */
    public boolean hasTrait(String node, SimulatedNodeTrait trait) {
        return profiles.hasTrait(node, trait);
    }

    private SimulatedNodeTelemetry telemetryOf(JsonNode node) {
        return stations.computeIfAbsent(SimulatedMetadata.nameOf(node),
                name -> new SimulatedNodeTelemetry(name, inventory, profiles, claims, origin));
    }

    /** The pods of each node as of the last request; rebuilt only when a pod has changed. Any thread. */
    static final class SimulatedPodsByNode {

        private final SimulatedApiStorage objects;
        private final SimulatedResourceType pods;
        private final int nodeName;
        private volatile CachedPodGrouping nodePodLists = new CachedPodGrouping(-1, Map.of());

        /** @param writes how often pods had been written when it was made */
        private record CachedPodGrouping(long writes, Map<String, List<SimulatedStoredObject>> byNode) {}

        SimulatedPodsByNode(SimulatedApiStorage objects) {
            this.objects = objects;
            pods = objects.catalog().get("pods");
            nodeName = pods.traits().fields().stream().map(SelectableField::path).toList().indexOf("spec.nodeName");
        }

        List<SimulatedStoredObject> podsOn(String node) {
            long writes = objects.store().countWrites(pods);
            var current = nodePodLists;
            if (current.writes() != writes) {
                current = new CachedPodGrouping(writes, groupByNode());
                nodePodLists = current;
            }
            return current.byNode().getOrDefault(node, List.of());
        }

        private Map<String, List<SimulatedStoredObject>> groupByNode() {
            var byNode = new HashMap<String, List<SimulatedStoredObject>>();
            for (var pod : objects.store().list(pods, "").objects()) {
                byNode.computeIfAbsent(pod.fieldValues().get(nodeName), _ -> new ArrayList<>()).add(pod);
            }
            return byNode;
        }
    }
}
