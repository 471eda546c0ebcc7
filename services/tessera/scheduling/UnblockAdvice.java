package tessera.scheduling;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.insight.node.CordonOwners;
import tessera.insight.node.NodeFault.Level;
import tessera.insight.node.NodeFaultCatalog;
import tessera.model.Plurals;
import tessera.model.SentenceText;
import tessera.model.Taint;
import tessera.scheduling.NodeFit.NodeFitStatus;

/** What would help where every node that could take a pod is closed to it, and full as well. */
record UnblockAdvice(List<NodeFit> nodes) {

    /** Taints that a cluster sets by itself, because something is wrong with the node. */
    static final String TROUBLE = "node.kubernetes.io/";
    private static final String CONTROL = "node-role.kubernetes.io/";

    /** What is to be done first where nodes are closed and full as well: nothing alone helps. */
    List<RemedySuggestion> first() {
        return nodes.stream().filter(node -> node.standing() == NodeFitStatus.CLOSED).sorted(Comparator.comparingInt(
                node -> node.objections().size())).flatMap(node -> opening(node).stream()).limit(1).toList();
    }

    /**
     * The taint alone that closes most of the nodes which are full as well, where nothing else helps with it yet.
     *
     * @param other what would help; where nothing would, one node is told instead
     */
    Optional<RemedySuggestion> widest(List<RemedySuggestion> other) {
        var known = other.stream().map(RemedySuggestion::remedy).toList();
        return nodes.stream().filter(node -> node.standing() == NodeFitStatus.CLOSED && !other.isEmpty())
                .map(node -> node.objections().stream().filter(each -> each.hold() == BlockerKind.CLOSED).toList())
                .filter(closed -> closed.size() == 1).flatMap(closed -> closed.getFirst().taint().stream())
                .filter(taint -> !forbidding(taint) && !known.contains(new PodRemedy.Tolerate(List.of(taint))))
                .collect(Collectors.groupingBy(taint -> taint, Collectors.counting())).entrySet().stream()
                .max(Map.Entry.<Taint, Long>comparingByValue().thenComparing(each -> each.getKey().toString()))
                .map(each -> new RemedySuggestion(
                        "Let the pod tolerate %s: %s could take it then, once others there end"
                                .formatted(each.getKey(), Plurals.of(each.getValue(), "node")),
                        "",
                        new PodRemedy.Tolerate(List.of(each.getKey()))));
    }

    private static Optional<RemedySuggestion> opening(NodeFit node) {
        var closed = node.objections().stream().filter(each -> each.hold() == BlockerKind.CLOSED).toList();
        var full = node.objections().stream().filter(each -> each.hold() == BlockerKind.OTHERS)
                .map(FilterFailure::words)
                .collect(Collectors.joining("; "));
        var taints = closed.stream().flatMap(each -> each.taint().stream()).toList();
        if (closed.stream().allMatch(each -> each.check() == FilterCheck.CORDON)) {
            var guarded = guarded(node);
            return guarded.isPresent() ? guarded
                    : Optional.of(new RemedySuggestion(
                            "Open %s again, and wait until it has room (%s)".formatted(node.name(),
                                    full),
                            "tessera plan uncordon " + node.name(), new PodRemedy.UncordonNode(node.name())));
        }
        return taints.size() < closed.size() || taints.stream().anyMatch(UnblockAdvice::forbidding) ? Optional.empty()
                : Optional.of(new RemedySuggestion("Let the pod tolerate %s, and wait until %s has room (%s)".formatted(
                        taints.stream().map(Taint::toString).collect(Collectors.joining(" and ")), node.name(), full),
                        "", new PodRemedy.Tolerate(taints)));
    }

    /** Whether a pod had better not put up with it. */
    static boolean forbidding(Taint taint) {
        return taint.key().startsWith(TROUBLE) || taint.key().startsWith(CONTROL)
                || CordonOwners.standard().of(taint).isPresent();
    }

    /** The same of a node that a taint keeps closed on purpose. */
    static Optional<RemedySuggestion> guarded(List<Taint> taints, String node) {
        return taints.stream().flatMap(taint -> CordonOwners.standard().of(taint).stream()).findFirst()
                .map(owner -> new RemedySuggestion("Leave %s as it is, closed %s. %s".formatted(node, owner.byline(),
                        SentenceText.bare(owner.reopens())), "kubectl describe node " + node,
                        new PodRemedy.Mend(node)));
    }

    /** What is to be said instead of opening a node that somebody closed on purpose, or that is not well; empty for any other. */
    static Optional<RemedySuggestion> guarded(NodeFit node) {
        var owner = CordonOwners.standard().of(node.facts());
        if (owner.isPresent()) {
            return Optional.of(new RemedySuggestion("Leave %s closed, it is cordoned %s. %s".formatted(node.name(),
                    owner.get().byline(), SentenceText.bare(owner.get().reopens())),
                    "kubectl describe node " + node.name(),
                    new PodRemedy.Mend(node.name())));
        }
        return NodeFaultCatalog.standard().faultsOf(node.facts()).stream()
                .filter(fault -> fault.level() == Level.CRITICAL).findFirst()
                .map(fault -> new RemedySuggestion("Repair %s first, then open it again: it is cordoned and reports %s"
                        .formatted(node.name(), fault.label()), "tessera doctor --node " + node.name(),
                        new PodRemedy.Mend(node.name())));
    }
}
