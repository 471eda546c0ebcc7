package tessera.kube.quantity;

import java.io.Serial;

/** Thrown for a text that is not a quantity. */
public final class InvalidQuantityException extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    private final String reason;

    InvalidQuantityException(String reason) {
        super(reason);
        this.reason = reason;
    }

    /** Returns the problem in the words of a real server. */
    public String problemText() {
        return reason;
    }
}
