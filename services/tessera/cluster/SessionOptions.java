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
 * How a session goes about its work.
 *
 * @param terms      of its connections
 * @param rhythm     how often the server is asked
 * @param pace       how often snapshots are published
 * @param namespaces whose pods the user wants to see where those of the whole cluster are not allowed
 * @param bounds     how many further namespaces are looked into then
 * @param tick       how often the session looks around: for a machine that slept, for a changed kubeconfig
 * @param random     chance for pauses
 */
public record SessionOptions(ConnectionTerms terms, RetryPolicy rhythm, SnapshotStore.PublishingPace pace,
        List<String> namespaces,
        PermittedNamespaces.NamespaceLimits bounds, Duration tick, RandomGenerator random) {

    private static final Duration TICK = Duration.ofSeconds(2);

    public SessionOptions {
        namespaces = List.copyOf(namespaces);
    }

    public SessionOptions withNamespaces(List<String> named) {
        return new SessionOptions(terms, rhythm, pace, named, bounds, tick, random);
    }

    /** Those who follow a cluster over a connection. */
    CollectionFollowers followers(ClusterConnection open, WatchDependencies.ChangeSink sink, WakeSignal wake,
            Snapshot last) {
        var named = new ArrayList<>(namespaces);
        named.add(open.namespace());
        var means = new CollectionFollowers.FollowerMeans(sink, rhythm, terms.clock(), random, wake,
                WatchedCollection.knownIn(last));
        return new CollectionFollowers(open, means, new PermittedNamespaces(open, List.copyOf(named), bounds));
    }

    public static SessionOptions usual(ConnectionTerms terms, RandomGenerator random) {
        return new SessionOptions(terms, RetryPolicy.USUAL, SnapshotStore.PublishingPace.USUAL, List.of(),
                PermittedNamespaces.NamespaceLimits.USUAL, TICK, random);
    }
}
