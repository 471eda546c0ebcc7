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
 * The default scheduler's judgement of single pods. It decides and explains; binding, evicting and telling are its
 * caller's part.
 *
 * <p>One thread at a time, the one that feeds the view.
 */
public final class DefaultScheduler {

    /** The {@code schedulerName} it answers to. */
    public static final String NAME = "default-scheduler";

    /** What a node objects that was asked for devices: these come last. */
    private static final List<String> DEVICES_ALONE = List.of("cannot allocate all claims");
    private static final int ALWAYS_LOOKED_AT = 100;
    private static final int LEAST_PERCENTAGE = 5;

    private final ClusterView view;
    private int next;

    public DefaultScheduler(ClusterView view) {
        this.view = view;
    }

    public SchedulingDecision decide(JsonNode pod) {
        var spec = pod.path("spec");
        if (!spec.path("nodeName").asText().isEmpty() || !spec.path("schedulerName").asText(NAME).equals(NAME)
                || !NodeOccupant.holdsRoom(pod) || pod.path("metadata").hasNonNull("deletionTimestamp")) {
            return new SchedulingDecision.NotMine();
        }
        if (!spec.path("schedulingGates").isEmpty()) {
            return new SchedulingDecision.GatedDecision(FailureText.GATED);
        }
        var pending = PendingPod.of(pod);
        return view.devices().awaited(pending.self().namespace(), pending.devices())
                ? new SchedulingDecision.AwaitingClaims()
                : place(pending);
    }

    /** What the claims of a pod get on the node that was decided for it. */
    public List<DeviceState.AllocationResult> allocation(JsonNode pod, String node) {
        var pending = PendingPod.of(pod);
        return view.devices().allocate(pending.self().namespace(), pending.devices(), node).orElse(List.of());
    }

    /** What each node says to the pod, in the order of the nodes; empty when the pod is refused before that. */
    public Map<String, NodeVerdict> verdicts(JsonNode pod) {
        var filters = new SchedulerFilters(view, PendingPod.of(pod));
        var verdicts = new LinkedHashMap<String, NodeVerdict>();
        if (filters.refusal().isEmpty()) {
            view.nodes().forEach(node -> verdicts.put(node.name(), filters.verdict(node)));
        }
        return verdicts;
    }

    /** Whether a pod that waits would fit a node as it is now; a pod that nobody takes for other reasons does not. */
    public boolean mayFit(JsonNode pod, String node) {
        var state = view.node(node);
        if (state == null) {
            return false;
        }
        var filters = new SchedulerFilters(view, PendingPod.of(pod));
        return filters.refusal().isEmpty() && filters.verdict(state).fits();
    }

    private SchedulingDecision place(PendingPod pod) {
        int count = view.nodes().size();
        if (count == 0) {
            return waits(FailureText.NO_NODES);
        }
        var filters = new SchedulerFilters(view, pod);
        var refusal = filters.refusal();
        if (refusal.isPresent()) {
            return waits(FailureText.refused(count, refusal.get()));
        }
        var missing = view.devices().refusal(pod.self().namespace(), pod.devices());
        if (missing.isPresent()) {
            return waits(FailureText.hopeless(count, missing.get()));
        }
        var fitting = new ArrayList<NodeState>();
        var refusals = search(pod, filters, fitting);
        var misread = misread(pod, filters);
        if (misread.isPresent()) {
            return waits(FailureText.broken(misread.get().words()));
        }
        if (!fitting.isEmpty()) {
            return new SchedulingDecision.Bind(new NodeScoring(pod).best(fitting).name());
        }
        var failure = FailureText.counted(count, refusals.verdicts());
        var outcome = new PreemptionFinder(view, pod, filters).attempt(refusals);
        return outcome.preemption().isPresent()
                ? new SchedulingDecision.WaitDecision(failure, outcome.preemption())
                : waits(pod.devices().isEmpty() ? FailureText.withPreemption(failure, outcome.text())
                        : FailureText.withClaims(failure, outcome.text()));
    }

    /** Of a node to which the pod may go otherwise, and that is therefore asked for devices. */
    private Optional<SelectorRuntimeError> misread(PendingPod pod, SchedulerFilters filters) {
        return pod.devices().isEmpty() ? Optional.empty()
                : SelectorRuntimeError.on(view.nodes().stream()
                        .filter(node -> DEVICES_ALONE.containsAll(filters.verdict(node).reasons())).map(NodeState::name)
                        .toList(), view.devices(), pod.self().namespace(), pod.devices());
    }

    private static SchedulingDecision waits(String message) {
        return new SchedulingDecision.WaitDecision(message, Optional.empty());
    }

    /** Looks at nodes in turn until enough fit; in a large cluster that is a share of them, begun where the last ended. */
    private NodeRefusals search(PendingPod pod, SchedulerFilters filters, List<NodeState> fitting) {
        var nodes = view.nodes();
        var refusals = new NodeRefusals(nodes.size());
        var cleared = view.node(pod.nominated());
        if (cleared != null && filters.verdict(cleared).fits()) {
            fitting.add(cleared);
            return refusals;
        }
        int enough = enough(nodes.size());
        int looked = 0;
        while (looked < nodes.size() && fitting.size() < enough) {
            var node = nodes.get((next + looked++) % nodes.size());
            var verdict = filters.verdict(node);
            if (verdict.fits()) {
                fitting.add(node);
            } else {
                refusals.add(node, verdict);
            }
        }
        next = (next + looked) % nodes.size();
        return refusals;
    }

    private static int enough(int nodes) {
        if (nodes < ALWAYS_LOOKED_AT) {
            return nodes;
        }
        int percentage = Math.max(LEAST_PERCENTAGE, 50 - nodes / 125);
        return Math.max(ALWAYS_LOOKED_AT, nodes * percentage / 100);
    }
}
