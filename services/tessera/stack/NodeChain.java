package tessera.stack;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tessera.insight.GpuNode;

/**
 * The chain of parts that make the GPUs of one node usable.
 *
 * @param kind    which set of workloads does that
 * @param links   one for each {@link StackComponent}, in its order
 * @param finding the first that does not hold; empty where all hold, or nothing is known
 * @param driver  the version that is loaded; empty when none is, or nobody tells
 */
public record NodeChain(GpuNode node, StackKind kind, List<ChainLink> links, Optional<ChainFinding> finding,
        String driver,
        DriverUpgrade upgrade) {

    public NodeChain {
        links = List.copyOf(links);
    }

    /** The same chain, explained better. */
    public NodeChain explained(ChainFinding better) {
        return new NodeChain(node, kind, links, Optional.of(better), driver, upgrade);
    }

    /** The parts that come up, where nothing else is to be said of the node; what makes MIG layouts aside. */
    public List<ChainLink> starting() {
        return finding.isPresent() ? List.of()
                : links.stream()
                        .filter(link -> link.state() == ChainLink.LinkState.STARTING
                                && link.component() != StackComponent.MIG)
                        .toList();
    }

    public String name() {
        return node.name();
    }

    public ChainLink link(StackComponent component) {
        return links.stream().filter(link -> link.component() == component).findFirst().orElseThrow();
    }

    /** The most urgent state of its links. */
    public ChainLink.LinkState worst() {
        return links.stream().map(ChainLink::state).min(Comparator.naturalOrder()).orElse(ChainLink.LinkState.ABSENT);
    }

    /** Whether anything there makes its GPUs usable. */
    public boolean served() {
        return managed() || link(StackComponent.PLUGIN).pod() != null
                || link(StackComponent.PLUGIN).state() == ChainLink.LinkState.READY;
    }

    /** Whether the operator looks after it. */
    public boolean managed() {
        return kind != StackKind.OTHERS && links.stream().anyMatch(link -> link.component() != StackComponent.DISCOVERY
                && link.state() != ChainLink.LinkState.ABSENT);
    }
}
