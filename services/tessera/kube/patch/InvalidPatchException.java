package tessera.kube.patch;

/** A patch that the API server refuses, with its message. */
public final class InvalidPatchException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String reason;
    private final boolean internalError;

    private InvalidPatchException(String message, boolean internalError) {
        super(message, null, false, false);
        this.reason = message;
        this.internalError = internalError;
    }

    static InvalidPatchException badRequest(String message) {
        return new InvalidPatchException(message, false);
    }

    static InvalidPatchException internalError(String message) {
        return new InvalidPatchException(message, true);
    }

    /** Returns the server's message. */
    public String reason() {
        return reason;
    }

    /** Returns whether the server answers with an internal error instead of a bad request. */
    public boolean isInternalError() {
        return internalError;
    }
}
