package tessera.demo.schedule;

import java.util.List;
import tessera.kube.scheduling.Toleration;

/**
 * The choice among the nodes that fit: the emptier in cpu and memory, with few soft taints and many preferred labels.
 * Equals are told apart by how many pods they have and then by name, where a real scheduler throws dice.
 */
final class SimulatedNodeScorer {

    /** The weights of the default profile, for scores from 0 to 1. */
    private static final double TAINTS = 3;
    private static final double PREFERENCES = 2;
    private static final double EQUAL = 1e-9;

    private final SimulatedPendingPod pod;

    SimulatedNodeScorer(SimulatedPendingPod pod) {
        this.pod = pod;
    }

    SimulatedSchedulerNodeState findBest(List<SimulatedSchedulerNodeState> nodes) {
        var best = nodes.getFirst();
        double bestScore = scoreOf(best);
        for (var node : nodes.subList(1, nodes.size())) {
            double score = scoreOf(node);
            if (score > bestScore + EQUAL || (Math.abs(score - bestScore) <= EQUAL && isBetter(node, best))) {
                best = node;
                bestScore = score;
            }
        }
        return best;
    }

    private static boolean isBetter(SimulatedSchedulerNodeState node, SimulatedSchedulerNodeState other) {
        int difference = node.pods().size() - other.pods().size();
        return difference < 0 || (difference == 0 && node.name().compareTo(other.name()) < 0);
    }

    private double scoreOf(SimulatedSchedulerNodeState node) {
        int avoided = 0;
        for (var taint : node.taints()) {
            avoided += taint.isPreference()
                    && !Toleration.anyTolerates(pod.tolerations(), taint) ? 1 : 0;
        }
        int maximum = 0;
        int liked = 0;
        for (var preferredNodeTerm : pod.preferences()) {
            maximum += preferredNodeTerm.weight();
            liked += preferredNodeTerm.term().matches(node.name(), node.labels()) ? preferredNodeTerm.weight() : 0;
        }
        return node.meanFreeShare(pod.self()) - TAINTS * avoided + (maximum == 0 ? 0 : PREFERENCES * liked / maximum);
    }
}
