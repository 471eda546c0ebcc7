package tessera.model;

import java.util.List;

/**
 * What drivers publish of the devices of one node, and who was given them.
 *
 * @param slices with the taints of rules on their devices, by name
 * @param claims that have devices of the node, by namespace and name
 */
public record NodeDevices(List<ResourceSlice> slices, List<ResourceClaim> claims) {

    public static final NodeDevices NONE = new NodeDevices(List.of(), List.of());

    public NodeDevices {
        slices = List.copyOf(slices);
        claims = List.copyOf(claims);
    }
}
