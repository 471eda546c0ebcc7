package tessera.demo.schedule;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The sentence that says why a pod has no node, as kube-scheduler 1.36 builds it. */
final class FailureText {

    static final String NO_NODES = "no nodes available to schedule pods";
    static final String GATED = "Scheduling is blocked due to non-empty scheduling gates";

    private FailureText() {}

    /** Reasons are counted and sorted as text, the count included, so that 11 comes before 2. */
    static String counted(int nodes, Collection<NodeVerdict> verdicts) {
        var counts = new HashMap<String, Integer>();
        for (var verdict : verdicts) {
            for (var reason : verdict.reasons()) {
                counts.merge(reason, 1, Integer::sum);
            }
        }
        var pieces = new ArrayList<String>();
        for (Map.Entry<String, Integer> reason : counts.entrySet()) {
            pieces.add(reason.getValue() + " " + reason.getKey());
        }
        pieces.sort(null);
        return available(nodes) + String.join(", ", pieces) + ".";
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

    /** Nodes are looked at no more, as one could not be judged. */
    static String broken(String error) {
        return "running \"DynamicResources\" filter plugin: " + error;
    }

    private static String available(int nodes) {
        return "0/" + nodes + " nodes are available: ";
    }
}
