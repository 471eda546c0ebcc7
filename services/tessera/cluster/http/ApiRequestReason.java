package tessera.cluster.http;

import tessera.text.Reason;

/** A reason why a request to the API server was not sent or not answered as expected. */
public sealed interface ApiRequestReason extends Reason {

    /** The server refused a request, or it failed for an unknown reason. */
    record RequestFailed(String action) implements ApiRequestReason {}

    /** The server understood the request and refused it as wrong. */
    record RequestInvalid(String action) implements ApiRequestReason {}

    /** The server is overloaded or broken. */
    record ApiServerFailed(String action, int status) implements ApiRequestReason {}

    /** The server does not accept the credential. */
    record CredentialRejected() implements ApiRequestReason {}

    /** The server accepts only encrypted connections. */
    record HttpsRequired() implements ApiRequestReason {}

    /** The user has no permission. */
    record AccessDenied(String action) implements ApiRequestReason {}

    /** An admission plugin or webhook refused the request. */
    record AdmissionDenied(String action) implements ApiRequestReason {}

    /** A quota leaves too little. */
    record QuotaExceeded(String quota, String action) implements ApiRequestReason {}

    /** A proxy or login page answered; title and location are empty where there are none. */
    record WebPageReceived(String action, int status, String title, String location) implements ApiRequestReason {}

    /** The response is larger than any that is read. */
    record ResponseTooLarge(String action, long mebibytes) implements ApiRequestReason {}

    /** The response is no JSON. */
    record ResponseNotJson(String action) implements ApiRequestReason {}

    /** The server did not answer in time. */
    record ResponseOverdue(String action, long seconds) implements ApiRequestReason {}

    /** The address in the kubeconfig is none of a server. */
    record ApiServerAddressInvalid(String server) implements ApiRequestReason {}

    /** The user's token or impersonation does not fit into a header. */
    record UserEntryUnsendable() implements ApiRequestReason {}

    /** The server closed a connection to a container. */
    record ConnectionClosedByServer() implements ApiRequestReason {}

    /** A connection to a container has ended. */
    record ContainerConnectionClosed() implements ApiRequestReason {}

    /** Read-only mode closed a connection to a container. */
    record ClosedByReadOnlyMode() implements ApiRequestReason {}

    /** Read-only mode did not send a request. */
    record BlockedByReadOnlyMode(String method, String path, ReadOnlyViolation objection) implements ApiRequestReason {}

    /** A request would have gone to another server. */
    record ForeignServerBlocked(String host) implements ApiRequestReason {}

    /** An objection to a request that is not provably a read. */
    enum ReadOnlyViolation implements ApiRequestReason {
        AMBIGUOUS_PATH,
        METHOD_OVERRIDE,
        PROTOCOL_UPGRADE,
        CONTAINER_ACCESS,
        BODY_OF_READ,
        UNKNOWN_METHOD,
        POSSIBLE_CHANGE,
        PROXIED_REQUEST,
        UNRELIABLE_DRY_RUN,
        DELETE_WITHOUT_DRY_RUN
    }
}
