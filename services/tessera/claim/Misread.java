package tessera.claim;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A selector that asks a device for what this lacks. A scheduler gives the pod up with it, whatever other nodes have.
 *
 * @param words  as the scheduler says it
 * @param claim  whose selector it is, or for which its class is asked
 * @param device that it was asked of
 */
public record Misread(String words, String claim, String device) {

    /** What stands in the words, and in no others. */
    public static final String ERROR = ": CEL runtime error: ";

    /** The first of some claims on some nodes, which are asked in turn; empty where there is none. */
    public static Optional<Misread> on(List<String> nodes, Devices devices, String namespace, List<String> names) {
        var taken = devices.claims().stream().flatMap(claim -> claim.held().stream()).collect(Collectors.toSet());
        var open = devices.open(namespace, names);
        return nodes.stream().flatMap(node -> open.stream()
                .flatMap(claim -> claim.spec().path("requests").valueStream()
                        .flatMap(request -> new Search(devices, claim, node, taken).of(Wish.of(request)).stream())))
                .findFirst();
    }

    /** Looks at devices in turn, as a scheduler does, until there are enough. */
    private record Search(Devices devices, Claim claim, String node, Set<String> taken) {

        Optional<Misread> of(List<Wish> ways) {
            for (var wish : ways) {
                int got = 0;
                for (var device : devices.complete()) {
                    if (device.reaches(node) && !taken.contains(device.key()) && (wish.all() || got < wish.count())) {
                        var misread = selectors("class " + wish.deviceClass(), devices.selectors(wish), device)
                                .or(() -> devices.ofClass(wish, device)
                                        ? selectors("claim " + claim.key(), wish.selectors(), device)
                                        : Optional.empty());
                        if (misread.isPresent()) {
                            return misread;
                        }
                        got += devices.suits(wish, device) ? 1 : 0;
                    }
                }
                if (got >= Math.max(1, wish.count())) {
                    return Optional.empty();
                }
            }
            return Optional.empty();
        }

        private Optional<Misread> selectors(String whose, JsonNode expressions, Device device) {
            for (int at = 0; at < expressions.size(); at++) {
                var answer = devices.selector(expressions.path(at)).ask(device);
                if (answer.lack().isPresent()) {
                    return Optional.of(new Misread("%s: selector #%d%s%s".formatted(whose, at, ERROR,
                            answer.lack().get()), claim.name(), device.name()));
                }
                if (answer.verdict() != Selector.Verdict.TAKEN) {
                    return Optional.empty();
                }
            }
            return Optional.empty();
        }
    }
}
