package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.dra.DeviceSelectorFailure;
import tessera.dra.DraClusterState;
import tessera.kube.scheduling.SchedulerFailureMessages;

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
                || !SimulatedSchedulerPod.occupiesResources(pod)
                || pod.path("metadata").hasNonNull("deletionTimestamp")) {
            return new SimulatedSchedulingDecision.IgnoreDecision();
        }
        if (!spec.path("schedulingGates").isEmpty()) {
            return new SimulatedSchedulingDecision.GatedDecision(SchedulerFailureMessages.GATED);
        }
        var pending = SimulatedPendingPod.of(pod);
        return view.deviceState().awaitsClaims(pending.self().namespace(), pending.resourceClaims())
                ? new SimulatedSchedulingDecision.AwaitingClaimsDecision()
                : placePod(pending);
    }

    /** Returns the devices that the claims of a pod get on the node that was decided for it. */
    public List<DraClusterState.ClaimDeviceAllocation> allocateClaims(JsonNode pod, String node) {
        var pending = SimulatedPendingPod.of(pod);
        return view.deviceState().allocate(pending.self().namespace(), pending.resourceClaims(), node)
                .orElse(List.of());
    }

    /** Returns the verdict of each node on the pod, in the order of the nodes; empty when the pod is refused before that. */
    public Map<String, SimulatedNodeFilterResult> nodeVerdicts(JsonNode pod) {
        var filters = new SimulatedSchedulerFilters(view, SimulatedPendingPod.of(pod));
        var verdicts = new LinkedHashMap<String, SimulatedNodeFilterResult>();
        if (filters.preFilterFailure().isEmpty()) {
            view.nodes().forEach(node -> verdicts.put(node.name(), filters.verdict(node)));
        }
        return verdicts;
    }

    /** Returns whether a waiting pod would fit a node as it is now; false for a pod that is refused for other reasons. */
    public boolean couldFit(JsonNode pod, String node) {
        var state = view.findNode(node);
        if (state == null) {
            return false;
        }
        var filters = new SimulatedSchedulerFilters(view, SimulatedPendingPod.of(pod));
        return filters.preFilterFailure().isEmpty() && filters.verdict(state).isFit();
    }

    private SimulatedSchedulingDecision placePod(SimulatedPendingPod pod) {
        int count = view.nodes().size();
        if (count == 0) {
            return waitDecision(SchedulerFailureMessages.NO_NODES);
        }
        var filters = new SimulatedSchedulerFilters(view, pod);
        var refusal = filters.preFilterFailure();
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
            return new SimulatedSchedulingDecision.BindDecision(new SimulatedNodeScorer(pod).findBest(fitting).name());
        }
        var failure = SchedulerFailureMessages.countedReasonsMessage(count,
                refusals.verdicts().stream().map(SimulatedNodeFilterResult::reasons).toList());
        var outcome = new SimulatedPreemptionFinder(view, pod, filters).findPreemption(refusals);
        return outcome.preemption().isPresent()
                ? new SimulatedSchedulingDecision.UnschedulableDecision(failure, outcome.preemption())
                : waitDecision(
                        pod.resourceClaims().isEmpty()
                                ? SchedulerFailureMessages.preemptionMessage(failure, outcome.text())
                                : SchedulerFailureMessages.claimsMessage(failure, outcome.text()));
    }

    /** Finds a selector that fails on the devices of a node that fits otherwise; empty for none. */
    private Optional<DeviceSelectorFailure> findSelectorError(SimulatedPendingPod pod,
            SimulatedSchedulerFilters filters) {
        return pod.resourceClaims().isEmpty() ? Optional.empty()
                : DeviceSelectorFailure.findFirst(view.nodes().stream()
                        .filter(node -> DEVICES_ALONE.containsAll(filters.verdict(node).reasons()))
                        .map(SimulatedSchedulerNodeState::name)
                        .toList(), view.deviceState(), pod.self().namespace(), pod.resourceClaims());
    }

    private static SimulatedSchedulingDecision waitDecision(String message) {
        return new SimulatedSchedulingDecision.UnschedulableDecision(message, Optional.empty());
    }

    /** Looks at nodes in turn until enough fit; in a large cluster that is a share of them, begun where the last ended. */
    private SimulatedNodeRejections searchNodes(SimulatedPendingPod pod, SimulatedSchedulerFilters filters,
            List<SimulatedSchedulerNodeState> fitting) {
        var nodes = view.nodes();
        var refusals = new SimulatedNodeRejections(nodes.size());
        var cleared = view.findNode(pod.nominated());
        if (cleared != null && filters.verdict(cleared).isFit()) {
            fitting.add(cleared);
            return refusals;
        }
        int enough = feasibleNodesToFind(nodes.size());
        int looked = 0;
        while (looked < nodes.size() && fitting.size() < enough) {
            var node = nodes.get((next + looked++) % nodes.size());
            var filterResult = filters.verdict(node);
            if (filterResult.isFit()) {
                fitting.add(node);
            } else {
                refusals.add(node, filterResult);
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
}
