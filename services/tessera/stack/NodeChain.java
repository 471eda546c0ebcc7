package tessera.stack;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tessera.insight.GpuNode;

/**
 * The chain of parts that make the GPUs of one node usable.
 *
 * @param kind    which set of workloads does that
 * @param links   one for each {@link Component}, in its order
 * @param finding the first that does not hold; empty where all hold, or nothing is known
 * @param driver  the version that is loaded; empty when none is, or nobody tells
 */
public record NodeChain(GpuNode node, StackKind kind, List<Link> links, Optional<Finding> finding, String driver,
        Upgrade upgrade) {

    public NodeChain {
        links = List.copyOf(links);
    }

    /** The same chain, explained better. */
    public NodeChain explained(Finding better) {
        return new NodeChain(node, kind, links, Optional.of(better), driver, upgrade);
    }

    /** The parts that come up, where nothing else is to be said of the node; what makes MIG layouts aside. */
    public List<Link> starting() {
        return finding.isPresent() ? List.of()
                : links.stream()
                        .filter(link -> link.state() == Link.State.STARTING && link.component() != Component.MIG)
                        .toList();
    }

    public String name() {
        return node.name();
    }

    public Link link(Component component) {
        return links.stream().filter(link -> link.component() == component).findFirst().orElseThrow();
    }

    /** The most urgent state of its links. */
    public Link.State worst() {
        return links.stream().map(Link::state).min(Comparator.naturalOrder()).orElse(Link.State.ABSENT);
    }

    /** Whether anything there makes its GPUs usable. */
    public boolean served() {
        return managed() || link(Component.PLUGIN).pod() != null || link(Component.PLUGIN).state() == Link.State.READY;
    }

    /** Whether the operator looks after it. */
    public boolean managed() {
        return kind != StackKind.OTHERS && links.stream().anyMatch(link -> link.component() != Component.DISCOVERY
                && link.state() != Link.State.ABSENT);
    }
}
