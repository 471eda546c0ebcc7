package tessera.dra;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.kube.scheduling.RequiredNodeAffinity;
import tessera.model.NodeSummary;
import tessera.model.ResourceSlice;
import tessera.model.ResourceSliceDevice;
import tessera.text.OptionalText;

/** The nodes that reach the devices of slices. Each selector is matched with the nodes once. */
final class DeviceNodeReachability {

    private final Collection<NodeSummary> nodes;
    private final Map<RequiredNodeAffinity, Set<String>> matching = new HashMap<>();

    /** @param nodes all that are known; of others selectors tell only where they name them */
    DeviceNodeReachability(Collection<NodeSummary> nodes) {
        this.nodes = nodes;
    }

    /** Returns a device of a slice with the nodes that reach it; empty where the slice does not say which do. */
    Optional<ResourcePoolDevice> toPoolDevice(ResourceSlice slice, ResourceSliceDevice device) {
        var node = OptionalText.orElse(device.node(), slice.node());
        if (!node.isEmpty()) {
            return Optional.of(new ResourcePoolDevice(slice.driver(), slice.pool(), node, false, Set.of(), device));
        }
        return slice.nodesReaching(device).map(rule -> {
            boolean any = rule.equals(RequiredNodeAffinity.ANY);
            var names = any ? Set.<String>of() : nodesMatching(rule);
            return new ResourcePoolDevice(slice.driver(), slice.pool(),
                    names.size() == 1 ? names.iterator().next() : "", any, names, device);
        });
    }

    /** Returns whether a node matches a selector; true where that is not known. */
    boolean mayReach(RequiredNodeAffinity rule, String node) {
        return nodesMatching(rule).contains(node) || (nodes.isEmpty() && rule.pinnedNodeNames().isEmpty());
    }

    private Set<String> nodesMatching(RequiredNodeAffinity rule) {
        return matching.computeIfAbsent(rule, this::nodeNames);
    }

    private Set<String> nodeNames(RequiredNodeAffinity rule) {
        if (nodes.isEmpty()) {
            return Set.copyOf(rule.pinnedNodeNames().orElse(Set.of()));
        }
        return nodes.stream().filter(node -> rule.matches(node.name(), node.labels())).map(NodeSummary::name)
                .collect(Collectors.toUnmodifiableSet());
    }
}
