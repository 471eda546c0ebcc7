package tessera.demo.http;

import java.io.IOException;
import java.io.Serial;

/** What a peer sent is not HTTP as this server speaks it; the connection ends after the answer. */
final class MalformedRequest extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    private final int status;

    MalformedRequest(int status, String message) {
        super(message);
        this.status = status;
    }

    int status() {
        return status;
    }
}
