package tessera.plan.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.insight.node.CordonOwners;
import tessera.insight.node.NodeFault.Level;
import tessera.insight.node.NodeFaultCatalog;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.SentenceText;
import tessera.model.Taint;
import tessera.plan.context.NodeObject;
import tessera.plan.context.PlanSurvey;

/** Warnings against opening nodes that somebody closed on purpose, or that report faults. */
final class CordonGuard {

    private static final int LISTED = 3;

    private CordonGuard() {}

    /** Returns what speaks against opening nodes that are closed now, a sentence without a full stop each. */
    static List<String> warnings(PlanSurvey survey, List<NodeObject> nodes) {
        var warnings = new ArrayList<String>();
        for (var node : nodes) {
            facts(survey, node).filter(_ -> node.unschedulable()).ifPresent(facts -> warnings.addAll(against(facts)));
        }
        return warnings;
    }

    private static List<String> against(NodeFacts node) {
        var warnings = new ArrayList<String>();
        CordonOwners.standard().all(node).forEach(owner -> warnings.add("%s is cordoned %s. %s".formatted(node.name(),
                owner.byline(), SentenceText.bare(owner.reopens()))));
        NodeFaultCatalog.standard().faultsOf(node).stream().filter(fault -> fault.level() == Level.CRITICAL)
                .limit(LISTED).forEach(fault -> warnings.add("%s reports %s: pods that come there may fail"
                        .formatted(node.name(), fault.label())));
        return warnings;
    }

    /** Returns who cordoned nodes and when, as far as the server keeps account of it, a sentence without a full stop each. */
    static List<String> writers(List<NodeObject> nodes) {
        return nodes.stream().filter(NodeObject::unschedulable).flatMap(node -> node.cordon()
                .map(write -> "%s was cordoned %s".formatted(node.name(), write.byline())).stream()).toList();
    }

    /** Returns what speaks against taking taints from a node, a sentence without a full stop each. */
    static List<String> againstRemoval(String node, List<Taint> taints) {
        return taints.stream().flatMap(taint -> CordonOwners.standard().of(taint)
                .map(owner -> "%s has %s from %s. %s".formatted(node, taint, owner.name(),
                        SentenceText.bare(owner.reopens())))
                .stream()).toList();
    }

    private static Optional<NodeFacts> facts(PlanSurvey survey, NodeObject node) {
        return survey.snapshot().node(node.name()).map(NodeInfo::facts);
    }
}
