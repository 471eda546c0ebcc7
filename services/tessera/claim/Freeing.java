package tessera.claim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

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
        if (there.isEmpty()) {
            return List.of();
        }
        var others = heldByOthers(there);
        var one = there.stream().filter(claim -> enough(others, without(there, claim))).findFirst();
        if (one.isPresent()) {
            return one.get().pods();
        }
        if (!enough(others, List.of())) {
            return List.of();
        }
        var staying = new ArrayList<Claim>();
        for (var claim : there) {
            staying.add(claim);
            if (!enough(others, staying)) {
                staying.removeLast();
            }
        }
        var kept = keys(staying);
        return there.stream().filter(claim -> !kept.contains(claim.key())).flatMap(claim -> claim.pods().stream())
                .distinct().toList();
    }

    private static Set<String> keys(List<Claim> claims) {
        return claims.stream().map(Claim::key).collect(Collectors.toSet());
    }

    private static List<Claim> without(List<Claim> claims, Claim one) {
        return claims.stream().filter(claim -> !claim.key().equals(one.key())).toList();
    }

    private Set<String> heldByOthers(List<Claim> there) {
        var keys = keys(there);
        var held = new HashSet<String>();
        devices.claims().stream().filter(claim -> !keys.contains(claim.key()))
                .forEach(claim -> held.addAll(claim.held()));
        return held;
    }

    private boolean enough(Set<String> others, List<Claim> staying) {
        var taken = new HashSet<>(others);
        staying.forEach(claim -> taken.addAll(claim.held()));
        return devices.allocate(namespace, names, node, taken).isPresent();
    }
}
