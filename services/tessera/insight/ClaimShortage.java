package tessera.insight;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.dra.DeviceRoom;
import tessera.dra.DeviceState;
import tessera.model.DeviceSubRequest;
import tessera.model.Plurals;
import tessera.model.PodFacts;
import tessera.model.ResourceClaim;

/** Why a pod cannot have the devices that it claims: no node has so many left for it. One thread at a time. */
final class ClaimShortage {

    private final GpuFleet fleet;
    private final ImplicitClaims implicit;
    /** Both are made when somebody first claims something: that takes a while in a large cluster. */
    private @Nullable DeviceState devices;
    private @Nullable Map<String, ResourceClaim> claims;
    /** Pods of a workload want the same. */
    private final Map<DeviceSubRequest, Optional<PendingDiagnosis>> judged = new HashMap<>();

    ClaimShortage(GpuFleet fleet) {
        this.fleet = fleet;
        this.implicit = new ImplicitClaims(fleet.snapshot());
    }

    /** Empty where it claims nothing, where devices are left, and where that is not known. */
    Optional<PendingDiagnosis> of(PodFacts pod) {
        var inventory = fleet.snapshot().devices();
        if (!inventory.served() || inventory.hiddenSlices().isPresent() || inventory.hiddenClaims().isPresent()) {
            return Optional.empty();
        }
        var requests = requests(pod);
        if (requests.isEmpty()) {
            return Optional.empty();
        }
        var known = devices;
        if (known == null) {
            known = DeviceState.of(fleet.snapshot());
            devices = known;
        }
        var there = known;
        return requests.stream()
                .flatMap(request -> judged.computeIfAbsent(request, each -> lack(there, each)).stream()).findFirst();
    }

    /** What it claims, and what a class of devices serves of its requests where no device plugin offers it. */
    private List<DeviceSubRequest> requests(PodFacts pod) {
        var requests = new ArrayList<DeviceSubRequest>();
        for (var name : pod.requests().names()) {
            if (pod.requests().get(name) > 0) {
                implicit.served(name).ifPresent(each -> requests
                        .add(ImplicitClaims.request(each, pod.requests().get(name))));
            }
        }
        pod.claims().stream().flatMap(name -> Optional.ofNullable(claims().get(pod.namespace() + "/" + name)).stream())
                .filter(claim -> !claim.allocated()).map(ResourceClaim::requests).flatMap(List::stream)
                .filter(request -> request.options().size() == 1)
                .forEach(request -> requests.add(request.options().getFirst()));
        return requests;
    }

    private Map<String, ResourceClaim> claims() {
        var known = claims;
        if (known == null) {
            known = new HashMap<>();
            for (var claim : fleet.snapshot().devices().claims()) {
                known.put(claim.key(), claim);
            }
            claims = known;
        }
        return known;
    }

    private static Optional<PendingDiagnosis> lack(DeviceState devices, DeviceSubRequest request) {
        var rooms = devices.rooms(request);
        if (!devices.known(request) || rooms.stream().anyMatch(room -> room.free() >= request.count())) {
            return Optional.empty();
        }
        var wanted = "Wants %s of %s on one node".formatted(Plurals.of(request.count(), "device"),
                request.deviceClass());
        var large = rooms.stream().filter(room -> room.all() >= request.count()).findFirst();
        if (large.isEmpty()) {
            long most = rooms.stream().mapToLong(DeviceRoom::all).max().orElse(0);
            return Optional.of(PendingDiagnosis.never(most == 0 ? wanted + "; no node has any"
                    : "%s; no node has more than %d".formatted(wanted, most)));
        }
        return large.map(room -> new PendingDiagnosis(
                room.free() + room.held() >= request.count() ? PendingDiagnosis.Prospect.LATER
                        : PendingDiagnosis.Prospect.UNKNOWN,
                "%s; %s has %s".formatted(wanted, room.place(), room.words())));
    }
}
