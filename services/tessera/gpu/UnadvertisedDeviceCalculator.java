package tessera.gpu;

import tessera.model.NodeWithBoundPods;

/** Devices of a machine that are not advertised for now, because they are unhealthy or their device plugin is down. */
public final class UnadvertisedDeviceCalculator {

    private UnadvertisedDeviceCalculator() {}

    /** Returns the amount that a healthy node would offer; no less than it does, and 0 if nothing indicates more. */
    public static long potentialAmount(NodeWithBoundPods info, String resource) {
        var node = info.nodeSummary();
        int slash = resource.indexOf('/');
        if (slash < 0) {
            return node.allocatable().get(resource);
        }
        var domain = resource.substring(0, slash + 1);
        boolean silent = node.allocatable().names().stream()
                .noneMatch(name -> name.startsWith(domain) && node.allocatable().get(name) > 0);
        long told = silent && !ResourceClaimOnlyNodeDetector.usesClaims(info)
                ? NodeLabelParser.parseNumber(node.label(resource + ".count"))
                : 0;
        return Math.max(node.allocatable().get(resource), Math.max(node.capacity().get(resource), told));
    }

    /** Returns whether a node would satisfy a request only with its unadvertised devices. */
    public static boolean lacksForNow(NodeWithBoundPods info, String resource, long wanted) {
        return info.nodeSummary().allocatable().get(resource) < wanted && wanted <= potentialAmount(info, resource);
    }
}
