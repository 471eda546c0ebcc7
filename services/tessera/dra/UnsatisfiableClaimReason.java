package tessera.dra;

import java.util.List;
import java.util.Optional;
import tessera.model.ClaimDeviceRequest;
import tessera.model.CountedNounFormatter;
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
                .map(ways -> requestText(ways.getFirst())).findFirst();
    }

    private boolean hasNoWay(List<DeviceSubRequest> ways) {
        return !ways.isEmpty() && ways.stream().allMatch(way -> mostOnOneNode(way) < Math.max(1, way.count()));
    }

    private String requestText(DeviceSubRequest request) {
        if (mostOnOneNode(request) > 0) {
            var wanted = "%s wants %s of %s on one node".formatted(
                    claim.extended() ? "The pod" : "The claim " + claim.name(),
                    CountedNounFormatter.countText(request.count(), "device"), request.deviceClass());
            var best = devices.availabilityFor(request).stream()
                    .filter(availability -> availability.total() >= request.count())
                    .findFirst();
            return best
                    .map(availability -> "%s; %s has %s".formatted(wanted, availability.placeText(),
                            availability.availabilityText()))
                    .orElseGet(() -> "%s; no node has more than %d".formatted(wanted, mostOnOneNode(request)));
        }
        var unselected = new DeviceSubRequest(request.name(), request.deviceClass(), List.of(), request.all(),
                request.count(), request.adminAccess(), request.tolerations(), request.capacity());
        var there = devices.allocatableDevices().stream().filter(device -> devices.matchesRequest(unselected, device))
                .toList();
        if (there.isEmpty()) {
            return "The claim %s wants a device of %s, and no node has one".formatted(claim.name(),
                    request.deviceClass());
        }
        return "The claim %s wants a device of %s by a selector that takes none of the %d there are%s".formatted(
                claim.name(), request.deviceClass(), there.size(),
                new DeviceSelectorMismatch(there).mismatchText(request.selectors()));
    }

    /** Returns the number of matching devices on the node that has most of them. */
    private long mostOnOneNode(DeviceSubRequest request) {
        return NodeDeviceAvailability.largestOnOneNode(devices.availabilityFor(request),
                NodeDeviceAvailability::usable);
    }
}
