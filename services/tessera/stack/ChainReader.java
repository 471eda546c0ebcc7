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
import tessera.stack.ChainLink.LinkState;

/** Puts the links of a node together: what only waits is told from what is broken, and the first broken one explained. */
final class ChainReader {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Set<LinkState> HOLDS = Set.of(LinkState.READY, LinkState.LOOK, LinkState.ABSENT);

    private final LinkReader reader;
    private final BreakExplanations explanations;

    ChainReader(LinkReader reader, BreakExplanations explanations) {
        this.reader = reader;
        this.explanations = explanations;
    }

    NodeChain read(GpuNode node) {
        var upgrade = DriverUpgrade.of(node.info().facts());
        var kind = reader.kind(node);
        var links = new EnumMap<StackComponent, ChainLink>(StackComponent.class);
        for (var component : StackComponent.values()) {
            var link = reader.read(component, node, kind);
            links.put(component, switch (component) {
                case DRIVER -> upgraded(link, upgrade);
                case PLUGIN -> kind == StackKind.CLAIMS ? link : offering(link, node);
                case MIG -> cut(link, node.info().facts());
                default -> link;
            });
        }
        links.replaceAll((component, link) -> link.state() == LinkState.WAITS ? placed(link, links) : link);
        var broken = broken(inOrder(links));
        // What is noted of an upgrade that failed is noted until somebody tries again: it hides nothing that is so now.
        links.computeIfPresent(StackComponent.DRIVER, (_, link) -> failed(link, upgrade));
        var ordered = inOrder(links);
        var finding = broken.or(() -> first(ordered, upgrade)).map(link -> explanations.of(link, node));
        boolean loaded = HOLDS.contains(state(StackComponent.DRIVER, links));
        return new NodeChain(node, kind, ordered, finding, loaded ? node.driver() : "", upgrade);
    }

    private static Optional<ChainLink> broken(List<ChainLink> links) {
        return links.stream().filter(link -> link.state() == LinkState.BROKEN).findFirst();
    }

    /** While what it was paused for goes on, a pause is no trouble. */
    private static Optional<ChainLink> first(List<ChainLink> links, DriverUpgrade upgrade) {
        boolean changes = upgrade.underWay() || links.stream().anyMatch(
                link -> link.component() == StackComponent.MIG && link.state() == LinkState.STARTING);
        return broken(links).or(() -> links.stream().filter(link -> link.state() == LinkState.PAUSED && !changes)
                .findFirst());
    }

    private static List<ChainLink> inOrder(Map<StackComponent, ChainLink> links) {
        return Arrays.stream(StackComponent.values()).map(links::get).toList();
    }

    private static ChainLink failed(ChainLink link, DriverUpgrade upgrade) {
        return upgrade.failed() && link.state() != LinkState.BROKEN
                ? link.as(LinkState.BROKEN, "upgrade failed", "the upgrade of the driver failed")
                : link;
    }

    private static ChainLink upgraded(ChainLink link, DriverUpgrade upgrade) {
        return upgrade.underWay() && (HOLDS.contains(link.state()) || link.state() == LinkState.WAITS)
                ? link.as(LinkState.STARTING, "upgrades", "upgrade: " + upgrade.words())
                : link;
    }

    private static ChainLink offering(ChainLink link, GpuNode node) {
        if (link.state() != LinkState.READY) {
            return link;
        }
        long withheld = node.withheld();
        return switch (node.state()) {
            case NOT_OFFERED -> link.as(LinkState.BROKEN, "offers nothing", "runs, and the node offers no device");
            case UNHEALTHY -> link.as(LinkState.LOOK, withheld + " withheld",
                    withheld + " of the node’s devices are withheld as unhealthy");
            default -> link;
        };
    }

    private static ChainLink cut(ChainLink link, NodeFacts node) {
        if (link.state() != LinkState.READY) {
            return link;
        }
        return switch (node.label(MigLabels.STATE)) {
            case "failed" -> link.as(LinkState.BROKEN, "layout failed",
                    "the layout " + node.label(MigLabels.CONFIG) + " could not be made");
            case "pending" -> link.as(LinkState.STARTING, "cuts", "a layout is being made");
            case "rebooting" -> link.as(LinkState.STARTING, "restarts", "the machine restarts for a layout");
            default -> link;
        };
    }

    /** Behind what a link waits; one that waits for nothing that is missing is in trouble itself. */
    private ChainLink placed(ChainLink link, Map<StackComponent, ChainLink> links) {
        var before = blocking(link, links).map(StackComponent::title).orElse("");
        if (!before.isEmpty()) {
            return link.as(LinkState.WAITS, "waits", link.words() + " · waits for " + before.toLowerCase(Locale.ROOT));
        }
        if (reader.age(link).compareTo(PATIENCE) < 0) {
            return link.as(LinkState.STARTING, "starts", link.words());
        }
        return state(StackComponent.DRIVER, links) == LinkState.ABSENT
                ? link.as(LinkState.BROKEN, "no driver",
                        link.words() + " · waits for a driver that the machine should have")
                : link.as(LinkState.BROKEN, "stuck", link.words() + " · waits for nothing that is missing");
    }

    private static Optional<StackComponent> blocking(ChainLink link, Map<StackComponent, ChainLink> links) {
        // The last test of the validator wants what the device plugin offers.
        var last = link.component() == StackComponent.VALIDATOR ? Optional.of(StackComponent.PLUGIN)
                : Optional.<StackComponent>empty();
        return Stream.of(link.component().after(), last).flatMap(Optional::stream)
                .filter(before -> !HOLDS.contains(state(before, links))).findFirst();
    }

    private static LinkState state(StackComponent component, Map<StackComponent, ChainLink> links) {
        var link = links.get(component);
        return link == null ? LinkState.READY : link.state();
    }
}
