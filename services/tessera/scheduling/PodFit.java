package tessera.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Pattern;
import tessera.model.CommandTarget;
import tessera.scheduling.NodeFit.NodeFitStatus;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * Whether a pod finds a node, and why not.
 *
 * @param headline    the answer in one sentence
 * @param kubelet     what the kubelet of its node says, where the answer says it in other words; else empty
 * @param nodes       what each node says, by name
 * @param summary     the same as the scheduler would sum it up; empty where it would not try
 * @param suggestions what would help, what helps at once first
 * @param unknown     what could not be looked at, a sentence each
 */
public record PodFit(PodSchedulingSpec wish, FitOutcome outcome, String headline, String kubelet, List<NodeFit> nodes,
        String summary,
        SchedulerAgreement comparison, List<RemedySuggestion> suggestions, List<String> unknown) {

    private static final Pattern ATTACHING = Pattern.compile("(?:Multi-Attach|AttachVolume\\.)");

    /** What it comes to. */
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
        /** A node would take it once others are gone. */
        NOT_NOW,
        /** Only nodes that are closed to it would, or have another MIG layout. */
        CLOSED,
        /** No node, not even an empty one. */
        NEVER
    }

    public PodFit {
        nodes = List.copyOf(nodes);
        suggestions = List.copyOf(suggestions);
        unknown = List.copyOf(unknown);
    }

    /** The same with commands that name the cluster they are for. */
    public PodFit in(CommandTarget cluster) {
        return new PodFit(wish, outcome, headline, kubelet, nodes, summary, comparison,
                suggestions.stream().map(each -> each.in(cluster)).toList(), unknown);
    }

    /** Whose words those of the kubelet are: volumes are attached by a controller, beside which it waits. */
    public String speaker() {
        return ATTACHING.matcher(kubelet).lookingAt() ? "attach-detach controller" : "kubelet";
    }

    public List<NodeFit> nodes(NodeFitStatus standing) {
        return nodes.stream().filter(node -> node.standing() == standing).toList();
    }

    /** Whether a node would take it if only it had more room. */
    public boolean full() {
        return nodes(NodeFitStatus.FULL).stream().anyMatch(node -> node.objections().stream()
                .noneMatch(NeighbourAdvice::concerned));
    }

    /**
     * Nodes that say the same.
     *
     * @param words what they say; empty where the pod fits
     */
    public record NodeGroup(NodeFitStatus standing, String words, List<NodeFit> nodes) {

        public NodeGroup {
            nodes = List.copyOf(nodes);
        }
    }

    /** The nodes by what they say, those first that are nearest to taking the pod. */
    public List<NodeGroup> groups() {
        var groups = new LinkedHashMap<String, List<NodeFit>>();
        nodes.stream()
                .sorted(Comparator.comparing(NodeFit::standing).thenComparingInt(node -> node.objections().size()))
                .forEach(node -> groups.computeIfAbsent(node.standing() + node.lead(), _ -> new ArrayList<>())
                        .add(node));
        return groups.values().stream()
                .map(same -> new NodeGroup(same.getFirst().standing(), same.getFirst().lead(), same))
                .sorted(Comparator.comparing(NodeGroup::standing)
                        .thenComparing(group -> group.nodes().size(), Comparator.reverseOrder()))
                .toList();
    }
}
