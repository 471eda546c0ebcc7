package tessera.model;

import java.util.List;

/**
 * The published devices of one node, and the claims that hold them.
 *
 * @param slices with the taints of rules on their devices, by name
 * @param claims that have devices of the node, by namespace and name
 * @param slicesKnown whether slices may be read, so that none means that there are none
 * @param claimsKnown whether claims may be read, so that what none holds is free
 * @param server whose scheduler hands out the devices
 */
public record NodeDraDevices(List<ResourceSlice> slices, List<ResourceClaim> claims, boolean slicesKnown,
        boolean claimsKnown, ServerVersion server) {

    /** Of a node of whose devices no driver publishes any. */
    public static final NodeDraDevices NONE = new NodeDraDevices(List.of(), List.of(), true, true,
            ServerVersion.UNKNOWN);

    /** Of a node of whose devices nobody may read what drivers publish. */
    public static final NodeDraDevices UNREAD = new NodeDraDevices(List.of(), List.of(), false, true,
            ServerVersion.UNKNOWN);

    public NodeDraDevices {
        slices = List.copyOf(slices);
        claims = List.copyOf(claims);
    }
}
