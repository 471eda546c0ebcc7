package tessera.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.kube.scheduling.RequiredNodeAffinity;

/**
 * The allocation of a claim: its devices and the nodes that reach them.
 *
 * @param node  the only node that reaches the devices; empty where others do
 * @param nodeAffinity the nodes that reach them where these are several; empty where every node does, or one alone
 * @param since when that was, by the server's clock; null when the object does not say
 */
public record ResourceClaimAllocation(List<AllocatedDevice> devices, String node,
        Optional<RequiredNodeAffinity> nodeAffinity, @Nullable Instant since) {

    public ResourceClaimAllocation {
        devices = List.copyOf(devices);
    }

    /** Returns an allocation whose node selector names one node, or fits several; without one every node reaches the devices. */
    public static ResourceClaimAllocation withSelector(List<AllocatedDevice> devices,
            Optional<RequiredNodeAffinity> selector, @Nullable Instant since) {
        var only = selector.flatMap(RequiredNodeAffinity::pinnedNodeNames).filter(names -> names.size() == 1)
                .map(names -> names.iterator().next());
        return new ResourceClaimAllocation(devices, only.orElse(""), only.isPresent() ? Optional.empty() : selector,
                since);
    }
}
