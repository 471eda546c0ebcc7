package tessera.stack;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tessera.gpu.GpuNode;
import tessera.stack.NodeGpuStackComponent.NodeComponentState;

/**
 * The chain of components that make the GPUs of one node usable.
 *
 * @param kind    which set of workloads does that
 * @param links   one for each {@link GpuStackComponent}, in its order
 * @param finding the first that does not hold; empty where all hold, or nothing is known
 * @param driverVersion  the version that is loaded; empty when none is, or nobody tells
 */
public record NodeGpuStackComponentChain(GpuNode node, NodeGpuStackVariant kind, List<NodeGpuStackComponent> links,
        Optional<BrokenGpuStackComponentFinding> finding, String driverVersion, NodeDriverUpgradeState upgrade) {

    public NodeGpuStackComponentChain {
        links = List.copyOf(links);
    }

    /** Returns a copy with a better explanation. */
    public NodeGpuStackComponentChain withFinding(BrokenGpuStackComponentFinding better) {
        return new NodeGpuStackComponentChain(node, kind, links, Optional.of(better), driverVersion, upgrade);
    }

    /** Returns the starting components, without MIG, of a node without a finding. */
    public List<NodeGpuStackComponent> startingLinks() {
        if (finding.isPresent()) {
            return List.of();
        }
        return links.stream().filter(stackComponent -> stackComponent.state() == NodeComponentState.STARTING
                && stackComponent.component() != GpuStackComponent.MIG).toList();
    }

    public String name() {
        return node.name();
    }

    public NodeGpuStackComponent linkOf(GpuStackComponent component) {
        return links.stream().filter(stackComponent -> stackComponent.component() == component).findFirst()
                .orElseThrow();
    }

    /** Returns the most urgent state of its components. */
    public NodeComponentState worstState() {
        return links.stream().map(NodeGpuStackComponent::state).min(Comparator.naturalOrder())
                .orElse(NodeComponentState.ABSENT);
    }

    /** Returns whether anything is seen to make the GPUs of the node usable. */
    public boolean isServed() {
        return hasComponentBeside(NodeComponentState.ABSENT, NodeComponentState.UNKNOWN)
                || linkOf(GpuStackComponent.PLUGIN).pod() != null
                || linkOf(GpuStackComponent.PLUGIN).state() == NodeComponentState.READY;
    }

    /** Returns whether the operator manages the node. */
    public boolean isManaged() {
        return hasComponentBeside(NodeComponentState.ABSENT);
    }

    private boolean hasComponentBeside(NodeComponentState... states) {
        return kind != NodeGpuStackVariant.OTHERS
                && links.stream().anyMatch(stackComponent -> stackComponent.component() != GpuStackComponent.DISCOVERY
                        && !List.of(states).contains(stackComponent.state()));
    }
}
