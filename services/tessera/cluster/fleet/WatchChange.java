package tessera.cluster.fleet;

import java.time.Instant;
import java.util.List;
import tessera.model.DraObject;
import tessera.model.NodeSummary;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.ServerVersion;
import tessera.model.SessionConnectionStatus;
import tessera.model.VisiblePodScope;

/** A change of a watched object, or of the watch itself. Times are by this machine's clock. */
public sealed interface WatchChange {

    /** The beginning of a complete list; what it does not name by its end is gone. */
    record FullListStart(WatchedCollection source) implements WatchChange {}

    /**
     * A page of a node list.
     *
     * @param remaining objects still to come; −1 when the server does not say
     */
    record WatchedNodeListPage(WatchedCollection source, List<NodeSummary> nodes,
            long remaining) implements WatchChange {}

    /**
     * A page of a pod list.
     *
     * @param remaining objects still to come; −1 when the server does not say
     */
    record WatchedPodListPage(WatchedCollection source, List<PodSummary> pods, long remaining) implements WatchChange {}

    /**
     * A page of a list of resource.k8s.io objects.
     *
     * @param remaining objects still to come; −1 when the server does not say
     */
    record WatchedDraObjectListPage(WatchedCollection source, List<? extends DraObject> objects,
            long remaining) implements WatchChange {

        public WatchedDraObjectListPage {
            objects = List.copyOf(objects);
        }
    }

    /** The end of a complete list. */
    record FullListEnd(WatchedCollection source) implements WatchChange {}

    record NodeUpsert(NodeSummary node) implements WatchChange {}

    record NodeDeletion(String name) implements WatchChange {}

    record PodUpsert(PodSummary pod) implements WatchChange {}

    record PodDeletion(PodSummary pod) implements WatchChange {}

    record DraObjectUpsert(DraObject object) implements WatchChange {}

    record DraObjectDeletion(DraObject object) implements WatchChange {}

    /**
     * The served version of dynamic resource allocation; empty when it is not served.
     *
     * @param version that is read; empty where none is served
     * @param server  whose scheduler hands out the devices
     */
    record DraVersionChange(String version, ServerVersion server) implements WatchChange {}

    /** The start of a watch on a collection. */
    record CollectionWatchStart(WatchedCollection source, Instant since) implements WatchChange {}

    /**
     * The loss of contact to a collection.
     *
     * @param lastCurrent when it was last known to be current
     * @param attempt which try comes next, from 1
     * @param nextAttempt    when it comes
     */
    record CollectionContactLoss(WatchedCollection source, Problem problem, Instant lastCurrent, int attempt,
            Instant nextAttempt) implements WatchChange {}

    /** A collection that may not be read, and of which nothing is known. */
    record CollectionAccessDenial(WatchedCollection source, Problem problem) implements WatchChange {}

    /** A new scope of the session: these collections only; pods of other namespaces are forgotten. */
    record NamespaceScopeChange(VisiblePodScope scope, List<WatchedCollection> sources) implements WatchChange {}

    /** A sign of life of the server. */
    record ServerResponseArrival(Instant at) implements WatchChange {}

    /**
     * A server that owes a sign of life. What is followed need not be lost yet: it may answer after all.
     *
     * @param nextAttempt when it is asked again
     */
    record OverdueServerAnswer(Problem problem, Instant nextAttempt) implements WatchChange {}

    /** A connection status of the whole session, independent of its collections. */
    record SessionConnectionStatusChange(SessionConnectionStatus connection, Instant at) implements WatchChange {}

    /** The end of a session-wide status: from here on the collections decide. */
    record SessionStatusOverrideEnd(Instant since) implements WatchChange {}
}
