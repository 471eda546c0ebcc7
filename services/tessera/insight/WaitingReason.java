package tessera.insight;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tessera.insight.Refusal.Reason;
import tessera.model.PodFacts;
import tessera.model.Resources;

/** Why a GPU pod is on no node, in one plain sentence. The cluster's own words are kept beside it, in the pod. */
public final class WaitingReason {

    /** How many of the scheduler's reasons are told; its whole message is a click away. */
    private static final int TOLD = 4;

    private final Fleet fleet;
    private final Accelerators accelerators;
    private final Map<Demand, Supply> supplies = new HashMap<>();

    /**
     * What there is of a resource.
     *
     * @param most   offered by a single node
     * @param free   on a single node that takes pods
     * @param all    offered by the nodes that take pods
     * @param closed free on nodes that take none
     * @param tainted free on nodes whose taints may be what keeps the pod away
     */
    private record Supply(long most, long free, long all, long closed, long tainted) {

        String elsewhere() {
            return (closed == 0 ? "" : "; %d more are free on closed nodes".formatted(closed))
                    + (tainted == 0 ? "" : "; %d more are free on nodes with taints".formatted(tainted));
        }
    }

    /**
     * Of what there is.
     *
     * @param repelled whether the scheduler says that taints keep the pod away from some nodes
     */
    private record Demand(String resource, boolean repelled) {}

    public WaitingReason(Fleet fleet, Accelerators accelerators) {
        this.fleet = fleet;
        this.accelerators = accelerators;
    }

    public String of(PodFacts pod) {
        if (pod.reason().equals("SchedulingGated")) {
            return "Held back by a scheduling gate; a queue or controller has to release it";
        }
        if (pod.message().isEmpty()) {
            return "The scheduler has not looked at it yet";
        }
        var shortage = shortage(pod);
        if (!shortage.isEmpty()) {
            return shortage;
        }
        return Refusal.read(pod.message()).filter(refusal -> !refusal.reasons().isEmpty()).map(WaitingReason::inShort)
                .orElseGet(() -> firstSentence(pod.message()));
    }

    /** What the numbers alone explain: empty when there seems to be room. */
    private String shortage(PodFacts pod) {
        if (!fleet.snapshot().allocationComplete()) {
            return "";
        }
        for (var resource : pod.requests().names()) {
            long wanted = pod.requests().get(resource);
            if (wanted == 0 || accelerators.of(resource).filter(Accelerator::computes).isEmpty()) {
                continue;
            }
            var supply = supplies.computeIfAbsent(new Demand(resource, pod.message().contains("untolerated taint")),
                    this::supply);
            if (supply.most() == 0) {
                return "No node offers " + resource;
            }
            if (supply.most() < wanted) {
                return "Wants %d × %s on one node; no node has more than %d".formatted(wanted, brief(resource),
                        supply.most());
            }
            if (supply.all() == 0) {
                return "Every node that offers %s is closed to new pods".formatted(resource);
            }
            if (supply.free() == 0) {
                return "All %d × %s are held%s".formatted(supply.all(), brief(resource), supply.elsewhere());
            }
            if (supply.free() < wanted) {
                return "Needs %d × %s free on one node; the largest free block is %d%s".formatted(wanted,
                        brief(resource),
                        supply.free(), supply.elsewhere());
            }
        }
        return "";
    }

    private Supply supply(Demand demand) {
        var resource = demand.resource();
        long tainted = 0;
        long most = 0;
        long free = 0;
        long all = 0;
        long closed = 0;
        for (var node : fleet.nodes()) {
            var use = node.info().use(resource);
            most = Math.max(most, use.allocatable());
            if (node.cordoned() || node.state().compareTo(GpuNode.State.NOT_READY) <= 0) {
                closed = Resources.saturatedSum(closed, use.free());
            } else if (demand.repelled() && foreign(node, resource)) {
                tainted = Resources.saturatedSum(tainted, use.free());
            } else {
                free = Math.max(free, use.free());
                all = Resources.saturatedSum(all, use.allocatable());
            }
        }
        return new Supply(most, free, all, closed, tainted);
    }

    /** Whether a node has taints besides those of the device, which who asks for it tolerates as a rule. */
    private static boolean foreign(GpuNode node, String resource) {
        var domain = resource.substring(0, resource.indexOf('/') + 1);
        return node.info().facts().taints().stream().anyMatch(taint -> !taint.effect().equals("PreferNoSchedule")
                && !taint.key().startsWith(domain));
    }

    /** A resource without its vendor's domain: {@code gpu}, {@code mig-3g.40gb}. */
    public static String brief(String resource) {
        return resource.substring(resource.indexOf('/') + 1);
    }

    private static String inShort(Refusal refusal) {
        var reasons = refusal.reasons().stream().sorted(Comparator.comparingInt(Reason::nodes).reversed()).toList();
        var rest = reasons.size() > TOLD ? ", and more" : "";
        return reasons.stream().limit(TOLD).map(WaitingReason::phrase)
                .collect(Collectors.joining(", ", "No node fits: ", rest));
    }

    /**
     * The scheduler's words, and plain ones.
     *
     * @param many for several nodes
     * @param one  for a single one
     */
    private record Phrase(String beginning, String many, String one) {}

    private static final List<Phrase> PHRASES = List.of(
            new Phrase("node(s) had untolerated taint", "have a taint it does not tolerate",
                    "has a taint it does not tolerate"),
            new Phrase("node(s) had taint", "have a taint it does not tolerate", "has a taint it does not tolerate"),
            new Phrase("node(s) didn't match Pod's node affinity/selector", "are not what it selects",
                    "is not what it selects"),
            new Phrase("node(s) didn't satisfy plugin(s) [NodeAffinity]", "are not what it selects",
                    "is not what it selects"),
            new Phrase("node(s) were unschedulable", "are cordoned", "is cordoned"),
            new Phrase("Too many pods", "are full of pods", "is full of pods"),
            new Phrase("node(s) didn't have free ports", "have its port in use", "has its port in use"),
            new Phrase("node(s) didn't match pod topology spread constraints", "would break its spread",
                    "would break its spread"),
            new Phrase("node(s) didn't match pod anti-affinity rules", "run pods it keeps away from",
                    "runs pods it keeps away from"),
            new Phrase("node(s) didn't match pod affinity rules", "lack the pods it wants to be near",
                    "lacks the pods it wants to be near"));

    private static String phrase(Reason reason) {
        boolean one = reason.nodes() == 1;
        var words = reason.text();
        if (words.startsWith("Insufficient ")) {
            return reason.nodes() + (one ? " has" : " have") + " too little "
                    + brief(words.substring("Insufficient ".length()));
        }
        return reason.nodes() + " " + PHRASES.stream().filter(phrase -> words.startsWith(phrase.beginning()))
                .map(phrase -> one ? phrase.one() : phrase.many()).findFirst().orElse("say “" + words + "”");
    }

    private static String firstSentence(String message) {
        int end = message.indexOf(". ");
        return end < 0 ? message : message.substring(0, end);
    }
}
