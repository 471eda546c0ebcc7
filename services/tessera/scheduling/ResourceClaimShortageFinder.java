package tessera.scheduling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.dra.DraClusterState;
import tessera.dra.NodeDeviceAvailability;
import tessera.gpu.ExtendedResourceClaimPredictor;
import tessera.gpu.GpuFleet;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.ClaimDeviceRequest;
import tessera.model.DeviceSubRequest;
import tessera.model.PodSummary;
import tessera.model.ResourceClaim;
import tessera.scheduling.PendingReasonPhrase.DeviceDemand;

/** Diagnosis of pods whose claims cannot be allocated because no node has enough devices left. One thread at a time. */
final class ResourceClaimShortageFinder {

    private final GpuFleet fleet;
    private final ExtendedResourceClaimPredictor implicit;
    /** Both are made when somebody first claims something: that takes a while in a large cluster. */
    private @Nullable DraClusterState devices;
    private @Nullable Map<String, ResourceClaim> claims;
    /** Pods of a workload want the same. */
    private final Map<List<DeviceSubRequest>, Optional<PendingDiagnosis>> judged = new HashMap<>();

    ResourceClaimShortageFinder(GpuFleet fleet) {
        this.fleet = fleet;
        this.implicit = new ExtendedResourceClaimPredictor(fleet.snapshot());
    }

    /** Returns the claims of a pod that do not exist; none where claims are not known. */
    List<String> missingClaims(PodSummary pod) {
        if (fleet.snapshot().devices().hiddenClaimsProblem().isPresent()) {
            return List.of();
        }
        return pod.claims().stream().filter(name -> !claims().containsKey(pod.namespace() + "/" + name)).toList();
    }

    /** Returns the diagnosis; empty if the pod claims nothing, devices are left, or that is unknown. */
    Optional<PendingDiagnosis> diagnose(PodSummary pod) {
        var inventory = fleet.snapshot().devices();
        if (!inventory.isServed() || inventory.hiddenSlicesProblem().isPresent()
                || inventory.hiddenClaimsProblem().isPresent()) {
            return Optional.empty();
        }
        var requests = requests(pod);
        if (requests.isEmpty()) {
            return Optional.empty();
        }
        var known = devices;
        if (known == null) {
            known = DraClusterState.fromSnapshot(fleet.snapshot());
            devices = known;
        }
        var clusterState = known;
        return requests.stream().flatMap(request -> shortagesOf(request, clusterState)).findFirst();
    }

    private Stream<PendingDiagnosis> shortagesOf(List<DeviceSubRequest> request, DraClusterState clusterState) {
        return judged.computeIfAbsent(request, each -> findShortage(clusterState, each)).stream();
    }

    /** Returns the alternatives of each device request of a pod's claims, and those for extended resources that a DeviceClass serves instead of a device plugin. */
    private List<List<DeviceSubRequest>> requests(PodSummary pod) {
        var requests = new ArrayList<List<DeviceSubRequest>>();
        for (var name : pod.requests().names()) {
            if (pod.requests().get(name) > 0) {
                implicit.servingClass(name).ifPresent(each -> requests
                        .add(List.of(ExtendedResourceClaimPredictor.deviceRequest(each, pod.requests().get(name)))));
            }
        }
        pod.claims().stream().flatMap(name -> Optional.ofNullable(claims().get(pod.namespace() + "/" + name)).stream())
                .filter(claim -> !claim.isAllocated()).map(ResourceClaim::requests).flatMap(List::stream)
                .map(ClaimDeviceRequest::options).filter(options -> !options.isEmpty()).forEach(requests::add);
        return requests;
    }

    /** Returns requests without extended resources that only a DeviceClass serves, which no node advertises. */
    ResourceAmounts withoutClaimed(ResourceAmounts requests) {
        var own = requests;
        for (var name : requests.names()) {
            own = implicit.servingClass(name).isPresent() ? own.without(name) : own;
        }
        return own;
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

    /** @param options alternatives, none of which may be met */
    private static Optional<PendingDiagnosis> findShortage(DraClusterState devices, List<DeviceSubRequest> options) {
        if (options.stream().anyMatch(option -> !devices.isDetermined(option)
                || NodeDeviceAvailability.isEnough(devices.availabilityFor(option), option))) {
            return Optional.empty();
        }
        var demands = options.stream().map(ResourceClaimShortageFinder::demandOf).distinct().toList();
        var first = demands.getFirst();
        var alternatives = demands.subList(1, demands.size());
        var possible = options.stream().filter(
                option -> mostOnOneNode(devices, option, NodeDeviceAvailability::total) >= Math.max(1, option.count()))
                .toList();
        if (possible.isEmpty()) {
            long maximum = options.stream()
                    .mapToLong(option -> mostOnOneNode(devices, option, NodeDeviceAvailability::total)).max().orElse(0);
            return Optional.of(
                    PendingDiagnosis.forNever(new PendingReason.ClaimedDevicesMissing(first, alternatives, maximum)));
        }
        var able = possible.stream().filter(
                option -> mostOnOneNode(devices, option, NodeDeviceAvailability::usable) >= Math.max(1, option.count()))
                .findFirst();
        var request = able.orElseGet(possible::getFirst);
        var rooms = devices.availabilityFor(request);
        var nearest = rooms.stream().filter(availability -> availability.usable() >= request.count()).findFirst()
                .or(() -> findRoom(rooms, request)).orElseGet(rooms::getFirst);
        return Optional.of(new PendingDiagnosis(
                able.isPresent() ? PendingDiagnosis.PendingPodProspect.LATER
                        : PendingDiagnosis.PendingPodProspect.UNKNOWN,
                new PendingReason.ClaimedDevicesAllocated(first, alternatives, nearest.placeText(),
                        nearest.availabilityText())));
    }

    private static Optional<NodeDeviceAvailability> findRoom(List<NodeDeviceAvailability> rooms,
            DeviceSubRequest request) {
        return rooms.stream().filter(availability -> availability.total() >= request.count()).findFirst();
    }

    private static long mostOnOneNode(DraClusterState devices, DeviceSubRequest request,
            ToLongFunction<NodeDeviceAvailability> amount) {
        return NodeDeviceAvailability.largestOnOneNode(devices.availabilityFor(request), amount);
    }

    private static DeviceDemand demandOf(DeviceSubRequest request) {
        return new DeviceDemand(request.deviceClass(), request.all(), request.count(), !request.selectors().isEmpty());
    }
}
