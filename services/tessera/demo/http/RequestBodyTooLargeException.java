package tessera.demo.http;

import java.io.IOException;
import java.io.Serial;

/** Exception for a request body longer than the server's limit. */
public final class RequestBodyTooLargeException extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    private final int limit;

    RequestBodyTooLargeException(int limit) {
        super("request body over " + limit + " bytes");
        this.limit = limit;
    }

    public int limit() {
        return limit;
    }
}
