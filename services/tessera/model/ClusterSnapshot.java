package tessera.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The known state of a cluster at one time: an immutable value that is replaced whole.
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
public record ClusterSnapshot(long number, Instant at, SessionConnectionStatus connection,
        SnapshotCollectionHealth nodeHealth, SnapshotCollectionHealth podHealth, VisiblePodScope podScope,
        List<NodeWithBoundPods> nodes, List<PodSummary> unbound, Duration clockSkew, ClusterDraObjects devices,
        UnreadableObjects unread) {

    public ClusterSnapshot {
        nodes = List.copyOf(nodes);
        unbound = List.copyOf(unbound);
    }

    /** One of which every object could be read. */
    public ClusterSnapshot(long number, Instant at, SessionConnectionStatus connection,
            SnapshotCollectionHealth nodeHealth, SnapshotCollectionHealth podHealth, VisiblePodScope podScope,
            List<NodeWithBoundPods> nodes, List<PodSummary> unbound, Duration clockSkew, ClusterDraObjects devices) {
        this(number, at, connection, nodeHealth, podHealth, podScope, nodes, unbound, clockSkew, devices,
                UnreadableObjects.NONE);
    }

    /** One without dynamic resource allocation. */
    public ClusterSnapshot(long number, Instant at, SessionConnectionStatus connection,
            SnapshotCollectionHealth nodeHealth, SnapshotCollectionHealth podHealth, VisiblePodScope podScope,
            List<NodeWithBoundPods> nodes, List<PodSummary> unbound, Duration clockSkew) {
        this(number, at, connection, nodeHealth, podHealth, podScope, nodes, unbound, clockSkew,
                ClusterDraObjects.NONE);
    }

    /** Returns the snapshot before anything was read. */
    public static ClusterSnapshot empty(Instant at) {
        var nothing = new SnapshotCollectionHealth.LoadingCollection(0, -1);
        return new ClusterSnapshot(0, at, new SessionConnectionStatus.NoConnection(), nothing, nothing,
                new VisiblePodScope.AllPods(), List.of(), List.of(), Duration.ZERO);
    }

    /** Returns the same data with another connection status. */
    public ClusterSnapshot withConnection(SessionConnectionStatus connectionStatus) {
        return new ClusterSnapshot(number, at, connectionStatus, nodeHealth, podHealth, podScope, nodes, unbound,
                clockSkew, devices, unread);
    }

    public Optional<NodeWithBoundPods> findNode(String name) {
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

    public Optional<PodSummary> findPod(String namespace, String name) {
        for (var node : nodes) {
            for (var pod : node.pods()) {
                if (pod.name().equals(name) && pod.namespace().equals(namespace)) {
                    return Optional.of(pod);
                }
            }
        }
        return unbound.stream().filter(pod -> pod.name().equals(name) && pod.namespace().equals(namespace)).findFirst();
    }

    /** Returns the visibility of the pods. */
    public PodListCompleteness podVisibility() {
        return switch (podHealth) {
            case SnapshotCollectionHealth.UnavailableCollection _ -> PodListCompleteness.NONE;
            case SnapshotCollectionHealth.LoadingCollection _ -> PodListCompleteness.SOME;
            case SnapshotCollectionHealth.LiveCollection _,SnapshotCollectionHealth.StaleCollection _ ->
                podScope.isComplete() && podsRead() ? PodListCompleteness.ALL : PodListCompleteness.SOME;
        };
    }

    /** Returns the problem that hides all pods, or those of other namespaces; empty where none are hidden. */
    public Optional<Problem> podsProblem() {
        if (podHealth instanceof SnapshotCollectionHealth.UnavailableCollection(var problem)) {
            return Optional.of(problem);
        }
        return podScope instanceof VisiblePodScope.NamespacedScope(_, var problem) ? Optional.of(problem)
                : Optional.empty();
    }

    /** Returns whether allocations count every pod. If not, what is shown as allocated is at least so much. */
    public boolean isAllocationComplete() {
        return podVisibility() == PodListCompleteness.ALL;
    }

    /** Returns whether allocations count every pod of a namespace. */
    public boolean isAllocationComplete(String namespace) {
        return switch (podHealth) {
            case SnapshotCollectionHealth.UnavailableCollection _,SnapshotCollectionHealth.LoadingCollection _ -> false;
            case SnapshotCollectionHealth.LiveCollection _,SnapshotCollectionHealth.StaleCollection _ ->
                podScope.includesNamespace(namespace) && podsRead();
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

    /** Returns every visible pod, those of nodes first. */
    public Stream<PodSummary> pods() {
        return Stream.concat(nodes.stream().flatMap(node -> node.pods().stream()), unbound.stream());
    }

    /** Returns whether all nodes are known, possibly from a while ago. */
    public boolean hasAllNodes() {
        return switch (nodeHealth) {
            case SnapshotCollectionHealth.LiveCollection _,SnapshotCollectionHealth.StaleCollection _ -> true;
            case SnapshotCollectionHealth.UnavailableCollection _,SnapshotCollectionHealth.LoadingCollection _ -> false;
        };
    }

    /** Returns whether the nodes are those of the cluster now. */
    public boolean areNodesCurrent() {
        return connection instanceof SessionConnectionStatus.LiveConnection
                && nodeHealth instanceof SnapshotCollectionHealth.LiveCollection;
    }

    /** Returns the age of a server time at a time of this machine's clock. Never negative. */
    public Duration ageOf(Instant serverTime, Instant now) {
        var age = Duration.between(serverTime, now.plus(clockSkew));
        return age.isNegative() ? Duration.ZERO : age;
    }
}
