package tessera.demo.schedule;

import java.util.List;

/**
 * Which of the nodes that fit is best: the emptier in cpu and memory, with few weak taints and many preferred labels.
 * Equals are told apart by how many pods they have and then by name, where a real scheduler throws dice.
 */
final class NodeScoring {

    /** The weights of the default profile, for scores from 0 to 1. */
    private static final double TAINTS = 3;
    private static final double PREFERENCES = 2;
    private static final double EQUAL = 1e-9;

    private final PendingPod pod;

    NodeScoring(PendingPod pod) {
        this.pod = pod;
    }

    NodeState best(List<NodeState> nodes) {
        var best = nodes.getFirst();
        double bestScore = score(best);
        for (var node : nodes.subList(1, nodes.size())) {
            double score = score(node);
            if (score > bestScore + EQUAL || (Math.abs(score - bestScore) <= EQUAL && goesBefore(node, best))) {
                best = node;
                bestScore = score;
            }
        }
        return best;
    }

    private static boolean goesBefore(NodeState node, NodeState other) {
        int difference = node.pods().size() - other.pods().size();
        return difference < 0 || (difference == 0 && node.name().compareTo(other.name()) < 0);
    }

    private double score(NodeState node) {
        int avoided = 0;
        for (var taint : node.taints()) {
            avoided += taint.repelsWeakly() && !SimulatedToleration.tolerated(pod.tolerations(), taint) ? 1 : 0;
        }
        int most = 0;
        int liked = 0;
        for (var preference : pod.preferences()) {
            most += preference.weight();
            liked += preference.term().matches(node) ? preference.weight() : 0;
        }
        return node.leisure(pod.self()) - TAINTS * avoided + (most == 0 ? 0 : PREFERENCES * liked / most);
    }
}
