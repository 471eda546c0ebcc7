package tessera.cluster.decode;

import java.io.IOException;
import java.io.Serial;

/** Thrown when bytes are not valid JSON. */
public final class MalformedJsonException extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    public MalformedJsonException(DecodeReason fault) {
        super(fault.text());
    }
}
