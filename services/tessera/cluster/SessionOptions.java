package tessera.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import tessera.cluster.fleet.SnapshotStore;
import tessera.cluster.fleet.WatchedCollection;
import tessera.cluster.watch.CollectionFollowers;
import tessera.cluster.watch.PermittedNamespaces;
import tessera.cluster.watch.RetryPolicy;
import tessera.cluster.watch.WatchDependencies;
import tessera.flow.WakeSignal;
import tessera.model.Snapshot;

/**
 * The options of a session.
 *
 * @param terms      of its connections
 * @param retryPolicy     how often the server is asked
 * @param pace       how often snapshots are published
 * @param namespaces whose pods the user wants to see where those of the whole cluster are not allowed
 * @param namespaceLimits     how many further namespaces are looked into then
 * @param tick       how often the session looks around: for a machine that slept, for a changed kubeconfig
 * @param random     chance for pauses
 */
public record SessionOptions(ConnectionTerms terms, RetryPolicy retryPolicy, SnapshotStore.PublishingPace pace,
        List<String> namespaces,
        PermittedNamespaces.NamespaceLimits namespaceLimits, Duration tick, RandomGenerator random) {

    private static final Duration TICK = Duration.ofSeconds(2);

    public SessionOptions {
        namespaces = List.copyOf(namespaces);
    }

    public SessionOptions withNamespaces(List<String> named) {
        return new SessionOptions(terms, retryPolicy, pace, named, namespaceLimits, tick, random);
    }

    /** Creates the followers of a cluster's objects over a connection. */
    CollectionFollowers createFollowers(ClusterConnection open, WatchDependencies.ChangeSink sink, WakeSignal wake,
            Snapshot last) {
        var named = new ArrayList<>(namespaces);
        named.add(open.namespace());
        var means = new CollectionFollowers.FollowerContext(sink, retryPolicy, terms.clock(), random, wake,
                WatchedCollection.collectionsIn(last));
        return new CollectionFollowers(open, means, new PermittedNamespaces(open, List.copyOf(named), namespaceLimits));
    }

    public static SessionOptions standard(ConnectionTerms terms, RandomGenerator random) {
        return new SessionOptions(terms, RetryPolicy.USUAL, SnapshotStore.PublishingPace.USUAL, List.of(),
                PermittedNamespaces.NamespaceLimits.USUAL, TICK, random);
    }
}
