package tessera.demo.admission;

import java.io.Serial;

/** A text that is no quantity. */
public final class BadQuantity extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    private final String why;

    BadQuantity(String why) {
        super(why);
        this.why = why;
    }

    /** In the words of a real server. */
    public String why() {
        return why;
    }
}
