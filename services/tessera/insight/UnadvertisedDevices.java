package tessera.insight;

import tessera.model.NodeFacts;

/** Devices that a machine has and does not offer for the time being: they are unhealthy, or what offers them is not at work. */
public final class UnadvertisedDevices {

    private UnadvertisedDevices() {}

    /** How much of a resource a node would offer if all was well; no less than it does, and 0 where nothing tells of more. */
    public static long of(NodeFacts node, String resource) {
        int slash = resource.indexOf('/');
        if (slash < 0) {
            return node.allocatable().get(resource);
        }
        var domain = resource.substring(0, slash + 1);
        boolean silent = node.allocatable().names().stream()
                .noneMatch(name -> name.startsWith(domain) && node.allocatable().get(name) > 0);
        long told = silent && !ClaimedGpus.labelled(node) ? GpuNodes.number(node.label(resource + ".count")) : 0;
        return Math.max(node.allocatable().get(resource), Math.max(node.capacity().get(resource), told));
    }

    /** Whether so much of it is withheld that a pod that wants some has to wait until all is well. */
    public static boolean lacks(NodeFacts node, String resource, long wanted) {
        return node.allocatable().get(resource) < wanted && wanted <= of(node, resource);
    }
}
