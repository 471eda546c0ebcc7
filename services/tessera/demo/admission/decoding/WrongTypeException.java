package tessera.demo.admission.decoding;

import java.io.Serial;

/** Thrown for a value of a type that its field cannot hold. */
final class WrongTypeException extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    private final String reason;

    WrongTypeException(String reason) {
        super(reason);
        this.reason = reason;
    }

    String problemText() {
        return reason;
    }
}
