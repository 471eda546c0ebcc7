package tessera.claim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.function.Predicate;

/**
 * The few pods of a node whose end would leave it enough devices for some claims.
 *
 * @param namespace of the claims
 * @param names     of the claims
 */
public record Freeing(Devices devices, String namespace, List<String> names, String node) {

    public Freeing {
        names = List.copyOf(names);
    }

    /**
     * With their namespaces; none where no pods that may go would do.
     *
     * @param able whether a pod may be asked to go
     */
    public List<String> of(Predicate<String> able) {
        var there = devices.claims().stream().filter(claim -> claim.node().equals(node) && !claim.held().isEmpty()
                && !claim.pods().isEmpty() && claim.pods().stream().allMatch(able))
                .sorted(Comparator.comparingInt((Claim claim) -> claim.pods().size()).thenComparing(Claim::namespace)
                        .thenComparing(Claim::name))
                .toList();
        var one = there.stream().filter(claim -> enough(List.of(claim))).findFirst();
        if (one.isPresent()) {
            return one.get().pods();
        }
        if (!enough(there)) {
            return List.of();
        }
        var going = new ArrayList<>(there);
        for (var claim : there) {
            var without = going.stream().filter(other -> !other.equals(claim)).toList();
            if (enough(without)) {
                going.remove(claim);
            }
        }
        return going.stream().flatMap(claim -> claim.pods().stream()).distinct().toList();
    }

    private boolean enough(List<Claim> going) {
        var taken = new HashSet<String>();
        devices.claims().stream().filter(claim -> !going.contains(claim))
                .forEach(claim -> taken.addAll(claim.held()));
        return devices.allocate(namespace, names, node, taken).isPresent();
    }
}
