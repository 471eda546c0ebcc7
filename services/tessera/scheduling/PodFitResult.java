package tessera.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Pattern;
import tessera.model.CopiedCommandContext;
import tessera.scheduling.NodeFitResult.NodeFitStatus;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * The fit result for a pod: nodes with their failures, headline and remedies.
 *
 * @param reason      the answer
 * @param kubeletMessage     what the kubelet of its node says, where the answer says it in other words; else empty
 * @param nodes       what each node says, by name
 * @param summary     the same as the scheduler would sum it up; empty where it would not try
 * @param remedies what would help, what helps at once first
 * @param unknownFacts     what could not be looked at, a sentence each
 */
public record PodFitResult(PodSchedulingSpec podSpec, FitOutcome outcome, PendingReason reason, String kubeletMessage,
        List<NodeFitResult> nodes, String summary, SchedulerResultComparison agreement, List<SchedulingRemedy> remedies,
        List<String> unknownFacts) {

    private static final Pattern ATTACHING = Pattern.compile("(?:Multi-Attach|AttachVolume\\.)");

    /** The possible outcomes. */
    public enum FitOutcome {
        /** It has ended, or is being deleted before it had a node. */
        ENDED,
        /** It is on a node. */
        BOUND,
        /** A gate keeps it from being tried. */
        GATED,
        /** Another scheduler places it, by rules that are not known here. */
        ELSEWHERE,
        /** Refused before any node is looked at. */
        REFUSED,
        /** Which nodes there are may not be seen. */
        UNKNOWN,
        /** A node would take it now. */
        FITS,
        /** A node would take it now, unless others hold the devices that it claims, which is not known. */
        MAY_FIT,
        /** A node would take it once others are gone. */
        NOT_NOW,
        /** Only nodes that are closed to it would, or have another MIG layout. */
        CLOSED,
        /** No node, not even an empty one. */
        NEVER
    }

    public PodFitResult {
        nodes = List.copyOf(nodes);
        remedies = List.copyOf(remedies);
        unknownFacts = List.copyOf(unknownFacts);
    }

    /** Returns a copy whose commands name the target cluster. */
    public PodFitResult withCommandTarget(CopiedCommandContext cluster) {
        return new PodFitResult(podSpec, outcome, reason, kubeletMessage, nodes, summary, agreement,
                remedies.stream().map(suggestion -> suggestion.withCommandTarget(cluster)).toList(), unknownFacts);
    }

    /** Returns the answer in words, without a full stop at the end. */
    public String headline() {
        return reason.text();
    }

    /** Returns whether the attach-detach controller wrote the kubelet message: it attaches volumes. */
    public boolean isAttachMessage() {
        return ATTACHING.matcher(kubeletMessage).lookingAt();
    }

    /** Returns whether a node accepts the pod now, as far as is known. */
    public boolean isPlaceable() {
        return outcome == FitOutcome.FITS || outcome == FitOutcome.MAY_FIT;
    }

    public List<NodeFitResult> nodesWith(NodeFitStatus fitStatus) {
        return nodes.stream().filter(node -> node.status() == fitStatus).toList();
    }

    /** Returns whether a node would accept the pod if it had more free capacity. */
    public boolean isWaitingForCapacity() {
        return nodesWith(NodeFitStatus.FULL).stream()
                .anyMatch(node -> node.failures().stream().noneMatch(PodAffinityRemedyFinder::isAboutNeighbours));
    }

    /**
     * Nodes with the same failures.
     *
     * @param reasonText what they say; empty where the pod fits
     */
    public record SameFailureNodes(NodeFitStatus status, String reasonText, List<NodeFitResult> nodes) {

        public SameFailureNodes {
            nodes = List.copyOf(nodes);
        }
    }

    /** Returns the nodes grouped by their failures, the groups nearest to acceptance first. */
    public List<SameFailureNodes> groupNodes() {
        var groups = new LinkedHashMap<String, List<NodeFitResult>>();
        for (var node : nodes.stream()
                .sorted(Comparator.comparing(NodeFitResult::status).thenComparingInt(node -> node.failures().size()))
                .toList()) {
            groups.computeIfAbsent(node.status() + node.leadingReasonText(), _ -> new ArrayList<>()).add(node);
        }
        return groups.values().stream()
                .map(same -> new SameFailureNodes(same.getFirst().status(), same.getFirst().leadingReasonText(), same))
                .sorted(Comparator.comparing(SameFailureNodes::status).thenComparing(group -> group.nodes().size(),
                        Comparator.reverseOrder()))
                .toList();
    }
}
