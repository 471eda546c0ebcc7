package tessera.dra;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tessera.model.ResourceClaim;

/**
 * The few pods of a node whose end would leave it enough devices for some claims.
 *
 * @param namespace of the claims
 * @param names     of the claims
 */
public record DeviceFreeingPods(DeviceState devices, String namespace, List<String> names, String node) {

    public DeviceFreeingPods {
        names = List.copyOf(names);
    }

    /**
     * With their namespaces; none where no pods that may go would do.
     *
     * @param able whether a pod may be asked to go
     */
    public List<String> of(Predicate<String> able) {
        var there = devices.index().reachable(node).stream().flatMap(entry -> entry.claims().stream()).distinct()
                .filter(claim -> claim.node().equals(node) && claim.held().findAny().isPresent()
                        && !claim.pods().isEmpty() && claim.pods().stream().allMatch(able))
                .sorted(Comparator.comparingInt((ResourceClaim claim) -> claim.pods().size())
                        .thenComparing(ResourceClaim::namespace)
                        .thenComparing(ResourceClaim::name))
                .toList();
        return claims(there).stream().flatMap(claim -> claim.pods().stream()).distinct().toList();
    }

    /** Returns the few of some claims whose deletion would do; none where that of all would not, or none is needed. */
    public List<ResourceClaim> claims(List<ResourceClaim> there) {
        if (there.isEmpty()) {
            return List.of();
        }
        var others = others(there);
        var one = there.stream().filter(claim -> enough(others, without(there, claim))).findFirst();
        if (one.isPresent()) {
            return List.of(one.get());
        }
        if (!enough(others, List.of())) {
            return List.of();
        }
        var staying = new ArrayList<ResourceClaim>();
        for (var claim : there) {
            staying.add(claim);
            if (!enough(others, staying)) {
                staying.removeLast();
            }
        }
        var kept = keys(staying);
        return there.stream().filter(claim -> !kept.contains(claim.key())).toList();
    }

    private static Set<String> keys(List<ResourceClaim> claims) {
        return claims.stream().map(ResourceClaim::key).collect(Collectors.toSet());
    }

    private static List<ResourceClaim> without(List<ResourceClaim> claims, ResourceClaim one) {
        return claims.stream().filter(claim -> !claim.key().equals(one.key())).toList();
    }

    private DeviceUse others(List<ResourceClaim> there) {
        var keys = keys(there);
        return devices.use(node, claim -> !keys.contains(claim.key()));
    }

    private boolean enough(DeviceUse others, List<ResourceClaim> staying) {
        var use = others.copy();
        staying.forEach(use::take);
        return devices.allocate(namespace, names, node, use).isPresent();
    }
}
