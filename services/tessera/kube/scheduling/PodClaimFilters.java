package tessera.kube.scheduling;

import java.util.List;
import java.util.function.BiPredicate;

/**
 * The filters for what a pod claims beside its node's own resources.
 *
 * @param volumeClaims   the claims on volumes that it mounts
 * @param devices        whether a node has the devices that it claims
 * @param servedByClaims whether a node offers a requested resource through claims on devices, and not of its own
 */
public record PodClaimFilters(List<MountedVolumeClaim> volumeClaims, NodeFilter devices,
        BiPredicate<SchedulableNode, String> servedByClaims) {

    public PodClaimFilters {
        volumeClaims = List.copyOf(volumeClaims);
    }
}
