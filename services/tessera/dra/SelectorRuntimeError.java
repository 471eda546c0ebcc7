package tessera.dra;

import java.util.List;
import java.util.Optional;
import tessera.model.DeviceSubRequest;
import tessera.model.ResourceClaim;

/**
 * A selector that asks a device for what this lacks. A scheduler gives the pod up with it, whatever other nodes have.
 *
 * @param words  as the scheduler says it
 * @param claim  whose selector it is, or for which its class is asked
 * @param device that it was asked of
 */
public record SelectorRuntimeError(String words, String claim, String device) {

    /** What stands in the words, and in no others. */
    public static final String ERROR = ": CEL runtime error: ";

    /** The first of some claims on some nodes, which are asked in turn; empty where there is none. */
    public static Optional<SelectorRuntimeError> on(List<String> nodes, DeviceState devices, String namespace,
            List<String> names) {
        var open = devices.open(namespace, names);
        return nodes.stream().flatMap(node -> open.stream()
                .flatMap(claim -> claim.requests().stream()
                        .flatMap(request -> new SelectorSearch(devices, claim, node).of(request.options()).stream())))
                .findFirst();
    }

    /** Looks at devices in turn, as a scheduler does, until there are enough. */
    private record SelectorSearch(DeviceState devices, ResourceClaim claim, String node) {

        Optional<SelectorRuntimeError> of(List<DeviceSubRequest> ways) {
            for (var request : ways) {
                int got = 0;
                for (var entry : devices.index().reachable(node)) {
                    var device = entry.device();
                    if (entry.pool().open() && !entry.used() && (request.all() || got < request.count())) {
                        var misread = selectors("class " + request.deviceClass(), devices.selectors().of(request),
                                device)
                                .or(() -> devices.selectors().ofClass(request, device)
                                        ? selectors("claim " + claim.key(), request.selectors(), device)
                                        : Optional.empty());
                        if (misread.isPresent()) {
                            return misread;
                        }
                        got += devices.suits(request, device) ? 1 : 0;
                    }
                }
                if (got >= Math.max(1, request.count())) {
                    return Optional.empty();
                }
            }
            return Optional.empty();
        }

        private Optional<SelectorRuntimeError> selectors(String whose, List<String> expressions, PoolDevice device) {
            for (int at = 0; at < expressions.size(); at++) {
                var answer = devices.selectors().selector(expressions.get(at)).ask(device);
                if (answer.lack().isPresent()) {
                    return Optional.of(new SelectorRuntimeError("%s: selector #%d%s%s".formatted(whose, at, ERROR,
                            answer.lack().get()), claim.name(), device.name()));
                }
                if (answer.verdict() != DeviceSelector.SelectorVerdict.TAKEN) {
                    return Optional.empty();
                }
            }
            return Optional.empty();
        }
    }
}
