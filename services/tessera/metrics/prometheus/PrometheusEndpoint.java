package tessera.metrics.prometheus;

import java.io.IOException;
import tessera.metrics.prometheus.answer.PrometheusResponse;
import tessera.model.Failure;

/** The way to one Prometheus. Safe for use by several threads. */
public interface PrometheusEndpoint {

    /**
     * Sends a question and waits for the answer. Redirects are not followed.
     *
     * @throws Failure when there is no answer, or it does not come from Prometheus, in the words of whoever refused it
     */
    <T> T send(PrometheusQuery question, ResponseReader<T> reader) throws Failure, InterruptedException;

    /** What is made of an answer while it arrives, whatever its status. */
    @FunctionalInterface
    interface ResponseReader<T> {
        T read(PrometheusResponse reply) throws IOException, Failure;
    }
}
