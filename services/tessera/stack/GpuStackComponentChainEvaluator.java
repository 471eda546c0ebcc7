package tessera.stack;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.gpu.GpuNode;
import tessera.model.MigNodeLabels;
import tessera.model.NodeSummary;
import tessera.model.PodPhase;
import tessera.stack.NodeGpuStackComponent.NodeComponentState;
import tessera.text.MessageCatalog;

/** Combines the components of a node: tells waiting ones from broken ones, and explains the first broken one. */
final class GpuStackComponentChainEvaluator {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuStackComponentChainEvaluator.class);
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    /** What is there where the device plugin or the MIG manager runs: their init containers wait for both. */
    private static final Set<GpuStackComponent> PROVED = Set.of(GpuStackComponent.DRIVER, GpuStackComponent.TOOLKIT);
    private static final Set<NodeComponentState> HOLDS = Set.of(NodeComponentState.READY, NodeComponentState.LOOK,
            NodeComponentState.ABSENT);

    private final NodeGpuStackComponentEvaluator reader;
    private final GpuStackComponentFailureExplainer explanations;

    GpuStackComponentChainEvaluator(NodeGpuStackComponentEvaluator reader,
            GpuStackComponentFailureExplainer explanations) {
        this.reader = reader;
        this.explanations = explanations;
    }

    NodeGpuStackComponentChain readChain(GpuNode node) {
        var upgrade = NodeDriverUpgradeState.ofNode(node.info().nodeSummary());
        var kind = reader.kindOf(node);
        var links = new EnumMap<GpuStackComponent, NodeGpuStackComponent>(GpuStackComponent.class);
        for (var component : GpuStackComponent.values()) {
            var stackComponent = reader.readLink(component, node, kind);
            links.put(component, switch (component) {
                case DRIVER -> withUpgradeProgress(withPartState(stackComponent, node), upgrade);
                case PLUGIN ->
                    kind == NodeGpuStackVariant.CLAIMS ? stackComponent : withDeviceState(stackComponent, node);
                case MIG -> withMigState(stackComponent, node.info().nodeSummary());
                default -> stackComponent;
            });
        }
        boolean usable = Stream.of(GpuStackComponent.VALIDATOR, GpuStackComponent.PLUGIN, GpuStackComponent.MIG)
                .anyMatch(component -> runs(links.get(component)));
        if (usable) {
            links.replaceAll((component, link) -> PROVED.contains(component) ? withHostPart(link) : link);
        }
        links.replaceAll((component, stackComponent) -> stackComponent.state() == NodeComponentState.WAITS
                ? withDependency(stackComponent, links)
                : stackComponent);
        var broken = firstBroken(sortedLinks(links));
        // What is noted of an upgrade that failed is noted until somebody tries again: it hides nothing that is so now.
        links.computeIfPresent(GpuStackComponent.DRIVER,
                (_, stackComponent) -> withUpgradeFailure(stackComponent, upgrade));
        var ordered = sortedLinks(links);
        var finding = broken.or(() -> firstToExplain(ordered, upgrade))
                .map(stackComponent -> explanations.explainState(stackComponent, node));
        boolean loaded = HOLDS.contains(stateOf(GpuStackComponent.DRIVER, links));
        return new NodeGpuStackComponentChain(node, kind, ordered, finding, loaded ? node.driver() : "",
                upgrade);
    }

    private static Optional<NodeGpuStackComponent> firstBroken(List<NodeGpuStackComponent> links) {
        var broken = links.stream().filter(stackComponent -> stackComponent.state() == NodeComponentState.BROKEN)
                .toList();
        // A device plugin that runs has all that it needs; the last test of the validator wants what it offers.
        var cause = broken.stream().filter(
                stackComponent -> stackComponent.component() == GpuStackComponent.PLUGIN && runs(stackComponent))
                .findFirst();
        return cause.filter(_ -> broken.getFirst().component() == GpuStackComponent.VALIDATOR)
                .or(() -> broken.stream().findFirst());
    }

    /** Returns a component that the operator does not put on the node, as one of the machine: what needs it runs. */
    private static NodeGpuStackComponent withHostPart(NodeGpuStackComponent stackComponent) {
        if (stackComponent.isUnlabelled()) {
            return stackComponent.withState(NodeComponentState.READY, NodeComponentCondition.ON_HOST,
                    MESSAGES.text("link.host"));
        }
        return stackComponent;
    }

    private static boolean runs(@Nullable NodeGpuStackComponent stackComponent) {
        var pod = stackComponent == null ? null : stackComponent.pod();
        return pod != null && pod.phase() == PodPhase.RUNNING && pod.ready() == pod.total();
    }

    /** Returns the component to explain; a pause is none while an upgrade or a change of layout is in progress. */
    private static Optional<NodeGpuStackComponent> firstToExplain(List<NodeGpuStackComponent> links,
            NodeDriverUpgradeState upgrade) {
        boolean changes = upgrade.isInProgress()
                || links.stream().anyMatch(stackComponent -> stackComponent.component() == GpuStackComponent.MIG
                        && stackComponent.state() == NodeComponentState.STARTING);
        return firstBroken(links).or(() -> firstPaused(links, changes));
    }

    private static Optional<NodeGpuStackComponent> firstPaused(List<NodeGpuStackComponent> links, boolean changes) {
        return links.stream().filter(stackComponent -> stackComponent.state() == NodeComponentState.PAUSED && !changes)
                .findFirst();
    }

    private static List<NodeGpuStackComponent> sortedLinks(Map<GpuStackComponent, NodeGpuStackComponent> links) {
        return Arrays.stream(GpuStackComponent.values()).map(links::get).toList();
    }

    private static NodeGpuStackComponent withUpgradeFailure(NodeGpuStackComponent stackComponent,
            NodeDriverUpgradeState upgrade) {
        if (upgrade.hasFailed() && stackComponent.state() != NodeComponentState.BROKEN) {
            return stackComponent.withState(NodeComponentState.BROKEN, NodeComponentCondition.UPGRADE_FAILED,
                    MESSAGES.text("link.upgradeFailed"));
        }
        return stackComponent;
    }

    private static NodeGpuStackComponent withUpgradeProgress(NodeGpuStackComponent stackComponent,
            NodeDriverUpgradeState upgrade) {
        if (upgrade.isInProgress()
                && (HOLDS.contains(stackComponent.state()) || stackComponent.state() == NodeComponentState.WAITS)) {
            return stackComponent.withState(NodeComponentState.STARTING, NodeComponentCondition.UPGRADES,
                    MESSAGES.text("link.upgrade", upgrade.text()));
        }
        return stackComponent;
    }

    /** Returns the driver; containers beside it, such as that of GDS, may fail while GPUs are offered. */
    private static NodeGpuStackComponent withPartState(NodeGpuStackComponent stackComponent, GpuNode node) {
        var pod = stackComponent.pod();
        if (pod != null && stackComponent.condition() == NodeComponentCondition.CRASHING && pod.ready() > 0
                && node.uses().stream().anyMatch(use -> use.allocatable() > 0)) {
            return stackComponent.withPartFailing(pod.ready(), pod.total());
        }
        return stackComponent;
    }

    private static NodeGpuStackComponent withDeviceState(NodeGpuStackComponent stackComponent, GpuNode node) {
        if (stackComponent.state() != NodeComponentState.READY) {
            return stackComponent;
        }
        long withheld = node.withheldDevices();
        return switch (node.state()) {
            case NOT_OFFERED, OFFER_UNKNOWN -> stackComponent.withState(NodeComponentState.BROKEN,
                    NodeComponentCondition.OFFERS_NOTHING, MESSAGES.text("link.noDevices"));
            case UNHEALTHY -> stackComponent.withState(NodeComponentState.LOOK, NodeComponentCondition.WITHHOLDS,
                    MESSAGES.text("link.withheld.summary", withheld), MESSAGES.text("link.withheld", withheld));
            default -> stackComponent;
        };
    }

    private static NodeGpuStackComponent withMigState(NodeGpuStackComponent stackComponent, NodeSummary node) {
        if (stackComponent.state() != NodeComponentState.READY) {
            return stackComponent;
        }
        return switch (node.label(MigNodeLabels.STATE)) {
            case "failed" -> stackComponent.withState(NodeComponentState.BROKEN, NodeComponentCondition.LAYOUT_FAILED,
                    MESSAGES.text("link.layoutFailed", node.label(MigNodeLabels.CONFIG)));
            case "pending" -> stackComponent.withState(NodeComponentState.STARTING, NodeComponentCondition.CUTS,
                    MESSAGES.text("link.layoutPending"));
            case "rebooting" -> stackComponent.withState(NodeComponentState.STARTING, NodeComponentCondition.REBOOTS,
                    MESSAGES.text("link.layoutReboots"));
            default -> stackComponent;
        };
    }

    /** Returns the component as waiting for the one before it; one that waits for nothing missing becomes broken. */
    private NodeGpuStackComponent withDependency(NodeGpuStackComponent stackComponent,
            Map<GpuStackComponent, NodeGpuStackComponent> links) {
        var before = blockingComponent(stackComponent, links);
        if (before.isPresent()) {
            return stackComponent.withState(NodeComponentState.WAITS, NodeComponentCondition.WAITS,
                    MESSAGES.text("link.waits", stackComponent.text(), before.get()));
        }
        if (reader.ageOf(stackComponent).compareTo(PATIENCE) < 0) {
            return stackComponent.withState(NodeComponentState.STARTING, NodeComponentCondition.STARTS,
                    stackComponent.text());
        }
        if (stateOf(GpuStackComponent.DRIVER, links) == NodeComponentState.ABSENT) {
            return stackComponent.withState(NodeComponentState.BROKEN, NodeComponentCondition.NO_DRIVER,
                    MESSAGES.text("link.waitsForHostDriver", stackComponent.text()));
        }
        return stackComponent.withState(NodeComponentState.BROKEN, NodeComponentCondition.STUCK,
                MESSAGES.text("link.stuck", stackComponent.text()));
    }

    private static Optional<GpuStackComponent> blockingComponent(NodeGpuStackComponent stackComponent,
            Map<GpuStackComponent, NodeGpuStackComponent> links) {
        // The last test of the validator wants what the device plugin offers.
        var last = stackComponent.component() == GpuStackComponent.VALIDATOR ? Optional.of(GpuStackComponent.PLUGIN)
                : Optional.<GpuStackComponent>empty();
        return Stream.of(stackComponent.component().predecessor(), last).flatMap(Optional::stream)
                .filter(before -> !HOLDS.contains(stateOf(before, links))).findFirst();
    }

    private static NodeComponentState stateOf(GpuStackComponent component,
            Map<GpuStackComponent, NodeGpuStackComponent> links) {
        var stackComponent = links.get(component);
        return stackComponent == null ? NodeComponentState.READY : stackComponent.state();
    }
}
