package tessera.dra;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.model.NodeFacts;
import tessera.model.NodeRule;
import tessera.model.ResourceSlice;
import tessera.model.SliceDevice;

/** Which nodes reach the devices of slices. Each selector is matched with the nodes once. */
final class DeviceReach {

    private final Collection<NodeFacts> nodes;
    private final Map<NodeRule, Set<String>> matching = new HashMap<>();

    /** @param nodes all that are known; of others selectors tell only where they name them */
    DeviceReach(Collection<NodeFacts> nodes) {
        this.nodes = nodes;
    }

    /** Returns a device of a slice as nodes reach it; empty where it is not told who does. */
    Optional<PoolDevice> of(ResourceSlice slice, SliceDevice device) {
        var node = device.node().isEmpty() ? slice.node() : device.node();
        if (!node.isEmpty()) {
            return Optional.of(new PoolDevice(slice.driver(), slice.pool(), node, false, Set.of(), device));
        }
        return slice.reach(device).map(rule -> {
            boolean any = rule.equals(NodeRule.ANY);
            var names = any ? Set.<String>of() : matching.computeIfAbsent(rule, this::names);
            return new PoolDevice(slice.driver(), slice.pool(), names.size() == 1 ? names.iterator().next() : "", any,
                    names, device);
        });
    }

    private Set<String> names(NodeRule rule) {
        return nodes.isEmpty() ? Set.copyOf(rule.pinned().orElse(Set.of()))
                : nodes.stream().filter(node -> rule.matches(node.name(), node.labels())).map(NodeFacts::name)
                        .collect(Collectors.toUnmodifiableSet());
    }
}
