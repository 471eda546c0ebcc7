package tessera.dra;

import java.util.List;
import java.util.Optional;
import tessera.model.ClaimDeviceRequest;
import tessera.model.DeviceSubRequest;
import tessera.model.ResourceClaim;

/** The reason why a claim fits no node even if all devices were free: its request, and the most devices that a node has. */
public final class UnsatisfiableClaimReason {

    private final DraClusterState devices;
    private final ResourceClaim claim;

    private UnsatisfiableClaimReason(DraClusterState devices, ResourceClaim claim) {
        this.devices = devices;
        this.claim = claim;
    }

    /** Returns the claim that requests more than any node has, or what no device is; empty where that is not the reason. */
    public static Optional<String> find(DraClusterState devices, String namespace, List<String> names) {
        return devices.unallocatedClaims(namespace, names).stream()
                .flatMap(claim -> new UnsatisfiableClaimReason(devices, claim).scarcityText().stream()).findFirst();
    }

    /** Returns the reason; empty where each request alone fits some node. */
    private Optional<String> scarcityText() {
        return claim.requests().stream().map(ClaimDeviceRequest::options)
                .filter(this::hasNoWay)
                .map(ways -> reasonFor(ways.getFirst()).text()).findFirst();
    }

    private boolean hasNoWay(List<DeviceSubRequest> ways) {
        return !ways.isEmpty() && ways.stream().allMatch(way -> mostOnOneNode(way) < Math.max(1, way.count()));
    }

    private ClaimShortageReason reasonFor(DeviceSubRequest request) {
        if (mostOnOneNode(request) > 0) {
            var best = devices.availabilityFor(request).stream()
                    .filter(availability -> availability.total() >= request.count())
                    .findFirst();
            return new ClaimShortageReason.ClaimExceedsNodes(claim.extended() ? "" : claim.name(), request.count(),
                    request.deviceClass(), best.map(NodeDeviceAvailability::placeText).orElse(""),
                    best.map(NodeDeviceAvailability::availabilityText).orElse(""),
                    NodeDeviceAvailability.largestOnOneNode(devices.availabilityFor(request),
                            NodeDeviceAvailability::total));
        }
        var unselected = new DeviceSubRequest(request.name(), request.deviceClass(), List.of(), request.all(),
                request.count(), request.adminAccess(), request.tolerations(), request.capacity());
        var there = devices.allocatableDevices().stream().filter(device -> devices.matchesRequest(unselected, device))
                .toList();
        if (there.isEmpty()) {
            return new ClaimShortageReason.ClaimClassWithoutDevices(claim.name(), request.deviceClass());
        }
        return new ClaimShortageReason.ClaimSelectorMismatch(claim.name(), request.deviceClass(), there.size(),
                new DeviceSelectorMismatch(there).mismatches(request.selectors()));
    }

    /** Returns the number of matching devices on the node that has most of them. */
    private long mostOnOneNode(DeviceSubRequest request) {
        return NodeDeviceAvailability.largestOnOneNode(devices.availabilityFor(request),
                NodeDeviceAvailability::usable);
    }
}
