package tessera.scheduling;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tessera.kube.scheduling.NodeRejectionReason;

/**
 * The reasons for which the scheduler found no node for a pod, taken from its message.
 *
 * @param nodes   how many nodes it knows
 * @param reasons what it says of them, in its order
 * @param preemptionUnhelpful whether it says of all of them that no other pod is in the way
 * @param noVictimsFound whether it says of some that other pods are, none of which may be evicted
 */
public record SchedulerFailureMessage(int nodes, List<NodeRejectionCount> reasons, boolean preemptionUnhelpful,
        boolean noVictimsFound) {

    private static final Pattern MESSAGE = Pattern.compile("0/(\\d{1,7}) nodes are available: (.*?)\\.(?:\\s.*)?",
            Pattern.DOTALL);
    private static final Pattern NEXT_REASON = Pattern.compile(", (?=\\d+ )");
    private static final Pattern REASON = Pattern.compile("(\\d{1,7}) (.+)", Pattern.DOTALL);

    private static final List<String> CHOOSY = List.of(NodeRejectionReason.NODE_AFFINITY.message(),
            NodeRejectionReason.NOT_IN_PREFILTER_RESULT.message(), NodeRejectionReason.NODE_NAME.message());
    private static final Pattern HOPELESS = Pattern.compile(
            "(?s).*preemption: 0/(\\d+) nodes are available: \\1 " + "Preemption is not helpful for scheduling.*");

    /**
     * A reason and the number of nodes that it applies to.
     *
     * @param text in the scheduler's words
     */
    public record NodeRejectionCount(int nodes, String text) {}

    public SchedulerFailureMessage {
        reasons = List.copyOf(reasons);
    }

    /** Returns whether some nodes do not match the pod's selector or node name. */
    boolean hasNonMatchingNodes() {
        return reasons.stream().map(NodeRejectionCount::text)
                .anyMatch(text -> CHOOSY.stream().anyMatch(text::startsWith));
    }

    /** Parses a scheduler's message; empty if it has another form. */
    public static Optional<SchedulerFailureMessage> parse(String message) {
        var form = MESSAGE.matcher(message.strip());
        if (!form.matches()) {
            return Optional.empty();
        }
        var reasons = NEXT_REASON.splitAsStream(form.group(2)).map(REASON::matcher).filter(Matcher::matches)
                .map(reason -> new NodeRejectionCount(Integer.parseInt(reason.group(1)), reason.group(2))).toList();
        return Optional.of(new SchedulerFailureMessage(Integer.parseInt(form.group(1)), reasons,
                HOPELESS.matcher(message).matches(), message.contains("No preemption victims found")));
    }
}
