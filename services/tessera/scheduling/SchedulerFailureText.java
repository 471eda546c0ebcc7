package tessera.scheduling;

import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The sentences of kube-scheduler 1.36 about a pod that no node takes. */
final class SchedulerFailureText {

    static final String NO_NODES = "no nodes available to schedule pods";
    static final String GATED = "Scheduling is blocked due to non-empty scheduling gates";

    private SchedulerFailureText() {}

    /** Reasons are counted and sorted as text, the count included, so that 11 comes before 2. */
    static String counted(int nodes, Collection<List<String>> reasons) {
        var counts = new TreeMap<String, Integer>();
        reasons.forEach(all -> all.stream().distinct().forEach(reason -> counts.merge(reason, 1, Integer::sum)));
        return available(nodes) + counts.entrySet().stream().map(each -> each.getValue() + " " + each.getKey()).sorted()
                .collect(Collectors.joining(", ")) + ".";
    }

    static List<String> reasons(List<FilterFailure> objections) {
        return objections.stream().map(FilterFailure::reason).distinct().toList();
    }

    /** The odd end is literal: a later plugin complains that it finds no state of its own. */
    static String refused(int nodes, String reason) {
        return available(nodes) + reason + ". not found";
    }

    static String withPreemption(String failure, String preemption) {
        return failure + " no new claims to deallocate, preemption: " + preemption;
    }

    /** Of a pod with resource claims, which the plugin for these tells in its own words. */
    static String withClaims(String failure, String preemption) {
        return failure + " still not schedulable, preemption: " + preemption;
    }

    /** No node is looked at, as none could ever do. */
    static String hopeless(int nodes, String reason) {
        return withPreemption(available(nodes) + reason + ".",
                available(nodes) + nodes + " Preemption is not helpful for scheduling.");
    }

    /** It gives up looking at nodes, as one could not be judged. */
    static String broken(String error) {
        return "running \"DynamicResources\" filter plugin: " + error;
    }

    private static String available(int nodes) {
        return "0/" + nodes + " nodes are available: ";
    }
}
