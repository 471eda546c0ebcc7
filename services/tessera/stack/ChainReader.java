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
import tessera.model.PodPhase;
import tessera.stack.ChainLink.LinkState;

/** Combines the links of a node: separates waiting links from broken ones, and explains the first broken one. */
final class ChainReader {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Set<LinkState> HOLDS = Set.of(LinkState.READY, LinkState.LOOK, LinkState.ABSENT);

    private final LinkReader reader;
    private final LinkExplanations explanations;

    ChainReader(LinkReader reader, LinkExplanations explanations) {
        this.reader = reader;
        this.explanations = explanations;
    }

    NodeChain readChain(GpuNode node) {
        var upgrade = DriverUpgrade.ofNode(node.info().facts());
        var kind = reader.kindOf(node);
        var links = new EnumMap<StackComponent, ChainLink>(StackComponent.class);
        for (var component : StackComponent.values()) {
            var link = reader.readLink(component, node, kind);
            links.put(component, switch (component) {
                case DRIVER -> withUpgradeProgress(withPartState(link, node), upgrade);
                case PLUGIN -> kind == StackKind.CLAIMS ? link : withDeviceState(link, node);
                case MIG -> withMigState(link, node.info().facts());
                default -> link;
            });
        }
        links.replaceAll((component, link) -> link.state() == LinkState.WAITS ? withDependency(link, links) : link);
        var broken = firstBroken(sortedLinks(links));
        // What is noted of an upgrade that failed is noted until somebody tries again: it hides nothing that is so now.
        links.computeIfPresent(StackComponent.DRIVER, (_, link) -> withUpgradeFailure(link, upgrade));
        var ordered = sortedLinks(links);
        var finding = broken.or(() -> firstToExplain(ordered, upgrade))
                .map(link -> explanations.explainState(link, node));
        boolean loaded = HOLDS.contains(stateOf(StackComponent.DRIVER, links));
        return new NodeChain(node, kind, ordered, finding, loaded ? node.driver() : "", upgrade);
    }

    private static Optional<ChainLink> firstBroken(List<ChainLink> links) {
        var broken = links.stream().filter(link -> link.state() == LinkState.BROKEN).toList();
        // A device plugin that runs has all that it needs; the last test of the validator wants what it offers.
        var cause = broken.stream().filter(link -> link.component() == StackComponent.PLUGIN && runs(link)).findFirst();
        return cause.filter(_ -> broken.getFirst().component() == StackComponent.VALIDATOR)
                .or(() -> broken.stream().findFirst());
    }

    private static boolean runs(ChainLink link) {
        var pod = link.pod();
        return pod != null && pod.phase() == PodPhase.RUNNING && pod.ready() == pod.total();
    }

    /** Returns the link to explain; a pause is none while an upgrade or a change of layout is in progress. */
    private static Optional<ChainLink> firstToExplain(List<ChainLink> links, DriverUpgrade upgrade) {
        boolean changes = upgrade.isInProgress() || links.stream().anyMatch(
                link -> link.component() == StackComponent.MIG && link.state() == LinkState.STARTING);
        return firstBroken(links).or(() -> links.stream().filter(link -> link.state() == LinkState.PAUSED && !changes)
                .findFirst());
    }

    private static List<ChainLink> sortedLinks(Map<StackComponent, ChainLink> links) {
        return Arrays.stream(StackComponent.values()).map(links::get).toList();
    }

    private static ChainLink withUpgradeFailure(ChainLink link, DriverUpgrade upgrade) {
        return upgrade.hasFailed() && link.state() != LinkState.BROKEN
                ? link.withState(LinkState.BROKEN, "upgrade failed", "the upgrade of the driver failed")
                : link;
    }

    private static ChainLink withUpgradeProgress(ChainLink link, DriverUpgrade upgrade) {
        return upgrade.isInProgress() && (HOLDS.contains(link.state()) || link.state() == LinkState.WAITS)
                ? link.withState(LinkState.STARTING, "upgrades", "upgrade: " + upgrade.text())
                : link;
    }

    /** Returns the driver's link; containers beside the driver, such as that of GDS, may fail while GPUs are offered. */
    private static ChainLink withPartState(ChainLink link, GpuNode node) {
        var pod = link.pod();
        return pod != null && link.brief().equals("crashing") && pod.ready() > 0
                && node.uses().stream().anyMatch(use -> use.allocatable() > 0)
                        ? link.withPartFailing(pod.ready(), pod.total())
                        : link;
    }

    private static ChainLink withDeviceState(ChainLink link, GpuNode node) {
        if (link.state() != LinkState.READY) {
            return link;
        }
        long withheld = node.withheldDevices();
        return switch (node.state()) {
            case NOT_OFFERED ->
                link.withState(LinkState.BROKEN, "offers nothing", "runs, and the node offers no device");
            case UNHEALTHY -> link.withState(LinkState.LOOK, withheld + " withheld",
                    withheld + " of the node’s devices are withheld as unhealthy");
            default -> link;
        };
    }

    private static ChainLink withMigState(ChainLink link, NodeFacts node) {
        if (link.state() != LinkState.READY) {
            return link;
        }
        return switch (node.label(MigLabels.STATE)) {
            case "failed" -> link.withState(LinkState.BROKEN, "layout failed",
                    "the layout " + node.label(MigLabels.CONFIG) + " could not be made");
            case "pending" -> link.withState(LinkState.STARTING, "cuts", "a layout is being made");
            case "rebooting" -> link.withState(LinkState.STARTING, "restarts", "the machine restarts for a layout");
            default -> link;
        };
    }

    /** Returns the link as waiting for the link before it; one that waits for nothing missing becomes broken. */
    private ChainLink withDependency(ChainLink link, Map<StackComponent, ChainLink> links) {
        var before = blockingComponent(link, links).map(StackComponent::title).orElse("");
        if (!before.isEmpty()) {
            return link.withState(LinkState.WAITS, "waits",
                    link.text() + " · waits for " + before.toLowerCase(Locale.ROOT));
        }
        if (reader.ageOf(link).compareTo(PATIENCE) < 0) {
            return link.withState(LinkState.STARTING, "starts", link.text());
        }
        return stateOf(StackComponent.DRIVER, links) == LinkState.ABSENT
                ? link.withState(LinkState.BROKEN, "no driver",
                        link.text() + " · waits for a driver that the machine should have")
                : link.withState(LinkState.BROKEN, "stuck", link.text() + " · waits for nothing that is missing");
    }

    private static Optional<StackComponent> blockingComponent(ChainLink link, Map<StackComponent, ChainLink> links) {
        // The last test of the validator wants what the device plugin offers.
        var last = link.component() == StackComponent.VALIDATOR ? Optional.of(StackComponent.PLUGIN)
                : Optional.<StackComponent>empty();
        return Stream.of(link.component().predecessor(), last).flatMap(Optional::stream)
                .filter(before -> !HOLDS.contains(stateOf(before, links))).findFirst();
    }

    private static LinkState stateOf(StackComponent component, Map<StackComponent, ChainLink> links) {
        var link = links.get(component);
        return link == null ? LinkState.READY : link.state();
    }
}
