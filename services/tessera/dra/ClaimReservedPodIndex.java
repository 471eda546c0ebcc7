package tessera.dra;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.model.ClusterSnapshot;
import tessera.model.PodListCompleteness;
import tessera.model.ResourceClaim;
import tessera.model.ResourceClaimConsumer;
import tessera.text.MessageCatalog;

/** The pods that claims are reserved for, those that exist told from those that are gone. */
public final class ClaimReservedPodIndex {

    static final ClaimReservedPodIndex UNKNOWN = new ClaimReservedPodIndex(null);
    private static final Duration SETTLED = Duration.ofMinutes(1);

    private final @Nullable ClusterSnapshot clusterSnapshot;
    /** Of the pods that some claim is reserved for, by their names. */
    private final Map<String, String> uids = new HashMap<>();

    private ClaimReservedPodIndex(@Nullable ClusterSnapshot clusterSnapshot) {
        this.clusterSnapshot = clusterSnapshot;
        if (clusterSnapshot != null) {
            var named = clusterSnapshot.devices().claims().stream().flatMap(claim -> claim.podKeys().stream())
                    .collect(Collectors.toSet());
            clusterSnapshot.pods().filter(pod -> named.contains(pod.key()))
                    .forEach(pod -> uids.put(pod.key(), pod.uid()));
        }
    }

    static ClaimReservedPodIndex of(ClusterSnapshot clusterSnapshot) {
        return new ClaimReservedPodIndex(clusterSnapshot);
    }

    /** Returns the pods that a claim is reserved for, as far as they are not known to be gone; with their namespaces. */
    public List<String> present(ResourceClaim claim) {
        return claim.consumers().stream().filter(ResourceClaimConsumer::isPod).filter(user -> !gone(claim, user))
                .map(user -> key(claim, user)).toList();
    }

    /** Returns the pods that a claim is reserved for and that exist no more, with their namespaces. */
    public List<String> gone(ResourceClaim claim) {
        return claim.consumers().stream().filter(user -> gone(claim, user)).map(user -> key(claim, user)).toList();
    }

    /** Whether no pod uses a claim that was allocated. */
    public boolean unused(ResourceClaim claim) {
        return claim.consumers().isEmpty() ? !fresh(claim) : gone(claim).size() == claim.consumers().size();
    }

    /** Returns, for example, “reserved for ml/gone-0, which no longer exists”. */
    public static String goneText(List<String> pods) {
        return MessageCatalog.of(ClaimReservedPodIndex.class).text("availability.pods-gone", pods);
    }

    /** Whether a pod is there no more, or another one by that name. */
    private boolean gone(ResourceClaim claim, ResourceClaimConsumer user) {
        if (clusterSnapshot == null || clusterSnapshot.podVisibility() != PodListCompleteness.ALL || !user.isPod()
                || fresh(claim)) {
            return false;
        }
        var uid = uids.get(key(claim, user));
        return uid == null || !uid.equals(user.uid());
    }

    /** Whether who uses it may not show yet: devices are allocated before their pod is bound, and released after it went. */
    private boolean fresh(ResourceClaim claim) {
        if (clusterSnapshot == null) {
            return true;
        }
        var recent = clusterSnapshot.devices().recent();
        var since = Optional.ofNullable(claim.allocation())
                .flatMap(allocation -> Optional.ofNullable(allocation.since()))
                .or(() -> Optional.ofNullable(claim.created()));
        return recent.containsKey(claim.key()) || claim.podKeys().stream().anyMatch(recent::containsKey) || since
                .filter(at -> clusterSnapshot.ageOf(at, clusterSnapshot.at()).compareTo(SETTLED) < 0).isPresent();
    }

    private static String key(ResourceClaim claim, ResourceClaimConsumer user) {
        return claim.namespace() + "/" + user.name();
    }
}
