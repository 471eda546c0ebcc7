package tessera.kube.scheduling;

import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The messages of kube-scheduler 1.36 about a pod that no node accepts. */
public final class SchedulerFailureMessages {

    /** The message where the cluster has no node. */
    public static final String NO_NODES = "no nodes available to schedule pods";
    /** The message of a pod with scheduling gates. */
    public static final String GATED = "Scheduling is blocked due to non-empty scheduling gates";

    /** The message of a pod that may not preempt others. */
    public static final String PREEMPTION_NEVER = "not eligible due to preemptionPolicy=Never.";
    /** The message of a pod whose victims have not ended yet. */
    public static final String VICTIMS_TERMINATING = "not eligible due to a terminating pod on the nominated node.";
    /** The reason of nodes that evictions would not help. */
    public static final String PREEMPTION_NOT_HELPFUL = "Preemption is not helpful for scheduling";
    /** The reason of nodes without pods of lower priority. */
    public static final String NO_VICTIMS = "No preemption victims found for incoming pod";
    /** The refusal of a pod whose affinity names nodes that exclude each other. */
    public static final String AFFINITY_CONFLICT = "pod affinity terms conflict";
    /** The refusal of a pod with a claim that nobody binds for it. */
    public static final String UNBOUND_CLAIMS = "pod has unbound immediate PersistentVolumeClaims";

    private SchedulerFailureMessages() {}

    /** Returns the refusal of a pod whose claim does not exist. */
    public static String missingClaimMessage(String claim) {
        return "persistentvolumeclaim \"%s\" not found".formatted(claim);
    }

    /** Returns the refusal of a pod whose claim is being deleted. */
    public static String deletedClaimMessage(String claim) {
        return "persistentvolumeclaim \"%s\" is being deleted".formatted(claim);
    }

    /** Returns the refusal of a pod whose claim, which is made for it, is not there yet. */
    public static String awaitedClaimMessage(String claim) {
        return "waiting for ephemeral volume controller to create the persistentvolumeclaim \"%s\"".formatted(claim);
    }

    /** Returns the refusal of a pod whose claim has lost its volume. */
    public static String lostClaimMessage(String claim, String volume) {
        return "persistentvolumeclaim \"%s\" bound to non-existent persistentvolume \"%s\"".formatted(claim, volume);
    }

    /** Returns the refusal of a pod whose claim is bound to a volume that does not exist. */
    public static String missingVolumeMessage(String volume) {
        return "persistentvolume \"%s\" not found".formatted(volume);
    }

    /** Returns the message with counted reasons, sorted as text with their counts, so that 11 comes before 2. */
    public static String countedReasonsMessage(int nodes, Collection<List<String>> reasons) {
        var counts = new TreeMap<String, Integer>();
        for (var all : reasons) {
            all.stream().distinct().forEach(reason -> counts.merge(reason, 1, Integer::sum));
        }
        return availabilityMessage(nodes) + counts.entrySet().stream()
                .map(each -> each.getValue() + " " + each.getKey()).sorted().collect(Collectors.joining(", ")) + ".";
    }

    /** Returns the message of a pre-filter refusal, with the scheduler's literal "not found" at its end. */
    public static String preFilterMessage(int nodes, String reason) {
        return availabilityMessage(nodes) + reason + ". not found";
    }

    /** Returns the message of a filter failure with the outcome of preemption. */
    public static String preemptionMessage(String failure, String preemption) {
        return failure + " no new claims to deallocate, preemption: " + preemption;
    }

    /** Returns the message of a pod with resource claims, whose plugin appends its own text. */
    public static String claimsMessage(String failure, String preemption) {
        return failure + " still not schedulable, preemption: " + preemption;
    }

    /** Returns the message for a pod that no node could accept, so that none is examined. */
    public static String unresolvableMessage(int nodes, String reason) {
        return preemptionMessage(availabilityMessage(nodes) + reason + ".",
                availabilityMessage(nodes) + nodes + " " + PREEMPTION_NOT_HELPFUL + ".");
    }

    /** Returns the message for a filter error, after which the scheduler stops filtering. */
    public static String filterErrorMessage(String error) {
        return "running \"%s\" filter plugin: %s".formatted(SchedulerPlugin.DYNAMIC_RESOURCES.pluginName(), error);
    }

    private static String availabilityMessage(int nodes) {
        return "0/" + nodes + " nodes are available: ";
    }
}
