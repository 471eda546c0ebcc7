package tessera.cluster.fleet;

import java.time.Instant;
import java.util.List;
import tessera.model.Connection;
import tessera.model.DraObject;
import tessera.model.NodeFacts;
import tessera.model.PodFacts;
import tessera.model.PodScope;
import tessera.model.Problem;
import tessera.model.ServerVersion;

/** Something that happened to what is followed, or to the following of it. Times are by this machine's clock. */
public sealed interface Change {

    /** A list of everything begins; what it does not name by its end is gone. */
    record ListBegun(Source source) implements Change {}

    /**
     * A part of a list of nodes.
     *
     * @param remaining objects still to come; −1 when the server does not say
     */
    record NodePage(Source source, List<NodeFacts> nodes, long remaining) implements Change {}

    /**
     * A part of a list of pods.
     *
     * @param remaining objects still to come; −1 when the server does not say
     */
    record PodPage(Source source, List<PodFacts> pods, long remaining) implements Change {}

    /**
     * A part of a list of objects of resource.k8s.io.
     *
     * @param remaining objects still to come; −1 when the server does not say
     */
    record DevicePage(Source source, List<? extends DraObject> objects, long remaining) implements Change {

        public DevicePage {
            objects = List.copyOf(objects);
        }
    }

    /** A list is complete. */
    record ListEnded(Source source) implements Change {}

    record NodeSeen(NodeFacts node) implements Change {}

    record NodeGone(String name) implements Change {}

    record PodSeen(PodFacts pod) implements Change {}

    record PodGone(PodFacts pod) implements Change {}

    record DeviceSeen(DraObject object) implements Change {}

    record DeviceGone(DraObject object) implements Change {}

    /**
     * Dynamic resource allocation is served, or is not.
     *
     * @param version that is read; empty where none is served
     * @param server  whose scheduler hands out the devices
     */
    record DevicesServed(String version, ServerVersion server) implements Change {}

    /** A collection is followed as it changes. */
    record Followed(Source source, Instant since) implements Change {}

    /**
     * Contact to a collection was lost.
     *
     * @param current when it was last known to be current
     * @param attempt which try comes next, from 1
     * @param next    when it comes
     */
    record Lost(Source source, Problem why, Instant current, int attempt, Instant next) implements Change {}

    /** A collection may not be read, and nothing is known of it. */
    record Denied(Source source, Problem why) implements Change {}

    /** From now on these are the collections; pods of others are forgotten. */
    record Scoped(PodScope scope, List<Source> sources) implements Change {}

    /** The server gave a sign of life. */
    record Answered(Instant at) implements Change {}

    /**
     * The server owes a sign of life. What is followed need not be lost yet: it may answer after all.
     *
     * @param next when it is asked again
     */
    record Silent(Problem why, Instant next) implements Change {}

    /** The session as a whole stands somewhere that its collections do not know of. */
    record Standing(Connection connection, Instant at) implements Change {}

    /** The session stands where its collections stand. */
    record Following(Instant since) implements Change {}
}
