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
import tessera.demo.control.loop.Kinds;
import tessera.demo.control.loop.Loop;
import tessera.demo.fleet.plan.Fault;
import tessera.demo.fleet.plan.Hardware;
import tessera.demo.signal.Cut;
import tessera.demo.signal.Divisions;
import tessera.demo.store.Change;
import tessera.demo.store.Json;

/** The nodes with boards of NVIDIA: what they are made of, and what their labels say. */
final class GpuNodes {

    static final String PRESENT = "nvidia.com/gpu.present";
    static final String MIG_CONFIG = "nvidia.com/mig.config";
    static final String MIG_STATE = "nvidia.com/mig.config.state";
    static final String PLUGIN_CONFIG = "nvidia.com/device-plugin.config";
    private static final List<String> WATCHED = List.of("nvidia.com/gpu.deploy.", "nvidia.com/gpu-driver-upgrade",
            "nvidia.com/mig.c", PLUGIN_CONFIG, PRESENT, "nvidia.com/gpu.product", "feature.node.kubernetes.io/pci-");
    private static final String MACHINE = "node.kubernetes.io/instance-type";

    private final Divisions divisions;
    private final Map<String, Hardware.Model> models;
    private final Map<String, List<Hardware.Part>> layouts;
    private final Map<String, GpuNode> nodes = new LinkedHashMap<>();
    private final List<BiConsumer<@Nullable GpuNode, GpuNode>> listeners = new ArrayList<>();

    /**
     * A node.
     *
     * @param fallen boards that are broken
     * @param faults what is wrong with its machine
     * @param labels those that the stack goes by
     */
    record GpuNode(String name, Hardware.Model model, int fallen, Set<Fault> faults, Map<String, String> labels) {

        boolean has(Fault fault) {
            return faults.contains(fault);
        }

        String label(String key) {
            return labels.getOrDefault(key, "");
        }
    }

    GpuNodes(Loop loop, Kinds kinds, Divisions divisions) {
        this.divisions = divisions;
        var hardware = Hardware.load();
        models = hardware.models().stream().filter(Hardware.Model::nvidia)
                .collect(Collectors.toMap(Hardware.Model::instance, model -> model));
        layouts = hardware.layouts();
        loop.follow(kinds.nodes(), this::changed);
    }

    /**
     * Has someone told of nodes that come and of labels that change.
     *
     * @param listener told what a node was, null for a new one, and is
     */
    void listen(BiConsumer<@Nullable GpuNode, GpuNode> listener) {
        listeners.add(listener);
    }

    private void changed(Change.Kind kind, ObjectNode object) {
        var name = Json.text(object, "metadata", "name");
        var labels = object.path("metadata").path("labels");
        var model = models.get(labels.path(MACHINE).asText());
        if (kind == Change.Kind.DELETED || model == null) {
            nodes.remove(name);
            return;
        }
        var before = nodes.get(name);
        var faults = Fault.of(object);
        var told = told(labels);
        if (before != null && before.labels().equals(told) && before.faults().equals(faults)) {
            return;
        }
        var node = new GpuNode(name, model, before == null ? fallen(object) : before.fallen(), faults, told);
        nodes.put(name, node);
        if (before == null && divisions.of(name).isEmpty()) {
            divisions.cut(name, found(node));
        }
        listeners.forEach(listener -> listener.accept(before, node));
    }

    /** Of all labels of thousands of nodes, only what matters here is kept. */
    private static Map<String, String> told(JsonNode labels) {
        var told = new HashMap<String, String>();
        labels.properties().forEach(label -> {
            var key = label.getKey();
            if (WATCHED.stream().anyMatch(key::startsWith)) {
                told.put(key.intern(), label.getValue().asText().intern());
            }
        });
        return Map.copyOf(told);
    }

    private static int fallen(JsonNode node) {
        var status = node.path("status");
        return Math.max(0, status.path("capacity").path(Offer.GPU).asInt()
                - status.path("allocatable").path(Offer.GPU).asInt());
    }

    /** How the boards of a node were cut before anybody watched. */
    private List<Cut> found(GpuNode node) {
        var cuts = new ArrayList<Cut>();
        boolean done = node.label(MIG_STATE).equals("success");
        for (var part : done ? layouts.getOrDefault(node.label(MIG_CONFIG), List.of()) : List.<Hardware.Part>of()) {
            var cut = part.instances().isEmpty() ? Cut.WHOLE : Cut.into(part.instances());
            cuts.addAll(Collections.nCopies(part.gpus(), cut));
        }
        return cuts.size() == node.model().gpus() ? cuts : Collections.nCopies(node.model().gpus(), Cut.WHOLE);
    }

    Optional<GpuNode> find(String name) {
        return Optional.ofNullable(nodes.get(name));
    }

    List<GpuNode> all() {
        return List.copyOf(nodes.values());
    }

    List<Cut> cuts(GpuNode node) {
        return divisions.of(node.name());
    }

    void cut(GpuNode node, List<Cut> cuts) {
        divisions.cut(node.name(), cuts);
    }
}
