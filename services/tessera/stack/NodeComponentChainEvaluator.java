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
import org.jspecify.annotations.Nullable;
import tessera.insight.GpuNode;
import tessera.model.MigNodeLabels;
import tessera.model.NodeSummary;
import tessera.model.PodPhase;
import tessera.stack.NodeStackComponent.NodeComponentState;

/** Combines the components of a node: tells waiting ones from broken ones, and explains the first broken one. */
final class NodeComponentChainEvaluator {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    /** What is there where the device plugin or the MIG manager runs: their init containers wait for both. */
    private static final Set<GpuStackComponent> PROVED = Set.of(GpuStackComponent.DRIVER, GpuStackComponent.TOOLKIT);
    private static final Set<NodeComponentState> HOLDS = Set.of(NodeComponentState.READY, NodeComponentState.LOOK,
            NodeComponentState.ABSENT);

    private final NodeComponentReader reader;
    private final ComponentFailureExplanations explanations;

    NodeComponentChainEvaluator(NodeComponentReader reader, ComponentFailureExplanations explanations) {
        this.reader = reader;
        this.explanations = explanations;
    }

    NodeComponentChain readChain(GpuNode node) {
        var upgrade = NodeDriverUpgradeState.ofNode(node.info().facts());
        var kind = reader.kindOf(node);
        var links = new EnumMap<GpuStackComponent, NodeStackComponent>(GpuStackComponent.class);
        for (var component : GpuStackComponent.values()) {
            var link = reader.readLink(component, node, kind);
            links.put(component, switch (component) {
                case DRIVER -> withUpgradeProgress(withPartState(link, node), upgrade);
                case PLUGIN -> kind == NodeGpuStackVariant.CLAIMS ? link : withDeviceState(link, node);
                case MIG -> withMigState(link, node.info().facts());
                default -> link;
            });
        }
        boolean usable = Stream.of(GpuStackComponent.VALIDATOR, GpuStackComponent.PLUGIN, GpuStackComponent.MIG)
                .anyMatch(component -> runs(links.get(component)));
        links.replaceAll((component, link) -> usable && PROVED.contains(component) ? withHostPart(link) : link);
        links.replaceAll(
                (component, link) -> link.state() == NodeComponentState.WAITS ? withDependency(link, links) : link);
        var broken = firstBroken(sortedLinks(links));
        // What is noted of an upgrade that failed is noted until somebody tries again: it hides nothing that is so now.
        links.computeIfPresent(GpuStackComponent.DRIVER, (_, link) -> withUpgradeFailure(link, upgrade));
        var ordered = sortedLinks(links);
        var finding = broken.or(() -> firstToExplain(ordered, upgrade))
                .map(link -> explanations.explainState(link, node));
        boolean loaded = HOLDS.contains(stateOf(GpuStackComponent.DRIVER, links));
        return new NodeComponentChain(node, kind, ordered, finding, loaded ? node.driver() : "", upgrade);
    }

    private static Optional<NodeStackComponent> firstBroken(List<NodeStackComponent> links) {
        var broken = links.stream().filter(link -> link.state() == NodeComponentState.BROKEN).toList();
        // A device plugin that runs has all that it needs; the last test of the validator wants what it offers.
        var cause = broken.stream().filter(link -> link.component() == GpuStackComponent.PLUGIN && runs(link))
                .findFirst();
        return cause.filter(_ -> broken.getFirst().component() == GpuStackComponent.VALIDATOR)
                .or(() -> broken.stream().findFirst());
    }

    /** Returns a component that the operator does not put on the node, as one of the machine: what needs it runs. */
    private static NodeStackComponent withHostPart(NodeStackComponent link) {
        return link.isUnlabelled() ? link.withState(NodeComponentState.READY, "on the host", "comes with the machine")
                : link;
    }

    private static boolean runs(@Nullable NodeStackComponent link) {
        var pod = link == null ? null : link.pod();
        return pod != null && pod.phase() == PodPhase.RUNNING && pod.ready() == pod.total();
    }

    /** Returns the component to explain; a pause is none while an upgrade or a change of layout is in progress. */
    private static Optional<NodeStackComponent> firstToExplain(List<NodeStackComponent> links,
            NodeDriverUpgradeState upgrade) {
        boolean changes = upgrade.isInProgress() || links.stream().anyMatch(
                link -> link.component() == GpuStackComponent.MIG && link.state() == NodeComponentState.STARTING);
        return firstBroken(links)
                .or(() -> links.stream().filter(link -> link.state() == NodeComponentState.PAUSED && !changes)
                        .findFirst());
    }

    private static List<NodeStackComponent> sortedLinks(Map<GpuStackComponent, NodeStackComponent> links) {
        return Arrays.stream(GpuStackComponent.values()).map(links::get).toList();
    }

    private static NodeStackComponent withUpgradeFailure(NodeStackComponent link, NodeDriverUpgradeState upgrade) {
        return upgrade.hasFailed() && link.state() != NodeComponentState.BROKEN
                ? link.withState(NodeComponentState.BROKEN, "upgrade failed", "the upgrade of the driver failed")
                : link;
    }

    private static NodeStackComponent withUpgradeProgress(NodeStackComponent link, NodeDriverUpgradeState upgrade) {
        return upgrade.isInProgress() && (HOLDS.contains(link.state()) || link.state() == NodeComponentState.WAITS)
                ? link.withState(NodeComponentState.STARTING, "upgrades", "upgrade: " + upgrade.text())
                : link;
    }

    /** Returns the driver; containers beside it, such as that of GDS, may fail while GPUs are offered. */
    private static NodeStackComponent withPartState(NodeStackComponent link, GpuNode node) {
        var pod = link.pod();
        return pod != null && link.brief().equals("crashing") && pod.ready() > 0
                && node.uses().stream().anyMatch(use -> use.allocatable() > 0)
                        ? link.withPartFailing(pod.ready(), pod.total())
                        : link;
    }

    private static NodeStackComponent withDeviceState(NodeStackComponent link, GpuNode node) {
        if (link.state() != NodeComponentState.READY) {
            return link;
        }
        long withheld = node.withheldDevices();
        return switch (node.state()) {
            case NOT_OFFERED ->
                link.withState(NodeComponentState.BROKEN, "offers nothing", "runs, and the node offers no device");
            case UNHEALTHY -> link.withState(NodeComponentState.LOOK, withheld + " withheld",
                    withheld + " of the node’s devices are withheld as unhealthy");
            default -> link;
        };
    }

    private static NodeStackComponent withMigState(NodeStackComponent link, NodeSummary node) {
        if (link.state() != NodeComponentState.READY) {
            return link;
        }
        return switch (node.label(MigNodeLabels.STATE)) {
            case "failed" -> link.withState(NodeComponentState.BROKEN, "layout failed",
                    "the layout " + node.label(MigNodeLabels.CONFIG) + " could not be made");
            case "pending" -> link.withState(NodeComponentState.STARTING, "cuts", "a layout is being made");
            case "rebooting" ->
                link.withState(NodeComponentState.STARTING, "restarts", "the machine restarts for a layout");
            default -> link;
        };
    }

    /** Returns the component as waiting for the one before it; one that waits for nothing missing becomes broken. */
    private NodeStackComponent withDependency(NodeStackComponent link,
            Map<GpuStackComponent, NodeStackComponent> links) {
        var before = blockingComponent(link, links).map(GpuStackComponent::title).orElse("");
        if (!before.isEmpty()) {
            return link.withState(NodeComponentState.WAITS, "waits",
                    link.text() + " · waits for " + before.toLowerCase(Locale.ROOT));
        }
        if (reader.ageOf(link).compareTo(PATIENCE) < 0) {
            return link.withState(NodeComponentState.STARTING, "starts", link.text());
        }
        return stateOf(GpuStackComponent.DRIVER, links) == NodeComponentState.ABSENT
                ? link.withState(NodeComponentState.BROKEN, "no driver",
                        link.text() + " · waits for a driver that the machine should have")
                : link.withState(NodeComponentState.BROKEN, "stuck",
                        link.text() + " · waits for nothing that is missing");
    }

    private static Optional<GpuStackComponent> blockingComponent(NodeStackComponent link,
            Map<GpuStackComponent, NodeStackComponent> links) {
        // The last test of the validator wants what the device plugin offers.
        var last = link.component() == GpuStackComponent.VALIDATOR ? Optional.of(GpuStackComponent.PLUGIN)
                : Optional.<GpuStackComponent>empty();
        return Stream.of(link.component().predecessor(), last).flatMap(Optional::stream)
                .filter(before -> !HOLDS.contains(stateOf(before, links))).findFirst();
    }

    private static NodeComponentState stateOf(GpuStackComponent component,
            Map<GpuStackComponent, NodeStackComponent> links) {
        var link = links.get(component);
        return link == null ? NodeComponentState.READY : link.state();
    }
}
