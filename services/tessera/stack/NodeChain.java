package tessera.stack;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tessera.insight.GpuNode;

/**
 * The chain of components that make the GPUs of one node usable.
 *
 * @param kind    which set of workloads does that
 * @param links   one for each {@link StackComponent}, in its order
 * @param finding the first that does not hold; empty where all hold, or nothing is known
 * @param driverVersion  the version that is loaded; empty when none is, or nobody tells
 */
public record NodeChain(GpuNode node, StackKind kind, List<ChainLink> links, Optional<ChainFinding> finding,
        String driverVersion,
        DriverUpgrade upgrade) {

    public NodeChain {
        links = List.copyOf(links);
    }

    /** Returns a copy with a better explanation. */
    public NodeChain withFinding(ChainFinding better) {
        return new NodeChain(node, kind, links, Optional.of(better), driverVersion, upgrade);
    }

    /** Returns the starting links, without MIG, of a node without a finding. */
    public List<ChainLink> startingLinks() {
        return finding.isPresent() ? List.of()
                : links.stream()
                        .filter(link -> link.state() == ChainLink.LinkState.STARTING
                                && link.component() != StackComponent.MIG)
                        .toList();
    }

    public String name() {
        return node.name();
    }

    public ChainLink linkOf(StackComponent component) {
        return links.stream().filter(link -> link.component() == component).findFirst().orElseThrow();
    }

    /** Returns the most urgent state of its links. */
    public ChainLink.LinkState worstState() {
        return links.stream().map(ChainLink::state).min(Comparator.naturalOrder()).orElse(ChainLink.LinkState.ABSENT);
    }

    /** Returns whether anything makes the GPUs of the node usable. */
    public boolean isServed() {
        return isManaged() || linkOf(StackComponent.PLUGIN).pod() != null
                || linkOf(StackComponent.PLUGIN).state() == ChainLink.LinkState.READY;
    }

    /** Returns whether the operator manages the node. */
    public boolean isManaged() {
        return kind != StackKind.OTHERS && links.stream().anyMatch(link -> link.component() != StackComponent.DISCOVERY
                && link.state() != ChainLink.LinkState.ABSENT);
    }
}
