package tessera.cel;

import java.io.Serial;

/** An expression that cannot be parsed, or has no value for some objects. */
public final class CelException extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    private final boolean unknown;

    CelException(String message) {
        this(message, false);
    }

    /** @param unknown whether it may be something that the language has and that is not known here */
    CelException(String message, boolean unknown) {
        super(message);
        this.unknown = unknown;
    }

    /** Returns whether the expression may have a value that is not known here. */
    public boolean isUndetermined() {
        return unknown;
    }
}
