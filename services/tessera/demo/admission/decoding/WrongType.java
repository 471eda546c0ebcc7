package tessera.demo.admission.decoding;

import java.io.Serial;

/** A value of a type that its field cannot take. */
final class WrongType extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    private final String why;

    WrongType(String why) {
        super(why);
        this.why = why;
    }

    String why() {
        return why;
    }
}
