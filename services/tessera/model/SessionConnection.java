package tessera.model;

import java.time.Instant;

/** Where a session stands with its cluster. Times are by this machine's clock. */
public sealed interface SessionConnection {

    /** No cluster was asked for. */
    record ClosedConnection() implements SessionConnection {}

    /**
     * On the way to the first data.
     *
     * @param step  what is being waited for, as a phrase after “Waiting for”
     * @param since when this step began
     */
    record ConnectingSession(String step, Instant since) implements SessionConnection {}

    /** Everything that can be followed is being followed. */
    record LiveConnection(Instant since) implements SessionConnection {}

    /**
     * Contact was lost a moment ago; the data is still worth reading.
     *
     * @param lost    when the data was last known to be current
     * @param attempt which try comes next, from 1
     * @param next    when it comes
     */
    record ReconnectingSession(Problem why, Instant lost, int attempt, Instant next) implements SessionConnection {}

    /** Contact has been lost for so long that the data must not be taken for the present. */
    record StaleConnection(Problem why, Instant lost, int attempt, Instant next) implements SessionConnection {}

    /** There has been no contact at all. Tries go on. */
    record Unreachable(Problem why, int attempt, Instant next) implements SessionConnection {}

    /**
     * The credential was not accepted, not even after it was renewed. Waits for the user; is tried again by itself when
     * a file of the credential changes, and from time to time where that disturbs nobody.
     */
    record CredentialsExpired(Problem why) implements SessionConnection {}

    /** The server answered and refused, for good as far as can be seen. Waits for the user. */
    record RefusedConnection(Problem why) implements SessionConnection {}
}
