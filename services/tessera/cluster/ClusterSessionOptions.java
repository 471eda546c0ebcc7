package tessera.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import tessera.cluster.fleet.ClusterSnapshotStore;
import tessera.cluster.fleet.WatchedCollection;
import tessera.cluster.watch.CollectionWatchThreads;
import tessera.cluster.watch.ReadablePodNamespaceFinder;
import tessera.cluster.watch.WatchRequestTimings;
import tessera.cluster.watch.WatchSharedDependencies;
import tessera.flow.ThreadWakeSignal;
import tessera.model.ClusterSnapshot;

/**
 * The options of a session.
 *
 * @param sharedServices      of its connections
 * @param retryPolicy     how often the server is asked
 * @param periods       how often snapshots are published
 * @param namespaces whose pods the user wants to see where those of the whole cluster are not allowed
 * @param namespaceLimits     how many further namespaces are looked into then
 * @param tick       how often the session looks around: for a machine that slept, for a changed kubeconfig
 * @param random     chance for pauses
 */
public record ClusterSessionOptions(ConnectionSharedDependencies sharedServices, WatchRequestTimings retryPolicy,
        ClusterSnapshotStore.SnapshotPublishingPeriods periods, List<String> namespaces,
        ReadablePodNamespaceFinder.NamespaceWatchLimits namespaceLimits, Duration tick, RandomGenerator random) {

    private static final Duration TICK = Duration.ofSeconds(2);

    public ClusterSessionOptions {
        namespaces = List.copyOf(namespaces);
    }

    public ClusterSessionOptions withNamespaces(List<String> named) {
        return new ClusterSessionOptions(sharedServices, retryPolicy, periods, named, namespaceLimits, tick, random);
    }

    /** Creates the followers of a cluster's objects over a connection. */
    CollectionWatchThreads createFollowers(ClusterConnection open, WatchSharedDependencies.WatchChangeConsumer sink,
            ThreadWakeSignal wake, ClusterSnapshot last) {
        var named = new ArrayList<>(namespaces);
        named.add(open.namespace());
        var means = new CollectionWatchThreads.WatchStartContext(sink, retryPolicy, sharedServices.clock(), random,
                wake, WatchedCollection.collectionsIn(last));
        return new CollectionWatchThreads(open, means,
                new ReadablePodNamespaceFinder(open, List.copyOf(named), namespaceLimits));
    }

    public static ClusterSessionOptions standard(ConnectionSharedDependencies sharedServices, RandomGenerator random) {
        return new ClusterSessionOptions(sharedServices, WatchRequestTimings.USUAL,
                ClusterSnapshotStore.SnapshotPublishingPeriods.USUAL, List.of(),
                ReadablePodNamespaceFinder.NamespaceWatchLimits.USUAL, TICK, random);
    }
}
