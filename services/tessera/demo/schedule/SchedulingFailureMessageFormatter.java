package tessera.demo.schedule;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The message that says why a pod has no node, as kube-scheduler 1.36 builds it. */
final class SchedulingFailureMessageFormatter {

    static final String NO_NODES = "no nodes available to schedule pods";
    static final String GATED = "Scheduling is blocked due to non-empty scheduling gates";

    private SchedulingFailureMessageFormatter() {}

    /** Returns the message with reasons counted and sorted as text, the count included, so that 11 comes before 2. */
    static String countedReasonsText(int nodes, Collection<SimulatedNodeFilterResult> verdicts) {
        var counts = new HashMap<String, Integer>();
        for (var filterResult : verdicts) {
            for (var reason : filterResult.reasons()) {
                counts.merge(reason, 1, Integer::sum);
            }
        }
        var pieces = new ArrayList<String>();
        for (Map.Entry<String, Integer> reason : counts.entrySet()) {
            pieces.add(reason.getValue() + " " + reason.getKey());
        }
        pieces.sort(null);
        return availableText(nodes) + String.join(", ", pieces) + ".";
    }

    /** Returns the message of a pod that is refused before filtering; the odd end is literal. */
    static String preFilterText(int nodes, String reason) {
        return availableText(nodes) + reason + ". not found";
    }

    static String preemptionMessage(String failure, String preemption) {
        return failure + " no new claims to deallocate, preemption: " + preemption;
    }

    /** Returns the message of a pod with resource claims, whose plugin reports in its own form. */
    static String claimsMessage(String failure, String preemption) {
        return failure + " still not schedulable, preemption: " + preemption;
    }

    /** Returns the message for a pod that fits no node whatever happens, so that none is looked at. */
    static String unresolvableText(int nodes, String reason) {
        return preemptionMessage(availableText(nodes) + reason + ".",
                availableText(nodes) + nodes + " Preemption is not helpful for scheduling.");
    }

    /** Returns the message for an error of a filter plugin, which ends the search. */
    static String pluginErrorText(String error) {
        return "running \"DynamicResources\" filter plugin: " + error;
    }

    private static String availableText(int nodes) {
        return "0/" + nodes + " nodes are available: ";
    }
}
