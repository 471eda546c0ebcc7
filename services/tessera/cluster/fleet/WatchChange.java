package tessera.cluster.fleet;

import java.time.Instant;
import java.util.List;
import tessera.model.DraObject;
import tessera.model.NodeFacts;
import tessera.model.PodFacts;
import tessera.model.PodScope;
import tessera.model.Problem;
import tessera.model.ServerVersion;
import tessera.model.SessionConnection;

/** Something that happened to what is followed, or to the following of it. Times are by this machine's clock. */
public sealed interface WatchChange {

    /** A list of everything begins; what it does not name by its end is gone. */
    record ListBegun(WatchedCollection source) implements WatchChange {}

    /**
     * A part of a list of nodes.
     *
     * @param remaining objects still to come; −1 when the server does not say
     */
    record NodePage(WatchedCollection source, List<NodeFacts> nodes, long remaining) implements WatchChange {}

    /**
     * A part of a list of pods.
     *
     * @param remaining objects still to come; −1 when the server does not say
     */
    record PodPage(WatchedCollection source, List<PodFacts> pods, long remaining) implements WatchChange {}

    /**
     * A part of a list of objects of resource.k8s.io.
     *
     * @param remaining objects still to come; −1 when the server does not say
     */
    record DevicePage(WatchedCollection source, List<? extends DraObject> objects,
            long remaining) implements WatchChange {

        public DevicePage {
            objects = List.copyOf(objects);
        }
    }

    /** A list is complete. */
    record ListEnded(WatchedCollection source) implements WatchChange {}

    record NodeSeen(NodeFacts node) implements WatchChange {}

    record NodeGone(String name) implements WatchChange {}

    record PodSeen(PodFacts pod) implements WatchChange {}

    record PodGone(PodFacts pod) implements WatchChange {}

    record DeviceSeen(DraObject object) implements WatchChange {}

    record DeviceGone(DraObject object) implements WatchChange {}

    /**
     * Dynamic resource allocation is served, or is not.
     *
     * @param version that is read; empty where none is served
     * @param server  whose scheduler hands out the devices
     */
    record DevicesServed(String version, ServerVersion server) implements WatchChange {}

    /** A collection is followed as it changes. */
    record CollectionFollowed(WatchedCollection source, Instant since) implements WatchChange {}

    /**
     * Contact to a collection was lost.
     *
     * @param current when it was last known to be current
     * @param attempt which try comes next, from 1
     * @param next    when it comes
     */
    record ContactLost(WatchedCollection source, Problem why, Instant current, int attempt,
            Instant next) implements WatchChange {}

    /** A collection may not be read, and nothing is known of it. */
    record CollectionForbidden(WatchedCollection source, Problem why) implements WatchChange {}

    /** From now on these are the collections; pods of others are forgotten. */
    record NamespacesScoped(PodScope scope, List<WatchedCollection> sources) implements WatchChange {}

    /** The server gave a sign of life. */
    record ServerAnswered(Instant at) implements WatchChange {}

    /**
     * The server owes a sign of life. What is followed need not be lost yet: it may answer after all.
     *
     * @param next when it is asked again
     */
    record ServerSilent(Problem why, Instant next) implements WatchChange {}

    /** The session as a whole stands somewhere that its collections do not know of. */
    record SessionMoved(SessionConnection connection, Instant at) implements WatchChange {}

    /** The session stands where its collections stand. */
    record SessionFollows(Instant since) implements WatchChange {}
}
