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
import tessera.model.ShellWord;
import tessera.model.Taint;
import tessera.scheduling.NodeFit.NodeFitStatus;

/** Proposes remedies where every node that could accept a pod is closed, and full as well. */
record ClosedNodeRemedies(List<NodeFit> nodes) {

    /** Taints that a cluster sets by itself, because something is wrong with the node. */
    static final String TROUBLE = "node.kubernetes.io/";
    private static final String CONTROL = "node-role.kubernetes.io/";

    /** Returns the first remedy for a node that is closed and full, where no single step is enough. */
    List<RemedySuggestion> firstRemedies() {
        return nodes.stream().filter(node -> node.status() == NodeFitStatus.CLOSED).sorted(Comparator.comparingInt(
                node -> node.failures().size())).flatMap(node -> openingRemedy(node).stream()).limit(1).toList();
    }

    /**
     * Returns the remedy for the taint that alone closes most of the full nodes; empty where another remedy tolerates it.
     *
     * @param other what would help; where nothing would, one node is told instead
     */
    Optional<RemedySuggestion> mostCommonTaintRemedy(List<RemedySuggestion> other) {
        var known = other.stream().map(RemedySuggestion::remedy).toList();
        return nodes.stream().filter(node -> node.status() == NodeFitStatus.CLOSED && !other.isEmpty())
                .map(node -> node.failures().stream().filter(failure -> failure.blocker() == BlockerResolution.CLOSED)
                        .toList())
                .filter(closed -> closed.size() == 1).flatMap(closed -> closed.getFirst().taint().stream())
                .filter(taint -> !shouldNotTolerate(taint)
                        && !known.contains(new RemedyAction.AddTolerationsAction(List.of(taint))))
                .collect(Collectors.groupingBy(taint -> taint, Collectors.counting())).entrySet().stream()
                .max(Map.Entry.<Taint, Long>comparingByValue().thenComparing(each -> each.getKey().toString()))
                .map(each -> new RemedySuggestion(
                        "Let the pod tolerate %s: %s could take it then, once others there end"
                                .formatted(each.getKey(), Plurals.countText(each.getValue(), "node")),
                        "",
                        new RemedyAction.AddTolerationsAction(List.of(each.getKey()))));
    }

    private static Optional<RemedySuggestion> openingRemedy(NodeFit node) {
        var closed = node.failures().stream().filter(failure -> failure.blocker() == BlockerResolution.CLOSED).toList();
        var full = node.failures().stream().filter(failure -> failure.blocker() == BlockerResolution.OTHERS)
                .map(FilterFailure::text)
                .collect(Collectors.joining("; "));
        var taints = closed.stream().flatMap(failure -> failure.taint().stream()).toList();
        if (closed.stream().allMatch(failure -> failure.check() == FilterCheck.CORDON)) {
            var guarded = protectedNodeRemedy(node);
            return guarded.isPresent() ? guarded
                    : Optional.of(new RemedySuggestion(
                            "Open %s again, and wait until it has room (%s)".formatted(node.name(),
                                    full),
                            ShellWord.fillCommand("tessera plan uncordon %s", node.name()),
                            new RemedyAction.UncordonNodeAction(node.name())));
        }
        return taints.size() < closed.size() || taints.stream().anyMatch(ClosedNodeRemedies::shouldNotTolerate)
                ? Optional.empty()
                : Optional.of(new RemedySuggestion("Let the pod tolerate %s, and wait until %s has room (%s)".formatted(
                        taints.stream().map(Taint::toString).collect(Collectors.joining(" and ")), node.name(), full),
                        "", new RemedyAction.AddTolerationsAction(taints)));
    }

    /** Returns whether a pod should not tolerate a taint. */
    static boolean shouldNotTolerate(Taint taint) {
        return taint.key().startsWith(TROUBLE) || taint.key().startsWith(CONTROL)
                || CordonOwners.standard().findOwner(taint).isPresent();
    }

    /** Returns the remedy for a node that a taint closes on purpose; empty for any other. */
    static Optional<RemedySuggestion> protectedTaintRemedy(List<Taint> taints, String node) {
        return taints.stream().flatMap(taint -> CordonOwners.standard().findOwner(taint).stream()).findFirst()
                .map(owner -> new RemedySuggestion("Leave %s as it is, closed %s. %s".formatted(node, owner.byline(),
                        SentenceText.withoutFullStop(owner.reopens())),
                        ShellWord.fillCommand("kubectl describe node %s", node),
                        new RemedyAction.RepairNodeAction(node)));
    }

    /** Returns the remedy instead of opening a node that was closed on purpose or is unhealthy; empty for any other. */
    static Optional<RemedySuggestion> protectedNodeRemedy(NodeFit node) {
        var owner = CordonOwners.standard().findOwner(node.facts());
        if (owner.isPresent()) {
            return Optional.of(new RemedySuggestion("Leave %s closed, it is cordoned %s. %s".formatted(node.name(),
                    owner.get().byline(), SentenceText.withoutFullStop(owner.get().reopens())),
                    ShellWord.fillCommand("kubectl describe node %s", node.name()),
                    new RemedyAction.RepairNodeAction(node.name())));
        }
        return NodeFaultCatalog.standard().faultsOf(node.facts()).stream()
                .filter(fault -> fault.level() == Level.CRITICAL).findFirst()
                .map(fault -> new RemedySuggestion("Repair %s first, then open it again: it is cordoned and reports %s"
                        .formatted(node.name(), fault.label()),
                        ShellWord.fillCommand("tessera doctor --node %s", node.name()),
                        new RemedyAction.RepairNodeAction(node.name())));
    }
}
