package tessera.claim;

import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.model.Counted;

/** Why a claim could be met on no node, were all devices free: what it wants, and the most that there is of it. */
record Scarcity(Devices devices, Claim claim) {

    /** Empty where each of its requests alone could be met somewhere. */
    Optional<String> words() {
        return claim.spec().path("requests").valueStream().map(Wish::of)
                .filter(ways -> !ways.isEmpty() && ways.stream().allMatch(way -> most(way) < Math.max(1, way.count())))
                .map(ways -> words(ways.getFirst())).findFirst();
    }

    private String words(Wish wish) {
        long most = most(wish);
        if (most > 0) {
            return "The claim %s wants %s of %s on one node; no node has more than %d".formatted(claim.name(),
                    Counted.of(wish.count(), "device"), wish.deviceClass(), most);
        }
        var unselected = new Wish(wish.name(), wish.deviceClass(), MissingNode.getInstance(), wish.all(), wish.count());
        var there = devices.complete().stream().filter(device -> devices.suits(unselected, device)).toList();
        return there.isEmpty() ? "The claim %s wants a device of %s, and no node has one".formatted(claim.name(),
                wish.deviceClass())
                : "The claim %s wants a device of %s by a selector that takes none of the %d there are%s".formatted(
                        claim.name(), wish.deviceClass(), there.size(), new Untaken(there).words(wish.selectors()));
    }

    /** How many of what it wants the node has that has most of them. */
    private long most(Wish wish) {
        var fitting = devices.complete().stream().filter(device -> !device.tainted() && devices.suits(wish, device))
                .toList();
        long anywhere = fitting.stream().filter(device -> device.node().isEmpty()).count();
        return anywhere + fitting.stream().filter(device -> !device.node().isEmpty())
                .collect(Collectors.groupingBy(Device::node, Collectors.counting())).values().stream()
                .max(Comparator.naturalOrder()).orElse(0L);
    }
}
