package tessera.cluster.fleet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tessera.kube.scheduling.RequiredNodeAffinity;
import tessera.model.NodeSummary;
import tessera.model.ResourceSlice;
import tessera.model.ResourceSliceDevice;

/**
 * Index of ResourceSlices by the nodes that own their devices. A device that several nodes reach is no node's own. Used by one thread.
 *
 * @param allNodes every node that is known
 */
record ResourceSliceNodeIndex(Supplier<Stream<NodeSummary>> allNodes, Map<RequiredNodeAffinity, String> ownerByRule,
        Map<String, Set<String>> nodesBySlice) {

    ResourceSliceNodeIndex(Supplier<Stream<NodeSummary>> all) {
        this(all, new HashMap<>(), new HashMap<>());
    }

    /** Returns the nodes that own devices of a slice, and remembers them until the slice is forgotten. */
    Set<String> addSlice(ResourceSlice slice) {
        if (!slice.node().isEmpty()) {
            return Set.of(slice.node());
        }
        var found = new HashSet<String>();
        slice.nodeAffinity().map(this::ownerOf).ifPresent(found::add);
        slice.devices().forEach(device -> found.add(ownerOf(slice, device)));
        found.remove("");
        nodesBySlice.put(slice.name(), found);
        return found;
    }

    /** Returns the nodes that owned devices of a slice when it was added. */
    Set<String> nodesOf(ResourceSlice slice) {
        if (slice.node().isEmpty()) {
            return nodesBySlice.getOrDefault(slice.name(), Set.of());
        }
        return Set.of(slice.node());
    }

    void forgetSlice(ResourceSlice slice) {
        nodesBySlice.remove(slice.name());
    }

    /** Forgets which node has what several may have: another does, perhaps, when nodes change. */
    void forget() {
        ownerByRule.clear();
    }

    /** Whether every slice that was seen is of one node by its own words. */
    boolean none() {
        return nodesBySlice.isEmpty();
    }

    /** Returns the part of a slice whose devices a node owns. */
    ResourceSlice partOnNode(ResourceSlice slice, String node) {
        if (slice.node().isEmpty()) {
            return slice.withNodeDevices(node,
                    slice.devices().stream().filter(device -> ownerOf(slice, device).equals(node)).toList());
        }
        return slice;
    }

    private String ownerOf(ResourceSlice slice, ResourceSliceDevice device) {
        if (device.node().isEmpty()) {
            return slice.nodesReaching(device).map(this::ownerOf).orElse("");
        }
        return device.node();
    }

    private String ownerOf(RequiredNodeAffinity rule) {
        return ownerByRule.computeIfAbsent(rule, this::findOnlyMatch);
    }

    private String findOnlyMatch(RequiredNodeAffinity rule) {
        var matching = new ArrayList<String>(2);
        allNodes.get().filter(node -> rule.matches(node.name(), node.labels())).limit(2)
                .forEach(node -> matching.add(node.name()));
        return matching.size() == 1 ? matching.getFirst() : "";
    }
}
