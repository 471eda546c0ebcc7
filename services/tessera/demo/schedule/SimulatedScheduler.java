package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.dra.DeviceState;
import tessera.dra.SelectorRuntimeError;

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

    private final ClusterView view;
    private int next;

    public SimulatedScheduler(ClusterView view) {
        this.view = view;
    }

    public SchedulingDecision decide(JsonNode pod) {
        var spec = pod.path("spec");
        if (!spec.path("nodeName").asText().isEmpty() || !spec.path("schedulerName").asText(NAME).equals(NAME)
                || !NodeOccupant.occupiesResources(pod) || pod.path("metadata").hasNonNull("deletionTimestamp")) {
            return new SchedulingDecision.IgnoreDecision();
        }
        if (!spec.path("schedulingGates").isEmpty()) {
            return new SchedulingDecision.GatedDecision(FailureText.GATED);
        }
        var pending = PendingPod.of(pod);
        return view.deviceState().awaitsClaims(pending.self().namespace(), pending.resourceClaims())
                ? new SchedulingDecision.AwaitingClaimsDecision()
                : placePod(pending);
    }

    /** Returns the devices that the claims of a pod get on the node that was decided for it. */
    public List<DeviceState.AllocationResult> allocateClaims(JsonNode pod, String node) {
        var pending = PendingPod.of(pod);
        return view.deviceState().allocate(pending.self().namespace(), pending.resourceClaims(), node)
                .orElse(List.of());
    }

    /** Returns the verdict of each node on the pod, in the order of the nodes; empty when the pod is refused before that. */
    public Map<String, NodeVerdict> nodeVerdicts(JsonNode pod) {
        var filters = new SchedulerFilters(view, PendingPod.of(pod));
        var verdicts = new LinkedHashMap<String, NodeVerdict>();
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
        var filters = new SchedulerFilters(view, PendingPod.of(pod));
        return filters.preFilterFailure().isEmpty() && filters.verdict(state).isFit();
    }

    private SchedulingDecision placePod(PendingPod pod) {
        int count = view.nodes().size();
        if (count == 0) {
            return waitDecision(FailureText.NO_NODES);
        }
        var filters = new SchedulerFilters(view, pod);
        var refusal = filters.preFilterFailure();
        if (refusal.isPresent()) {
            return waitDecision(FailureText.preFilterText(count, refusal.get()));
        }
        var missing = view.deviceState().preFilterFailure(pod.self().namespace(), pod.resourceClaims());
        if (missing.isPresent()) {
            return waitDecision(FailureText.unresolvableText(count, missing.get()));
        }
        var fitting = new ArrayList<NodeState>();
        var refusals = searchNodes(pod, filters, fitting);
        var misread = findSelectorError(pod, filters);
        if (misread.isPresent()) {
            return waitDecision(FailureText.pluginErrorText(misread.get().message()));
        }
        if (!fitting.isEmpty()) {
            return new SchedulingDecision.BindDecision(new NodeScoring(pod).findBest(fitting).name());
        }
        var failure = FailureText.countedReasonsText(count, refusals.verdicts());
        var outcome = new PreemptionFinder(view, pod, filters).findPreemption(refusals);
        return outcome.preemption().isPresent()
                ? new SchedulingDecision.WaitDecision(failure, outcome.preemption())
                : waitDecision(pod.resourceClaims().isEmpty() ? FailureText.withPreemption(failure, outcome.text())
                        : FailureText.withClaims(failure, outcome.text()));
    }

    /** Finds a selector that fails on the devices of a node that fits otherwise; empty for none. */
    private Optional<SelectorRuntimeError> findSelectorError(PendingPod pod, SchedulerFilters filters) {
        return pod.resourceClaims().isEmpty() ? Optional.empty()
                : SelectorRuntimeError.findFirst(view.nodes().stream()
                        .filter(node -> DEVICES_ALONE.containsAll(filters.verdict(node).reasons())).map(NodeState::name)
                        .toList(), view.deviceState(), pod.self().namespace(), pod.resourceClaims());
    }

    private static SchedulingDecision waitDecision(String message) {
        return new SchedulingDecision.WaitDecision(message, Optional.empty());
    }

    /** Looks at nodes in turn until enough fit; in a large cluster that is a share of them, begun where the last ended. */
    private NodeRefusals searchNodes(PendingPod pod, SchedulerFilters filters, List<NodeState> fitting) {
        var nodes = view.nodes();
        var refusals = new NodeRefusals(nodes.size());
        var cleared = view.findNode(pod.nominated());
        if (cleared != null && filters.verdict(cleared).isFit()) {
            fitting.add(cleared);
            return refusals;
        }
        int enough = feasibleNodesToFind(nodes.size());
        int looked = 0;
        while (looked < nodes.size() && fitting.size() < enough) {
            var node = nodes.get((next + looked++) % nodes.size());
            var verdict = filters.verdict(node);
            if (verdict.isFit()) {
                fitting.add(node);
            } else {
                refusals.add(node, verdict);
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
