package tessera.cluster;

import tessera.text.Reason;

/** A reason why a cluster is not followed. */
public sealed interface ClusterSessionReason extends Reason {

    /** A defect of the program. */
    record ClusterSessionFailed() implements ClusterSessionReason {}

    /** The first connection has not been made yet. */
    record ClusterNotConnected() implements ClusterSessionReason {}

    /** The server does not answer heartbeats. */
    record ApiServerSilent(long seconds) implements ClusterSessionReason {}

    /** The pod of an exporter, or a proxy before it, answered with a web page. */
    record ExporterWebPage(String pod, int status) implements ClusterSessionReason {}
}
