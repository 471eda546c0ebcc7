package tessera.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All that is known of a cluster at one moment: a value that never changes and is replaced whole.
 *
 * @param number     grows by one with each snapshot of a session
 * @param at         when it was taken, by this machine's clock
 * @param connection where the session stands with the cluster
 * @param nodeHealth how far {@code nodes} can be relied on
 * @param podHealth  how far pods, and with them every allocation, can be relied on
 * @param podScope   which pods are seen at all
 * @param nodes      by name
 * @param unbound    pods on no node, and pods on nodes that are not (yet) known, by namespace and name
 * @param clockSkew  how far the server's clock is ahead of this machine's
 * @param devices    slices, classes and claims of dynamic resource allocation
 * @param unread     objects that could not be read, or not wholly
 */
public record Snapshot(long number, Instant at, SessionConnection connection, SourceHealth nodeHealth,
        SourceHealth podHealth,
        PodScope podScope, List<NodeInfo> nodes, List<PodFacts> unbound, Duration clockSkew,
        DeviceInventory devices, UnreadObjects unread) {

    public Snapshot {
        nodes = List.copyOf(nodes);
        unbound = List.copyOf(unbound);
    }

    /** One of which every object could be read. */
    public Snapshot(long number, Instant at, SessionConnection connection, SourceHealth nodeHealth,
            SourceHealth podHealth,
            PodScope podScope, List<NodeInfo> nodes, List<PodFacts> unbound, Duration clockSkew,
            DeviceInventory devices) {
        this(number, at, connection, nodeHealth, podHealth, podScope, nodes, unbound, clockSkew, devices,
                UnreadObjects.NONE);
    }

    /** One without dynamic resource allocation. */
    public Snapshot(long number, Instant at, SessionConnection connection, SourceHealth nodeHealth,
            SourceHealth podHealth,
            PodScope podScope, List<NodeInfo> nodes, List<PodFacts> unbound, Duration clockSkew) {
        this(number, at, connection, nodeHealth, podHealth, podScope, nodes, unbound, clockSkew,
                DeviceInventory.NONE);
    }

    /** Before anything was asked. */
    public static Snapshot empty(Instant at) {
        var nothing = new SourceHealth.LoadingSource(0, -1);
        return new Snapshot(0, at, new SessionConnection.ClosedConnection(), nothing, nothing, new PodScope.All(),
                List.of(), List.of(),
                Duration.ZERO);
    }

    /** The same data, with another standing towards the cluster. */
    public Snapshot with(SessionConnection standing) {
        return new Snapshot(number, at, standing, nodeHealth, podHealth, podScope, nodes, unbound, clockSkew,
                devices, unread);
    }

    public Optional<NodeInfo> node(String name) {
        int low = 0;
        int high = nodes.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = nodes.get(middle).name().compareTo(name);
            if (order == 0) {
                return Optional.of(nodes.get(middle));
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return Optional.empty();
    }

    public Optional<PodFacts> pod(String namespace, String name) {
        for (var node : nodes) {
            for (var pod : node.pods()) {
                if (pod.name().equals(name) && pod.namespace().equals(namespace)) {
                    return Optional.of(pod);
                }
            }
        }
        return unbound.stream().filter(pod -> pod.name().equals(name) && pod.namespace().equals(namespace)).findFirst();
    }

    /** How much of the pods is seen. */
    public PodVisibility podSight() {
        return switch (podHealth) {
            case SourceHealth.Absent _ -> PodVisibility.NONE;
            case SourceHealth.LoadingSource _ -> PodVisibility.SOME;
            case SourceHealth.LiveSource _,SourceHealth.StaleSource _ ->
                podScope.complete() && podsRead() ? PodVisibility.ALL : PodVisibility.SOME;
        };
    }

    /** Whether allocations count every pod. If not, what is shown as allocated is at least so much. */
    public boolean allocationComplete() {
        return podSight() == PodVisibility.ALL;
    }

    /** The same of the pods of a namespace. */
    public boolean allocationComplete(String namespace) {
        return switch (podHealth) {
            case SourceHealth.Absent _,SourceHealth.LoadingSource _ -> false;
            case SourceHealth.LiveSource _,SourceHealth.StaleSource _ -> podScope.includes(namespace) && podsRead();
        };
    }

    /** Whether nothing is left out of pods, or of the claims that they hold devices by, because it could not be read. */
    private boolean podsRead() {
        return !unread.has("Pod", "ResourceClaim");
    }

    /** Whether nothing is left out of the devices of nodes because it could not be read. */
    public boolean devicesRead() {
        return !unread.has("Node", "ResourceSlice");
    }

    /** Every pod that is seen, those of nodes first. */
    public Stream<PodFacts> pods() {
        return Stream.concat(nodes.stream().flatMap(node -> node.pods().stream()), unbound.stream());
    }

    /** Whether all nodes are seen, be it as they were a while ago. */
    public boolean nodesSeen() {
        return switch (nodeHealth) {
            case SourceHealth.LiveSource _,SourceHealth.StaleSource _ -> true;
            case SourceHealth.Absent _,SourceHealth.LoadingSource _ -> false;
        };
    }

    /** How long ago a moment of the server's clock was, at a moment of this machine's. Never negative. */
    public Duration age(Instant serverTime, Instant now) {
        var age = Duration.between(serverTime, now.plus(clockSkew));
        return age.isNegative() ? Duration.ZERO : age;
    }
}
