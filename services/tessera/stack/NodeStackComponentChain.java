package tessera.stack;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tessera.gpu.GpuNode;

/**
 * The chain of components that make the GPUs of one node usable.
 *
 * @param kind    which set of workloads does that
 * @param links   one for each {@link GpuStackComponent}, in its order
 * @param finding the first that does not hold; empty where all hold, or nothing is known
 * @param driverVersion  the version that is loaded; empty when none is, or nobody tells
 */
public record NodeStackComponentChain(GpuNode node, NodeGpuStackVariant kind, List<NodeStackComponent> links,
        Optional<BrokenComponentFinding> finding,
        String driverVersion,
        NodeDriverUpgradeState upgrade) {

    public NodeStackComponentChain {
        links = List.copyOf(links);
    }

    /** Returns a copy with a better explanation. */
    public NodeStackComponentChain withFinding(BrokenComponentFinding better) {
        return new NodeStackComponentChain(node, kind, links, Optional.of(better), driverVersion, upgrade);
    }

    /** Returns the starting components, without MIG, of a node without a finding. */
    public List<NodeStackComponent> startingLinks() {
        return finding.isPresent() ? List.of()
                : links.stream()
                        .filter(stackComponent -> stackComponent
                                .state() == NodeStackComponent.NodeComponentState.STARTING
                                && stackComponent.component() != GpuStackComponent.MIG)
                        .toList();
    }

    public String name() {
        return node.name();
    }

    public NodeStackComponent linkOf(GpuStackComponent component) {
        return links.stream().filter(stackComponent -> stackComponent.component() == component).findFirst()
                .orElseThrow();
    }

    /** Returns the most urgent state of its components. */
    public NodeStackComponent.NodeComponentState worstState() {
        return links.stream().map(NodeStackComponent::state).min(Comparator.naturalOrder())
                .orElse(NodeStackComponent.NodeComponentState.ABSENT);
    }

    /** Returns whether anything makes the GPUs of the node usable. */
    public boolean isServed() {
        return isManaged() || linkOf(GpuStackComponent.PLUGIN).pod() != null
                || linkOf(GpuStackComponent.PLUGIN).state() == NodeStackComponent.NodeComponentState.READY;
    }

    /** Returns whether the operator manages the node. */
    public boolean isManaged() {
        return kind != NodeGpuStackVariant.OTHERS
                && links.stream().anyMatch(stackComponent -> stackComponent.component() != GpuStackComponent.DISCOVERY
                        && stackComponent.state() != NodeStackComponent.NodeComponentState.ABSENT);
    }
}
