package tessera.kube.scheduling;

import java.util.Comparator;
import java.util.List;
import tessera.text.OptionalText;

/**
 * The pods to evict from a node so that a pending pod fits.
 *
 * @param pods       the most important first
 * @param violations how many of them a disruption budget would protect
 */
public record PreemptionVictims(SchedulableNode node, List<PodOnNode> pods, int violations) {

    /** Subtracted from every priority, so that of pods with a negative one fewer cost less. */
    private static final long LEAST_PRIORITY = Integer.MIN_VALUE;

    /** Higher priority first, then who has run longer. */
    static final Comparator<PodOnNode> IMPORTANCE = Comparator.comparingInt(PodOnNode::priority).reversed()
            .thenComparing(PreemptionVictims::startTime);

    /** What decides between nodes, most decisive first; the least wins. */
    static final Comparator<PreemptionVictims> COST = Comparator.comparingInt(PreemptionVictims::violations)
            .thenComparingInt(each -> each.pods().getFirst().priority())
            .thenComparingLong(PreemptionVictims::prioritySum).thenComparingInt(each -> each.pods().size())
            .thenComparing(PreemptionVictims::earliestStartTime, Comparator.reverseOrder());

    public PreemptionVictims {
        pods = List.copyOf(pods);
    }

    /** Returns the start of a pod; one that has not started counts as the latest. */
    private static String startTime(PodOnNode pod) {
        return OptionalText.orElse(pod.startedAt(), "~");
    }

    private String earliestStartTime() {
        int highest = pods.getFirst().priority();
        return pods.stream().filter(victim -> victim.priority() == highest).map(PreemptionVictims::startTime)
                .min(Comparator.naturalOrder()).orElse("");
    }
    private static long prioritySum(PreemptionVictims each) {
        return each.pods().stream().mapToLong(pod -> pod.priority() - LEAST_PRIORITY).sum();
    }
}
