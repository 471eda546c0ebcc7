package tessera.model;

import java.util.List;

/**
 * What a pod that has no node yet says of those it may go to.
 *
 * @param rule        what it demands of a node's labels and name
 * @param tolerations what it puts up with
 * @param ties        what else binds it
 * @param scheduler   who is to place it, where that is not the scheduler that every cluster has; empty else
 * @param gates       names of what has to be taken from it before any scheduler looks at it
 */
public record SchedulingConstraints(NodeRule rule, List<Toleration> tolerations, UnresolvedConstraints ties,
        String scheduler, List<String> gates) {

    /** The scheduler of a cluster that has no other. */
    public static final String USUAL_SCHEDULER = "default-scheduler";

    public SchedulingConstraints {
        tolerations = List.copyOf(tolerations);
        gates = List.copyOf(gates);
        scheduler = scheduler.equals(USUAL_SCHEDULER) ? "" : scheduler;
    }

    /** One that the usual scheduler places. */
    public SchedulingConstraints(NodeRule rule, List<Toleration> tolerations, UnresolvedConstraints ties) {
        this(rule, tolerations, ties, "", List.of());
    }

    /** One that nothing else binds. */
    public SchedulingConstraints(NodeRule rule, List<Toleration> tolerations) {
        this(rule, tolerations, UnresolvedConstraints.NONE);
    }

    /** Whether a node is one that it may go to, however it stands. */
    public boolean selects(NodeFacts node) {
        return rule.matches(node.name(), node.labels()) && ties.reaches(node);
    }
}
