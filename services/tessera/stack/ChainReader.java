package tessera.stack;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tessera.insight.GpuNode;
import tessera.model.MigLabels;
import tessera.model.NodeFacts;
import tessera.stack.Link.State;

/** Puts the links of a node together: what only waits is told from what is broken, and the first broken one explained. */
final class ChainReader {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Set<State> HOLDS = Set.of(State.READY, State.LOOK, State.ABSENT);

    private final LinkReader reader;
    private final Explanations explanations;

    ChainReader(LinkReader reader, Explanations explanations) {
        this.reader = reader;
        this.explanations = explanations;
    }

    NodeChain read(GpuNode node) {
        var upgrade = Upgrade.of(node.info().facts());
        var kind = reader.kind(node);
        var links = new EnumMap<Component, Link>(Component.class);
        for (var component : Component.values()) {
            var link = reader.read(component, node, kind);
            links.put(component, switch (component) {
                case DRIVER -> upgraded(link, upgrade);
                case PLUGIN -> kind == StackKind.CLAIMS ? link : offering(link, node);
                case MIG -> cut(link, node.info().facts());
                default -> link;
            });
        }
        links.replaceAll((component, link) -> link.state() == State.WAITS ? placed(link, links) : link);
        var broken = broken(inOrder(links));
        // What is noted of an upgrade that failed is noted until somebody tries again: it hides nothing that is so now.
        links.computeIfPresent(Component.DRIVER, (_, link) -> failed(link, upgrade));
        var ordered = inOrder(links);
        var finding = broken.or(() -> first(ordered, upgrade)).map(link -> explanations.of(link, node));
        boolean loaded = HOLDS.contains(state(Component.DRIVER, links));
        return new NodeChain(node, kind, ordered, finding, loaded ? node.driver() : "", upgrade);
    }

    private static Optional<Link> broken(List<Link> links) {
        return links.stream().filter(link -> link.state() == State.BROKEN).findFirst();
    }

    /** While what it was paused for goes on, a pause is no trouble. */
    private static Optional<Link> first(List<Link> links, Upgrade upgrade) {
        boolean changes = upgrade.underWay() || links.stream().anyMatch(
                link -> link.component() == Component.MIG && link.state() == State.STARTING);
        return broken(links).or(() -> links.stream().filter(link -> link.state() == State.PAUSED && !changes)
                .findFirst());
    }

    private static List<Link> inOrder(Map<Component, Link> links) {
        return Arrays.stream(Component.values()).map(links::get).toList();
    }

    private static Link failed(Link link, Upgrade upgrade) {
        return upgrade.failed() && link.state() != State.BROKEN
                ? link.as(State.BROKEN, "upgrade failed", "the upgrade of the driver failed")
                : link;
    }

    private static Link upgraded(Link link, Upgrade upgrade) {
        return upgrade.underWay() && (HOLDS.contains(link.state()) || link.state() == State.WAITS)
                ? link.as(State.STARTING, "upgrades", "upgrade: " + upgrade.words())
                : link;
    }

    private static Link offering(Link link, GpuNode node) {
        if (link.state() != State.READY) {
            return link;
        }
        long withheld = node.uses().stream().mapToLong(use -> use.unhealthy()).sum();
        return switch (node.state()) {
            case NOT_OFFERED -> link.as(State.BROKEN, "offers nothing", "runs, and the node offers no device");
            case UNHEALTHY -> link.as(State.LOOK, withheld + " withheld",
                    withheld + " of the node’s devices are withheld as unhealthy");
            default -> link;
        };
    }

    private static Link cut(Link link, NodeFacts node) {
        if (link.state() != State.READY) {
            return link;
        }
        return switch (node.label(MigLabels.STATE)) {
            case "failed" -> link.as(State.BROKEN, "layout failed",
                    "the layout " + node.label(MigLabels.CONFIG) + " could not be made");
            case "pending" -> link.as(State.STARTING, "cuts", "a layout is being made");
            case "rebooting" -> link.as(State.STARTING, "restarts", "the machine restarts for a layout");
            default -> link;
        };
    }

    /** Behind what a link waits; one that waits for nothing that is missing is in trouble itself. */
    private Link placed(Link link, Map<Component, Link> links) {
        var before = blocking(link, links).map(Component::title).orElse("");
        if (!before.isEmpty()) {
            return link.as(State.WAITS, "waits", link.words() + " · waits for " + before.toLowerCase(Locale.ROOT));
        }
        if (reader.age(link).compareTo(PATIENCE) < 0) {
            return link.as(State.STARTING, "starts", link.words());
        }
        return state(Component.DRIVER, links) == State.ABSENT
                ? link.as(State.BROKEN, "no driver",
                        link.words() + " · waits for a driver that the machine should have")
                : link.as(State.BROKEN, "stuck", link.words() + " · waits for nothing that is missing");
    }

    private static Optional<Component> blocking(Link link, Map<Component, Link> links) {
        // The last test of the validator wants what the device plugin offers.
        var last = link.component() == Component.VALIDATOR ? Optional.of(Component.PLUGIN)
                : Optional.<Component>empty();
        return Stream.of(link.component().after(), last).flatMap(Optional::stream)
                .filter(before -> !HOLDS.contains(state(before, links))).findFirst();
    }

    private static State state(Component component, Map<Component, Link> links) {
        var link = links.get(component);
        return link == null ? State.READY : link.state();
    }
}
