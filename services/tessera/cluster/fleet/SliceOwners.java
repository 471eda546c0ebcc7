package tessera.cluster.fleet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tessera.model.NodeFacts;
import tessera.model.NodeRule;
import tessera.model.ResourceSlice;
import tessera.model.SliceDevice;

/**
 * The nodes that have the devices of slices. A device that several nodes reach is no node's own. Used by one thread.
 *
 * @param all every node that is known
 */
record SliceOwners(Supplier<Stream<NodeFacts>> all, Map<NodeRule, String> owners, Map<String, Set<String>> nodes) {

    SliceOwners(Supplier<Stream<NodeFacts>> all) {
        this(all, new HashMap<>(), new HashMap<>());
    }

    /** Returns the nodes that have some of the devices of a slice, and remembers them until the slice is forgotten. */
    Set<String> see(ResourceSlice slice) {
        if (!slice.node().isEmpty()) {
            return Set.of(slice.node());
        }
        var found = new HashSet<String>();
        slice.reach().map(this::owner).ifPresent(found::add);
        slice.devices().forEach(device -> found.add(owner(slice, device)));
        found.remove("");
        nodes.put(slice.name(), found);
        return found;
    }

    /** Returns the nodes that had some of the devices of a slice when it was seen. */
    Set<String> of(ResourceSlice slice) {
        return slice.node().isEmpty() ? nodes.getOrDefault(slice.name(), Set.of()) : Set.of(slice.node());
    }

    void forget(ResourceSlice slice) {
        nodes.remove(slice.name());
    }

    /** Forgets which node has what several may have: another does, perhaps, when nodes change. */
    void forget() {
        owners.clear();
    }

    /** Whether every slice that was seen is of one node by its own words. */
    boolean none() {
        return nodes.isEmpty();
    }

    /** Returns what of a slice a node has. */
    ResourceSlice part(ResourceSlice slice, String node) {
        return slice.node().isEmpty() ? slice.of(node, slice.devices().stream()
                .filter(device -> owner(slice, device).equals(node)).toList()) : slice;
    }

    private String owner(ResourceSlice slice, SliceDevice device) {
        return device.node().isEmpty() ? slice.reach(device).map(this::owner).orElse("") : device.node();
    }

    private String owner(NodeRule rule) {
        return owners.computeIfAbsent(rule, this::only);
    }

    private String only(NodeRule rule) {
        var matching = new ArrayList<String>(2);
        all.get().filter(node -> rule.matches(node.name(), node.labels())).limit(2)
                .forEach(node -> matching.add(node.name()));
        return matching.size() == 1 ? matching.getFirst() : "";
    }
}
