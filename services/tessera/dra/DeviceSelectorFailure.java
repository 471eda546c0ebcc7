package tessera.dra;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.model.DeviceSubRequest;
import tessera.model.ResourceClaim;

/**
 * The error of a selector that has no value for a device, mostly as it reads a property which the device lacks. A scheduler gives
 * the pod up with it, whatever other nodes have.
 *
 * @param message  as the scheduler says it
 * @param claim  whose selector it is, or for which its class is asked
 * @param device that it was asked of
 */
public record DeviceSelectorFailure(String message, String claim, String device) {

    /** What stands in the words, and in no others. */
    public static final String ERROR = ": CEL runtime error: ";

    /** Returns the first error of some claims on some nodes, in the order of the nodes; empty where there is none. */
    public static Optional<DeviceSelectorFailure> findFirst(List<String> nodes, DraClusterState devices,
            String namespace, List<String> names) {
        var open = devices.unallocatedClaims(namespace, names);
        return nodes.stream().flatMap(node -> selectorErrors(node, open, devices)).findFirst();
    }

    private static Stream<DeviceSelectorFailure> selectorErrors(String node, List<ResourceClaim> open,
            DraClusterState devices) {
        return open.stream().flatMap(claim -> claim.requests().stream().flatMap(
                request -> new DeviceSelectorErrorSearch(devices, claim, node).findError(request.options()).stream()));
    }

    /** A search that looks at devices in turn, as a scheduler does, until there are enough. */
    private record DeviceSelectorErrorSearch(DraClusterState devices, ResourceClaim claim, String node) {

        Optional<DeviceSelectorFailure> findError(List<DeviceSubRequest> ways) {
            for (var request : ways) {
                int got = 0;
                for (var entry : devices.ledgerIndex().reachableFrom(node)) {
                    var device = entry.device();
                    if (entry.pool().isAllocatable() && !entry.isUsed() && (request.all() || got < request.count())) {
                        var misread = firstError("class " + request.deviceClass(),
                                devices.selectors().classExpressions(request), device)
                                .or(() -> devices.selectors().isOfClass(request, device)
                                        ? firstError("claim " + claim.key(), request.selectors(), device)
                                        : Optional.empty());
                        if (misread.isPresent()) {
                            return misread;
                        }
                        got += devices.matchesRequest(request, device) ? 1 : 0;
                    }
                }
                if (got >= Math.max(1, request.count())) {
                    return Optional.empty();
                }
            }
            return Optional.empty();
        }

        private Optional<DeviceSelectorFailure> firstError(String whose, List<String> expressions,
                ResourcePoolDevice device) {
            for (int at = 0; at < expressions.size(); at++) {
                var answer = devices.selectors().selectorOf(expressions.get(at)).evaluate(device);
                if (answer.error().isPresent()) {
                    return Optional.of(new DeviceSelectorFailure(
                            "%s: selector #%d%s%s".formatted(whose, at, ERROR, answer.error().get()), claim.name(),
                            device.name()));
                }
                if (answer.verdict() != CelDeviceSelector.DeviceSelectorVerdict.TAKEN) {
                    return Optional.empty();
                }
            }
            return Optional.empty();
        }
    }
}
