package tessera.kube.scheduling;

import java.util.ArrayList;
import java.util.List;
import tessera.kube.quantity.ResourceAmounts;

/** The reasons for which kube-scheduler 1.36 rejects a node, in its words. */
public enum NodeRejectionReason {
    UNSCHEDULABLE(SchedulerPlugin.NODE_UNSCHEDULABLE, "node(s) were unschedulable", false),
    NODE_NAME(SchedulerPlugin.NODE_NAME, "node(s) didn't match the requested node name", false),
    UNTOLERATED_TAINT(SchedulerPlugin.TAINT_TOLERATION, "node(s) had untolerated taint(s)", false),
    NODE_AFFINITY(SchedulerPlugin.NODE_AFFINITY, "node(s) didn't match Pod's node affinity/selector", false),
    /** Of nodes that the affinity to names excludes before they are examined. */
    NOT_IN_PREFILTER_RESULT(SchedulerPlugin.NODE_AFFINITY, "node(s) didn't satisfy plugin(s) [NodeAffinity]", false),
    HOST_PORTS(SchedulerPlugin.NODE_PORTS, "node(s) didn't have free ports for the requested pod ports", true),
    TOO_MANY_PODS(SchedulerPlugin.NODE_RESOURCES_FIT, "Too many pods", true),
    CLAIM_OF_ANOTHER_POD(SchedulerPlugin.VOLUME_RESTRICTIONS,
            "node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode", true),
    VOLUME_NODE_AFFINITY(SchedulerPlugin.VOLUME_BINDING, "node(s) didn't match PersistentVolume's node affinity",
            false),
    NO_VOLUME_TO_BIND(SchedulerPlugin.VOLUME_BINDING, "node(s) didn't find available persistent volumes to bind",
            false),
    /** Of a claim that is made for the pod; for any other the pod is refused before. */
    NO_BOUND_VOLUME(SchedulerPlugin.VOLUME_BINDING,
            "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)", false),
    VOLUME_ZONE(SchedulerPlugin.VOLUME_ZONE, "node(s) had no available volume zone", false),
    TOPOLOGY_LABEL_MISSING(SchedulerPlugin.POD_TOPOLOGY_SPREAD,
            "node(s) didn't match pod topology spread constraints (missing required label)", false),
    TOPOLOGY_SKEW(SchedulerPlugin.POD_TOPOLOGY_SPREAD, "node(s) didn't match pod topology spread constraints", true),
    POD_AFFINITY(SchedulerPlugin.INTER_POD_AFFINITY, "node(s) didn't match pod affinity rules", false),
    POD_ANTI_AFFINITY(SchedulerPlugin.INTER_POD_AFFINITY, "node(s) didn't match pod anti-affinity rules", true),
    EXISTING_POD_ANTI_AFFINITY(SchedulerPlugin.INTER_POD_AFFINITY,
            "node(s) didn't satisfy existing pods anti-affinity rules", true);

    /** The scheduler names shortages of these first, then the others by name. */
    private static final List<String> FIRST_RESOURCES = List.of(ResourceAmounts.CPU, ResourceAmounts.MEMORY,
            "ephemeral-storage");

    private final String message;
    private final SchedulerPlugin plugin;
    private final boolean evictionHelps;

    NodeRejectionReason(SchedulerPlugin plugin, String message, boolean evictionHelps) {
        this.message = message;
        this.plugin = plugin;
        this.evictionHelps = evictionHelps;
    }

    /** Returns the scheduler's words. */
    public String message() {
        return message;
    }

    SchedulerPlugin plugin() {
        return plugin;
    }

    /** Returns whether evicting pods of the node could help. */
    boolean evictionHelps() {
        return evictionHelps;
    }

    /** Returns the scheduler's words for a shortage of a resource. */
    public static String insufficientMessage(String resource) {
        return "Insufficient " + resource;
    }

    /** Returns the resources that a pod requests, without zeros, in the order in which shortages are named. */
    public static List<String> resourcesInOrder(ResourceAmounts requests) {
        var names = new ArrayList<>(FIRST_RESOURCES);
        requests.names().stream().filter(name -> !FIRST_RESOURCES.contains(name)).forEach(names::add);
        names.removeIf(name -> requests.get(name) <= 0);
        return List.copyOf(names);
    }
}
