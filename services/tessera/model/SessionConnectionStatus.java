package tessera.model;

import java.time.Instant;

/** The status of a session's connection to its cluster. Times are by this machine's clock. */
public sealed interface SessionConnectionStatus {

    /** No cluster was requested. */
    record NoConnection() implements SessionConnectionStatus {}

    /**
     * The first data is being loaded.
     *
     * @param step  what is being waited for, as a phrase after “Waiting for”
     * @param since when this step began
     */
    record PendingConnection(String step, Instant since) implements SessionConnectionStatus {}

    /** All resources that can be watched are being watched. */
    record LiveConnection(Instant since) implements SessionConnectionStatus {}

    /**
     * Contact was lost a moment ago; the data is still usable.
     *
     * @param lastContactAt    when the data was last known to be current
     * @param attempt which try comes next, from 1
     * @param next    when it comes
     */
    record InterruptedConnection(Problem problem, Instant lastContactAt, int attempt,
            Instant next) implements SessionConnectionStatus {}

    /** Contact has been lost for so long that the data is outdated. */
    record StaleConnection(Problem problem, Instant lastContactAt, int attempt,
            Instant next) implements SessionConnectionStatus {}

    /** There has been no contact at all. Tries go on. */
    record UnreachableCluster(Problem problem, int attempt, Instant next) implements SessionConnectionStatus {}

    /**
     * The credential was not accepted, even after it was renewed. Waits for the user; is tried again by itself when
     * a file of the credential changes, and from time to time where that disturbs nobody.
     */
    record UnauthenticatedConnection(Problem problem) implements SessionConnectionStatus {}

    /** The server answered and refused, permanently as far as can be seen. Waits for the user. */
    record RefusedConnection(Problem problem) implements SessionConnectionStatus {}
}
