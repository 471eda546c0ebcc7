package tessera.dra;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tessera.model.ResourceClaim;

/**
 * The few pods of a node whose deletion would free enough devices for some claims.
 *
 * @param namespace of the claims
 * @param names     of the claims
 */
public record DeviceFreeingPodFinder(DraClusterState devices, String namespace, List<String> names, String node) {

    public DeviceFreeingPodFinder {
        names = List.copyOf(names);
    }

    /**
     * Returns the pods with their namespaces; none where no pods that may go would free enough.
     *
     * @param able whether a pod may be asked to go
     */
    public List<String> findPods(Predicate<String> able) {
        var there = devices.ledgerIndex().reachableFrom(node).stream().flatMap(entry -> entry.claims().stream())
                .distinct()
                .filter(claim -> claim.nodeName().equals(node) && claim.exclusiveDevices().findAny().isPresent()
                        && !claim.podKeys().isEmpty() && claim.podKeys().stream().allMatch(able))
                .sorted(Comparator.comparingInt((ResourceClaim claim) -> claim.podKeys().size())
                        .thenComparing(ResourceClaim::namespace).thenComparing(ResourceClaim::name))
                .toList();
        return findClaims(there).stream().flatMap(claim -> claim.podKeys().stream()).distinct().toList();
    }

    /** Returns the few of some claims whose deletion would be enough; none where all of them would not, or none is needed. */
    public List<ResourceClaim> findClaims(List<ResourceClaim> there) {
        if (there.isEmpty()) {
            return List.of();
        }
        var others = useOfOthers(there);
        var one = there.stream().filter(claim -> isEnoughWith(others, withoutClaim(there, claim))).findFirst();
        if (one.isPresent()) {
            return List.of(one.get());
        }
        if (!isEnoughWith(others, List.of())) {
            return List.of();
        }
        var staying = new ArrayList<ResourceClaim>();
        for (var claim : there) {
            staying.add(claim);
            if (!isEnoughWith(others, staying)) {
                staying.removeLast();
            }
        }
        var kept = keysOf(staying);
        return there.stream().filter(claim -> !kept.contains(claim.key())).toList();
    }

    private static Set<String> keysOf(List<ResourceClaim> claims) {
        return claims.stream().map(ResourceClaim::key).collect(Collectors.toSet());
    }

    private static List<ResourceClaim> withoutClaim(List<ResourceClaim> claims, ResourceClaim one) {
        return claims.stream().filter(claim -> !claim.key().equals(one.key())).toList();
    }

    private DraDeviceUsage useOfOthers(List<ResourceClaim> there) {
        var keys = keysOf(there);
        return devices.useOn(node, claim -> !keys.contains(claim.key()));
    }

    private boolean isEnoughWith(DraDeviceUsage others, List<ResourceClaim> staying) {
        var use = others.copy();
        staying.forEach(use::takeAllocated);
        return devices.allocate(namespace, names, node, use).isPresent();
    }
}
