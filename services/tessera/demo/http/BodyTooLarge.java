package tessera.demo.http;

import java.io.IOException;
import java.io.Serial;

/** A request body is longer than the server reads. */
public final class BodyTooLarge extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    private final int limit;

    BodyTooLarge(int limit) {
        super("request body over " + limit + " bytes");
        this.limit = limit;
    }

    public int limit() {
        return limit;
    }
}
