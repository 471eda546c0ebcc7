package tessera.kube.patch;

/** A patch that the API server refuses, with its message. */
public final class InvalidPatchException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean internalError;

    private InvalidPatchException(String message, boolean internalError) {
        super(message, null, false, false);
        this.internalError = internalError;
    }

    static InvalidPatchException badRequest(String message) {
        return new InvalidPatchException(message, false);
    }

    static InvalidPatchException internalError(String message) {
        return new InvalidPatchException(message, true);
    }

    /** Returns whether the server answers with an internal error instead of a bad request. */
    public boolean isInternalError() {
        return internalError;
    }
}
