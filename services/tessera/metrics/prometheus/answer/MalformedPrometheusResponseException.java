package tessera.metrics.prometheus.answer;

import java.io.IOException;
import java.io.Serial;

/** Thrown where a response is not shaped as the protocol promises. */
final class MalformedPrometheusResponseException extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    MalformedPrometheusResponseException(PrometheusResponseReason fault) {
        super(fault.text());
    }
}
