package tessera.demo.admission.decoding;

import java.io.Serial;

/** Thrown for a value of a type that its field cannot hold. */
final class WrongFieldTypeException extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    private final String reason;

    WrongFieldTypeException(String reason) {
        super(reason);
        this.reason = reason;
    }

    String problemText() {
        return reason;
    }
}
