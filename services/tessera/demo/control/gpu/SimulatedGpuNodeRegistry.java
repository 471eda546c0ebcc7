package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.SimulatedControlLoop;
import tessera.demo.control.SimulatedControllerResourceTypes;
import tessera.demo.fixture.plan.SimulatedMachineCatalog;
import tessera.demo.fixture.plan.SimulatedMachineCatalog.SimulatedMachineModel;
import tessera.demo.fixture.plan.SimulatedMachineCatalog.SimulatedMigGpuGroup;
import tessera.demo.fixture.plan.SimulatedMachineFault;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;
import tessera.demo.telemetry.SimulatedGpuMigPartitioning;
import tessera.demo.telemetry.SimulatedMigLayouts;

/** The nodes with NVIDIA boards: their machines, partitionings and relevant labels. */
final class SimulatedGpuNodeRegistry {

    static final String PRESENT = "nvidia.com/gpu.present";
    static final String MIG_CONFIG = "nvidia.com/mig.config";
    static final String MIG_STATE = "nvidia.com/mig.config.state";
    static final String PLUGIN_CONFIG = "nvidia.com/device-plugin.config";
    private static final List<String> WATCHED = List.of("nvidia.com/gpu.deploy.", "nvidia.com/gpu-driver-upgrade",
            "nvidia.com/mig.c", PLUGIN_CONFIG, PRESENT, "nvidia.com/gpu.product", "feature.node.kubernetes.io/pci-");
    private static final String MACHINE = "node.kubernetes.io/instance-type";

    private final SimulatedMigLayouts divisions;
    private final Map<String, SimulatedMachineModel> models;
    private final Map<String, List<SimulatedMigGpuGroup>> layouts;
    private final Map<String, SimulatedGpuMachine> nodes = new LinkedHashMap<>();
    private final List<BiConsumer<@Nullable SimulatedGpuMachine, SimulatedGpuMachine>> listeners = new ArrayList<>();

    /**
     * A node with NVIDIA boards.
     *
     * @param failedGpus boards that are broken
     * @param faults what is wrong with its machine
     * @param labels those that the stack goes by
     */
    record SimulatedGpuMachine(String name, SimulatedMachineModel model, int failedGpus,
            Set<SimulatedMachineFault> faults, Map<String, String> labels) {

        boolean hasFault(SimulatedMachineFault fault) {
            return faults.contains(fault);
        }

        String label(String key) {
            return labels.getOrDefault(key, "");
        }

        boolean differsIn(String key, SimulatedGpuMachine other) {
            return !label(key).equals(other.label(key));
        }
    }

    SimulatedGpuNodeRegistry(SimulatedControlLoop loop, SimulatedControllerResourceTypes types,
            SimulatedMigLayouts divisions) {
        this.divisions = divisions;
        var hardware = SimulatedMachineCatalog.load();
        models = hardware.models().stream().filter(SimulatedMachineModel::isNvidia)
                .collect(Collectors.toMap(SimulatedMachineModel::instance, machineModel -> machineModel));
        layouts = hardware.layouts();
        loop.follow(types.nodes(), this::nodeChanged);
    }

    /** Adds a listener told what a node was, null for a new one, and is. */
    void addListener(BiConsumer<@Nullable SimulatedGpuMachine, SimulatedGpuMachine> listener) {
        listeners.add(listener);
    }

    private void nodeChanged(WatchEventType kind, ObjectNode object) {
        var name = SimulatedMetadata.nameOf(object);
        var labels = object.path("metadata").path("labels");
        var machineModel = models.get(labels.path(MACHINE).asText());
        if (kind == WatchEventType.DELETED || machineModel == null) {
            nodes.remove(name);
            return;
        }
        var before = nodes.get(name);
        var faults = SimulatedMachineFault.faultsOf(object);
        var told = relevantLabels(labels);
        if (before != null && before.labels().equals(told) && before.faults().equals(faults)) {
            return;
        }
        var node = new SimulatedGpuMachine(name, machineModel,
                before == null ? countFailedGpus(object) : before.failedGpus(), faults, told);
        nodes.put(name, node);
        if (before == null && divisions.partitioningsOf(name).isEmpty()) {
            divisions.setPartitionings(name, initialPartitionings(node));
        }
        listeners.forEach(listener -> listener.accept(before, node));
    }

    /** Returns only the relevant labels, because thousands of nodes are kept. */
    private static Map<String, String> relevantLabels(JsonNode labels) {
        var told = new HashMap<String, String>();
        labels.properties().forEach(label -> {
            var key = label.getKey();
            if (WATCHED.stream().anyMatch(key::startsWith)) {
                told.put(key.intern(), label.getValue().asText().intern());
            }
        });
        return Map.copyOf(told);
    }

    private static int countFailedGpus(JsonNode node) {
        var status = node.path("status");
        return Math.max(0, status.path("capacity").path(SimulatedGpuResourcesAndLabels.GPU).asInt()
                - status.path("allocatable").path(SimulatedGpuResourcesAndLabels.GPU).asInt());
    }

    /** Returns the partitionings that the boards of a node had before this controller started. */
    private List<SimulatedGpuMigPartitioning> initialPartitionings(SimulatedGpuMachine node) {
        var cuts = new ArrayList<SimulatedGpuMigPartitioning>();
        boolean done = node.label(MIG_STATE).equals("success");
        for (var part : done ? layouts.getOrDefault(node.label(MIG_CONFIG), List.of())
                : List.<SimulatedMigGpuGroup>of()) {
            var partitioning = part.instances().isEmpty() ? SimulatedGpuMigPartitioning.WHOLE
                    : SimulatedGpuMigPartitioning.ofInstances(part.instances());
            cuts.addAll(Collections.nCopies(part.gpus(), partitioning));
        }
        if (cuts.size() == node.model().gpus()) {
            return cuts;
        }
        return Collections.nCopies(node.model().gpus(), SimulatedGpuMigPartitioning.WHOLE);
    }

    Optional<SimulatedGpuMachine> find(String name) {
        return Optional.ofNullable(nodes.get(name));
    }

    List<SimulatedGpuMachine> allNodes() {
        return List.copyOf(nodes.values());
    }

    List<SimulatedGpuMigPartitioning> partitioningsOf(SimulatedGpuMachine node) {
        return divisions.partitioningsOf(node.name());
    }

    void partition(SimulatedGpuMachine node, List<SimulatedGpuMigPartitioning> cuts) {
        divisions.setPartitionings(node.name(), cuts);
    }
}
