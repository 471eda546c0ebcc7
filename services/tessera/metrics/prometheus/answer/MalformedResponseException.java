package tessera.metrics.prometheus.answer;

import java.io.IOException;
import java.io.Serial;

/** Thrown where an answer is not shaped as the protocol promises. */
final class MalformedResponseException extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    MalformedResponseException(String words) {
        super(words);
    }
}
