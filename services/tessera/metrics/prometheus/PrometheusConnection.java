package tessera.metrics.prometheus;

import java.io.IOException;
import tessera.metrics.prometheus.answer.PrometheusResponse;
import tessera.model.ProblemException;

/** A connection to one Prometheus. Safe for use by several threads. */
public interface PrometheusConnection {

    /**
     * Sends a query and waits for the response. Redirects are not followed.
     *
     * @throws ProblemException when there is no answer, or it does not come from Prometheus, in the words of whoever refused it
     */
    <T> T send(PrometheusApiRequest prometheusQuery, PrometheusReplyHandler<T> reader)
            throws ProblemException, InterruptedException;

    /** Reads a response while it arrives, whatever its status. */
    @FunctionalInterface
    interface PrometheusReplyHandler<T> {
        T readResponse(PrometheusResponse reply) throws IOException, ProblemException;
    }
}
