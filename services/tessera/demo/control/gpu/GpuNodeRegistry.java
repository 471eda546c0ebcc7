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
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.fixture.plan.MachineCatalog;
import tessera.demo.fixture.plan.MachineFault;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;
import tessera.demo.telemetry.SimulatedMigLayouts;
import tessera.demo.telemetry.SimulatedMigPartitioning;

/** The nodes with NVIDIA boards: their machines, partitionings and relevant labels. */
final class GpuNodeRegistry {

    static final String PRESENT = "nvidia.com/gpu.present";
    static final String MIG_CONFIG = "nvidia.com/mig.config";
    static final String MIG_STATE = "nvidia.com/mig.config.state";
    static final String PLUGIN_CONFIG = "nvidia.com/device-plugin.config";
    private static final List<String> WATCHED = List.of("nvidia.com/gpu.deploy.", "nvidia.com/gpu-driver-upgrade",
            "nvidia.com/mig.c", PLUGIN_CONFIG, PRESENT, "nvidia.com/gpu.product", "feature.node.kubernetes.io/pci-");
    private static final String MACHINE = "node.kubernetes.io/instance-type";

    private final SimulatedMigLayouts divisions;
    private final Map<String, MachineCatalog.Model> models;
    private final Map<String, List<MachineCatalog.DividedPart>> layouts;
    private final Map<String, GpuMachine> nodes = new LinkedHashMap<>();
    private final List<BiConsumer<@Nullable GpuMachine, GpuMachine>> listeners = new ArrayList<>();

    /**
     * A node with NVIDIA boards.
     *
     * @param failedGpus boards that are broken
     * @param faults what is wrong with its machine
     * @param labels those that the stack goes by
     */
    record GpuMachine(String name, MachineCatalog.Model model, int failedGpus, Set<MachineFault> faults,
            Map<String, String> labels) {

        boolean hasFault(MachineFault fault) {
            return faults.contains(fault);
        }

        String label(String key) {
            return labels.getOrDefault(key, "");
        }
    }

    GpuNodeRegistry(ControlLoop loop, ControllerKinds kinds, SimulatedMigLayouts divisions) {
        this.divisions = divisions;
        var hardware = MachineCatalog.load();
        models = hardware.models().stream().filter(MachineCatalog.Model::isNvidia)
                .collect(Collectors.toMap(MachineCatalog.Model::instance, model -> model));
        layouts = hardware.layouts();
        loop.follow(kinds.nodes(), this::nodeChanged);
    }

    /**
     * Adds a listener for new nodes and changed labels.
     *
     * @param listener told what a node was, null for a new one, and is
     */
    void addListener(BiConsumer<@Nullable GpuMachine, GpuMachine> listener) {
        listeners.add(listener);
    }

    private void nodeChanged(StoreChange.ChangeKind kind, ObjectNode object) {
        var name = StoreJson.textAt(object, "metadata", "name");
        var labels = object.path("metadata").path("labels");
        var model = models.get(labels.path(MACHINE).asText());
        if (kind == StoreChange.ChangeKind.DELETED || model == null) {
            nodes.remove(name);
            return;
        }
        var before = nodes.get(name);
        var faults = MachineFault.faultsOf(object);
        var told = relevantLabels(labels);
        if (before != null && before.labels().equals(told) && before.faults().equals(faults)) {
            return;
        }
        var node = new GpuMachine(name, model, before == null ? countFailedGpus(object) : before.failedGpus(), faults,
                told);
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
        return Math.max(0, status.path("capacity").path(AdvertisedDevices.GPU).asInt()
                - status.path("allocatable").path(AdvertisedDevices.GPU).asInt());
    }

    /** Returns the partitionings that the boards of a node had before this controller started. */
    private List<SimulatedMigPartitioning> initialPartitionings(GpuMachine node) {
        var cuts = new ArrayList<SimulatedMigPartitioning>();
        boolean done = node.label(MIG_STATE).equals("success");
        for (var part : done ? layouts.getOrDefault(node.label(MIG_CONFIG), List.of())
                : List.<MachineCatalog.DividedPart>of()) {
            var partitioning = part.instances().isEmpty() ? SimulatedMigPartitioning.WHOLE
                    : SimulatedMigPartitioning.ofInstances(part.instances());
            cuts.addAll(Collections.nCopies(part.gpus(), partitioning));
        }
        return cuts.size() == node.model().gpus() ? cuts
                : Collections.nCopies(node.model().gpus(), SimulatedMigPartitioning.WHOLE);
    }

    Optional<GpuMachine> find(String name) {
        return Optional.ofNullable(nodes.get(name));
    }

    List<GpuMachine> allNodes() {
        return List.copyOf(nodes.values());
    }

    List<SimulatedMigPartitioning> partitioningsOf(GpuMachine node) {
        return divisions.partitioningsOf(node.name());
    }

    void partition(GpuMachine node, List<SimulatedMigPartitioning> cuts) {
        divisions.setPartitionings(node.name(), cuts);
    }
}
