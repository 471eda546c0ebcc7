package tessera.dra;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.model.ClaimDeviceRequest;
import tessera.model.DeviceSubRequest;
import tessera.model.ResourceClaim;

/** The reason why a claim fits no node even if all devices were free: its request, and the most devices that a node has. */
public final class UnsatisfiableClaimReason {

    private static final Pattern BREAK = Pattern.compile("\\s+");

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
        return claim.requests().stream().map(ClaimDeviceRequest::options).filter(this::hasNoWay)
                .map(ways -> reasonFor(ways.getFirst()).text()).findFirst();
    }

    private boolean hasNoWay(List<DeviceSubRequest> ways) {
        return !ways.isEmpty() && ways.stream().allMatch(way -> mostOnOneNode(way) < Math.max(1, way.count()));
    }

    private ClaimShortageReason reasonFor(DeviceSubRequest request) {
        if (mostOnOneNode(request) > 0) {
            var best = devices.availabilityFor(request).stream()
                    .filter(availability -> availability.total() >= request.count()).findFirst();
            return new ClaimShortageReason.ClaimExceedsNodes(claim.extended() ? "" : claim.name(), request.count(),
                    request.deviceClass(), best.map(NodeDeviceAvailability::placeText).orElse(""),
                    best.map(NodeDeviceAvailability::availabilityText).orElse(""), NodeDeviceAvailability
                            .largestOnOneNode(devices.availabilityFor(request), NodeDeviceAvailability::total));
        }
        return unmatchedReason(request);
    }

    /** Returns whose selector keeps all devices from a request that no device matches, or cannot be evaluated, as text. */
    public static String unmatchedText(DraClusterState devices, ResourceClaim claim, DeviceSubRequest request) {
        return new UnsatisfiableClaimReason(devices, claim).unmatchedReason(request).text();
    }

    private ClaimShortageReason unmatchedReason(DeviceSubRequest request) {
        var unclear = devices.undeterminedSelector(request);
        if (unclear.isPresent()) {
            boolean own = request.selectors().contains(unclear.get());
            return new ClaimShortageReason.UndeterminedDeviceSelector(own ? request.name() : "",
                    request.deviceClass(), quoted(unclear.get()));
        }
        var all = devices.allocatableDevices();
        var ofClass = all.stream().filter(device -> devices.selectors().isOfClass(request, device)).toList();
        if (ofClass.isEmpty()) {
            return new ClaimShortageReason.ClaimClassWithoutDevices(claim.extended() ? "" : claim.name(),
                    request.deviceClass(),
                    all.isEmpty() ? List.of() : excludingSelectors(devices.selectors().classExpressions(request), all),
                    all.size());
        }
        return new ClaimShortageReason.ClaimSelectorMismatch(claim.name(), request.name(), request.deviceClass(),
                excludingSelectors(request.selectors(), ofClass), ofClass.size(),
                new DeviceSelectorMismatch(ofClass).mismatches(request.selectors()));
    }

    /** Returns the expressions that match none of some devices; all of them where only together they match none. */
    private List<String> excludingSelectors(List<String> expressions, List<ResourcePoolDevice> of) {
        var alone = expressions.stream().filter(each -> !matchesAny(each, of)).toList();
        return (alone.isEmpty() ? expressions : alone).stream().map(UnsatisfiableClaimReason::quoted).toList();
    }

    private boolean matchesAny(String expression, List<ResourcePoolDevice> of) {
        return of.stream().anyMatch(device -> devices.selectors().matchesAll(List.of(expression), device));
    }

    /** Returns an expression, which may be of many lines, on one line. */
    private static String quoted(String expression) {
        return BREAK.matcher(expression.strip()).replaceAll(" ");
    }

    /** Returns the number of matching devices on the node that has most of them. */
    private long mostOnOneNode(DeviceSubRequest request) {
        return NodeDeviceAvailability.largestOnOneNode(devices.availabilityFor(request),
                NodeDeviceAvailability::usable);
    }
}
