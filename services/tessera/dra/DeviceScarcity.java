package tessera.dra;

import java.util.List;
import java.util.Optional;
import tessera.model.DeviceRequest;
import tessera.model.DeviceSubRequest;
import tessera.model.Plurals;
import tessera.model.ResourceClaim;

/** Why a claim could be met on no node, were all devices free: what it wants, and the most that there is of it. */
record DeviceScarcity(DeviceState devices, ResourceClaim claim) {

    /** Empty where each of its requests alone could be met somewhere. */
    Optional<String> words() {
        return claim.requests().stream().map(DeviceRequest::options)
                .filter(ways -> !ways.isEmpty() && ways.stream().allMatch(way -> most(way) < Math.max(1, way.count())))
                .map(ways -> words(ways.getFirst())).findFirst();
    }

    private String words(DeviceSubRequest request) {
        if (most(request) > 0) {
            var wanted = "%s wants %s of %s on one node".formatted(
                    claim.extended() ? "The pod" : "The claim " + claim.name(),
                    Plurals.of(request.count(), "device"), request.deviceClass());
            var best = devices.rooms(request).stream().filter(room -> room.all() >= request.count())
                    .findFirst();
            return best.map(room -> "%s; %s has %s".formatted(wanted, room.place(), room.words()))
                    .orElseGet(() -> "%s; no node has more than %d".formatted(wanted, most(request)));
        }
        var unselected = new DeviceSubRequest(request.name(), request.deviceClass(), List.of(), request.all(),
                request.count(), request.admin(), request.tolerations(), request.capacity());
        var there = devices.complete().stream().filter(device -> devices.suits(unselected, device)).toList();
        return there.isEmpty() ? "The claim %s wants a device of %s, and no node has one".formatted(claim.name(),
                request.deviceClass())
                : "The claim %s wants a device of %s by a selector that takes none of the %d there are%s".formatted(
                        claim.name(), request.deviceClass(), there.size(),
                        new UnmatchedDevices(there).words(request.selectors()));
    }

    /** How many of what it wants the node has that has most of them. */
    private long most(DeviceSubRequest request) {
        var rooms = devices.rooms(request);
        long anywhere = rooms.stream().filter(room -> room.node().isEmpty()).mapToLong(DeviceRoom::usable).sum();
        return anywhere + rooms.stream().filter(room -> !room.node().isEmpty()).mapToLong(DeviceRoom::usable).max()
                .orElse(0);
    }
}
