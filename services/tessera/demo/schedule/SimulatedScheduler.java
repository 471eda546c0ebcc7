package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.demo.object.SimulatedPodStatus;
import tessera.dra.ClaimDeviceAllocation;
import tessera.dra.DeviceSelectorFailure;
import tessera.kube.scheduling.FilterResult;
import tessera.kube.scheduling.FilterResult.NodePass;
import tessera.kube.scheduling.NodeFilter;
import tessera.kube.scheduling.NodeFilterOutcome;
import tessera.kube.scheduling.PodClaimFilters;
import tessera.kube.scheduling.PodPreemption;
import tessera.kube.scheduling.PreemptionVictims;
import tessera.kube.scheduling.SchedulerFailureMessages;
import tessera.kube.scheduling.SchedulerFilters;
import tessera.kube.scheduling.SchedulerPlugin;
import tessera.kube.scheduling.Toleration;

/**
 * The default scheduler's decision about single pods. It decides and explains; binding, evicting and telling are its
 * caller's part.
 *
 * <p>One thread at a time, the one that feeds the view.
 */
public final class SimulatedScheduler {

    /** The {@code schedulerName} it answers to. */
    public static final String NAME = "default-scheduler";

    /** What a node objects that was asked for devices: these come last. */
    private static final List<String> DEVICES_ALONE = List.of("cannot allocate all claims");
    /** The weights of the default profile, for scores from 0 to 1. */
    private static final double TAINTS = 3;
    private static final double PREFERENCES = 2;
    private static final double EQUAL = 1e-9;
    private static final int ALWAYS_LOOKED_AT = 100;
    private static final int LEAST_PERCENTAGE = 5;

    private final SimulatedSchedulerCache view;
    private int next;

    public SimulatedScheduler(SimulatedSchedulerCache view) {
        this.view = view;
    }

    public SimulatedSchedulingDecision decide(JsonNode pod) {
        var spec = pod.path("spec");
        if (!spec.path("nodeName").asText().isEmpty() || !spec.path("schedulerName").asText(NAME).equals(NAME)
                || SimulatedPodStatus.isFinished(pod) || pod.path("metadata").hasNonNull("deletionTimestamp")) {
            return new SimulatedSchedulingDecision.IgnoreDecision();
        }
        if (!spec.path("schedulingGates").isEmpty()) {
            return new SimulatedSchedulingDecision.GatedDecision(SchedulerFailureMessages.GATED);
        }
        var pending = SimulatedPendingPod.of(pod);
        if (view.deviceState().awaitsClaims(pending.self().namespace(), pending.resourceClaims())) {
            return new SimulatedSchedulingDecision.AwaitingClaimsDecision();
        }
        return placePod(pending);
    }

    /** Returns the devices that the claims of a pod get on the node that was decided for it. */
    public List<ClaimDeviceAllocation> allocateClaims(JsonNode pod, String node) {
        var pending = SimulatedPendingPod.of(pod);
        return view.deviceState().allocate(pending.self().namespace(), pending.resourceClaims(), node)
                .orElse(List.of());
    }

    /** Returns the verdict of each node on the pod, in the order of the nodes; empty when the pod is refused before that. */
    public Map<String, FilterResult> nodeVerdicts(JsonNode pod) {
        var filters = filtersFor(SimulatedPendingPod.of(pod));
        var verdicts = new LinkedHashMap<String, FilterResult>();
        if (filters.refusalMessage().isEmpty()) {
            view.nodes().forEach(node -> verdicts.put(node.name(), filters.filterNode(node)));
        }
        return verdicts;
    }

    /** Returns whether a waiting pod would fit a node as it is now; false for a pod that is refused for other reasons. */
    public boolean couldFit(JsonNode pod, String node) {
        var state = view.findNode(node);
        if (state == null) {
            return false;
        }
        var filters = filtersFor(SimulatedPendingPod.of(pod));
        return filters.refusalMessage().isEmpty() && filters.filterNode(state).passed();
    }

    private SimulatedSchedulingDecision placePod(SimulatedPendingPod pod) {
        int count = view.nodes().size();
        if (count == 0) {
            return waitDecision(SchedulerFailureMessages.NO_NODES);
        }
        var filters = filtersFor(pod);
        var refusal = filters.refusalMessage();
        if (refusal.isPresent()) {
            return waitDecision(SchedulerFailureMessages.preFilterMessage(count, refusal.get()));
        }
        var missing = view.deviceState().preFilterFailure(pod.self().namespace(), pod.resourceClaims());
        if (missing.isPresent()) {
            return waitDecision(SchedulerFailureMessages.unresolvableMessage(count, missing.get()));
        }
        var fitting = new ArrayList<SimulatedSchedulerNodeState>();
        var refusals = searchNodes(pod, filters, fitting);
        var misread = findSelectorError(pod, filters);
        if (misread.isPresent()) {
            return waitDecision(SchedulerFailureMessages.filterErrorMessage(misread.get().message()));
        }
        if (!fitting.isEmpty()) {
            return new SimulatedSchedulingDecision.BindDecision(findBest(pod, fitting).name());
        }
        var failure = SchedulerFailureMessages.countedReasonsMessage(count,
                refusals.stream().map(outcome -> outcome.result().reasons()).toList());
        var preemption = new PodPreemption(pod, filters, refusals);
        var dryRun = preemption.dryRun();
        return preemption.leastVictims(dryRun.candidates(), view.disruptionBudgets())
                .map(victims -> preemptDecision(failure, victims))
                .orElseGet(() -> waitDecision(pod.resourceClaims().isEmpty()
                        ? SchedulerFailureMessages.preemptionMessage(failure, dryRun.message())
                        : SchedulerFailureMessages.claimsMessage(failure, dryRun.message())));
    }

    private SchedulerFilters filtersFor(SimulatedPendingPod pod) {
        NodeFilter devices = node -> view.deviceState()
                .filterFailure(pod.namespace(), pod.resourceClaims(), node.name())
                .<FilterResult>map(reason -> FilterResult.NodeRejection.unresolvable(SchedulerPlugin.DYNAMIC_RESOURCES,
                        List.of(reason)))
                .orElse(NodePass.PASSED);
        return new SchedulerFilters(view, pod, new PodClaimFilters(view.volumeClaims().mountedClaims(pod),
                pod.resourceClaims().isEmpty() ? NodeFilter.PASSING : devices, (_, _) -> false));
    }

    private static SimulatedSchedulingDecision preemptDecision(String failure, PreemptionVictims victims) {
        return new SimulatedSchedulingDecision.UnschedulableDecision(failure,
                Optional.of(new SimulatedSchedulingDecision.PreemptionDecision(victims.node().name(),
                        victims.pods().stream()
                                .map(victim -> new SimulatedSchedulingDecision.PreemptionVictim(victim.namespace(),
                                        victim.name(), victim.uid()))
                                .toList())));
    }

    /** Finds a selector that fails on the devices of a node that fits otherwise; empty for none. */
    private Optional<DeviceSelectorFailure> findSelectorError(SimulatedPendingPod pod, SchedulerFilters filters) {
        if (pod.resourceClaims().isEmpty()) {
            return Optional.empty();
        }
        return DeviceSelectorFailure.findFirst(
                view.nodes().stream().filter(node -> DEVICES_ALONE.containsAll(filters.filterNode(node).reasons()))
                        .map(SimulatedSchedulerNodeState::name).toList(),
                view.deviceState(), pod.self().namespace(), pod.resourceClaims());
    }

    private static SimulatedSchedulingDecision waitDecision(String message) {
        return new SimulatedSchedulingDecision.UnschedulableDecision(message, Optional.empty());
    }

    /** Looks at nodes in turn until enough fit; in a large cluster that is a share of them, begun where the last ended. */
    private List<NodeFilterOutcome> searchNodes(SimulatedPendingPod pod, SchedulerFilters filters,
            List<SimulatedSchedulerNodeState> fitting) {
        var nodes = view.nodes();
        var refusals = new ArrayList<NodeFilterOutcome>(nodes.size());
        var cleared = view.findNode(pod.nominatedNode());
        if (cleared != null && filters.filterNode(cleared).passed()) {
            fitting.add(cleared);
            return refusals;
        }
        int enough = feasibleNodesToFind(nodes.size());
        int looked = 0;
        while (looked < nodes.size() && fitting.size() < enough) {
            var node = nodes.get((next + looked++) % nodes.size());
            var filterResult = filters.filterNode(node);
            if (filterResult.passed()) {
                fitting.add(node);
            } else {
                refusals.add(new NodeFilterOutcome(node, filterResult));
            }
        }
        next = (next + looked) % nodes.size();
        return refusals;
    }

    private static int feasibleNodesToFind(int nodes) {
        if (nodes < ALWAYS_LOOKED_AT) {
            return nodes;
        }
        int percentage = Math.max(LEAST_PERCENTAGE, 50 - nodes / 125);
        return Math.max(ALWAYS_LOOKED_AT, nodes * percentage / 100);
    }

    /**
     * Chooses among the nodes that fit: the emptier in cpu and memory, with few soft taints and many preferred labels.
     * Equals are told apart by how many pods they have and then by name, where a real scheduler throws dice.
     */
    private static SimulatedSchedulerNodeState findBest(SimulatedPendingPod pod,
            List<SimulatedSchedulerNodeState> nodes) {
        var best = nodes.getFirst();
        double bestScore = scoreOf(pod, best);
        for (var node : nodes.subList(1, nodes.size())) {
            double score = scoreOf(pod, node);
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

    private static double scoreOf(SimulatedPendingPod pod, SimulatedSchedulerNodeState node) {
        int avoided = 0;
        for (var taint : node.taints()) {
            avoided += taint.isPreference() && !Toleration.anyTolerates(pod.tolerations(), taint) ? 1 : 0;
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
