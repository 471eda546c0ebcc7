package tessera.plan.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.gpu.health.CordonOwnerCatalog;
import tessera.gpu.health.NodeFault;
import tessera.gpu.health.NodeFaultSignalCatalog;
import tessera.kube.scheduling.Taint;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.model.SentenceToClauseConverter;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PlanTargetNode;

/** Warnings against uncordoning nodes that someone cordoned on purpose, or that report faults. */
final class UncordonWarningFinder {

    private static final int LISTED = 3;

    private UncordonWarningFinder() {}

    /** Returns warnings against uncordoning nodes that are cordoned now, a sentence without a full stop each. */
    static List<String> warnings(NodeAndPodPlannerInput input, List<PlanTargetNode> nodes) {
        var warnings = new ArrayList<String>();
        for (var node : nodes) {
            factsOf(input, node).filter(_ -> node.unschedulable())
                    .ifPresent(nodeSummary -> warnings.addAll(warningsAgainst(nodeSummary)));
        }
        return warnings;
    }

    private static List<String> warningsAgainst(NodeSummary node) {
        var warnings = new ArrayList<String>();
        CordonOwnerCatalog.standard().ownersOf(node)
                .forEach(owner -> warnings.add("%s is cordoned %s. %s".formatted(node.name(),
                        owner.byline(), SentenceToClauseConverter.withoutFullStop(owner.reopens()))));
        NodeFaultSignalCatalog.standard().faultsOf(node).stream().filter(NodeFault::impairsNode)
                .limit(LISTED).forEach(fault -> warnings.add("%s reports %s: pods that come there may fail"
                        .formatted(node.name(), fault.label())));
        return warnings;
    }

    /** Returns who cordoned nodes and when, as far as recorded, a sentence without a full stop each. */
    static List<String> cordonWriters(List<PlanTargetNode> nodes) {
        return nodes.stream().filter(PlanTargetNode::unschedulable).flatMap(UncordonWarningFinder::cordonText).toList();
    }

    private static Stream<String> cordonText(PlanTargetNode node) {
        return node.cordon().map(write -> "%s was cordoned %s".formatted(node.name(), write.byline())).stream();
    }

    /** Returns warnings against removing taints from a node, a sentence without a full stop each. */
    static List<String> removalWarnings(String node, List<Taint> taints) {
        return taints.stream().flatMap(taint -> taintOwnerText(taint, node)).toList();
    }

    private static Stream<String> taintOwnerText(Taint taint, String node) {
        return CordonOwnerCatalog.standard().findOwner(taint)
                .map(owner -> "%s has %s from %s. %s".formatted(node, taint, owner.name(),
                        SentenceToClauseConverter.withoutFullStop(owner.reopens())))
                .stream();
    }

    private static Optional<NodeSummary> factsOf(NodeAndPodPlannerInput input, PlanTargetNode node) {
        return input.snapshot().findNode(node.name()).map(NodeWithBoundPods::nodeSummary);
    }
}
