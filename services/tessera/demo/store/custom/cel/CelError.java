package tessera.demo.store.custom.cel;

import java.io.Serial;

/** An expression that cannot be read, or has no value for some objects. */
public final class CelError extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    CelError(String message) {
        super(message);
    }
}
