package tessera.plan.node;

import java.util.List;
import java.util.stream.Stream;
import tessera.gpu.health.CordonOwnerCatalog;
import tessera.gpu.health.NodeFault;
import tessera.gpu.health.NodeFaultSignalCatalog;
import tessera.kube.scheduling.Taint;
import tessera.model.NodeSummary;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PlanTargetNode;

/** Warnings against uncordoning nodes that someone cordoned on purpose, or that report faults. */
final class UncordonWarningFinder {

    private static final int LISTED = 3;

    private UncordonWarningFinder() {}

    /** Returns warnings against uncordoning nodes that are cordoned now. */
    static List<CordonWarning> warnings(NodeAndPodPlannerInput input, List<PlanTargetNode> nodes) {
        return nodes.stream().filter(PlanTargetNode::unschedulable)
                .flatMap(node -> input.snapshot().findNode(node.name()).stream())
                .flatMap(node -> warningsAgainst(node.nodeSummary())).toList();
    }

    private static Stream<CordonWarning> warningsAgainst(NodeSummary node) {
        return Stream.concat(
                CordonOwnerCatalog.standard().ownersOf(node).stream()
                        .map(owner -> new CordonWarning.CordonOwnership(node.name(), owner.name(), owner.reason(),
                                owner.reopens())),
                NodeFaultSignalCatalog.standard().faultsOf(node).stream().filter(NodeFault::impairsNode).limit(LISTED)
                        .map(fault -> new CordonWarning.FaultyCordonedNode(node.name(), fault.label())));
    }

    /** Returns who cordoned nodes and when, as far as recorded. */
    static Stream<CordonWarning> cordonAuthors(List<PlanTargetNode> nodes) {
        return nodes.stream().filter(PlanTargetNode::unschedulable).flatMap(node -> node.cordon().stream()
                .map(write -> new CordonWarning.CordonAuthorship(node.name(), write.byline())));
    }

    /** Returns warnings against removing taints from a node. */
    static Stream<CordonWarning> removalWarnings(String node, Stream<Taint> taints) {
        return taints.flatMap(taint -> CordonOwnerCatalog.standard().findOwner(taint).stream()
                .map(owner -> new CordonWarning.TaintOwnership(node, taint.toString(), owner.name(), owner.reopens())));
    }
}
