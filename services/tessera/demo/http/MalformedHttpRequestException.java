package tessera.demo.http;

import java.io.IOException;
import java.io.Serial;

/** Exception for input that is not valid HTTP; the connection ends after the error response. */
final class MalformedHttpRequestException extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    private final int status;

    MalformedHttpRequestException(int status, String message) {
        super(message);
        this.status = status;
    }

    int status() {
        return status;
    }
}
