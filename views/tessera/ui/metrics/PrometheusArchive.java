package tessera.ui.metrics;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.metrics.prometheus.fleet.NodePast;
import tessera.model.Problem;

/**
 * State of the queries for the history of shown nodes in a Prometheus.
 *
 * @param status how it stands with it
 * @param request    what it was asked last; empty before it was asked anything
 * @param answer     its newest answer
 * @param failure   why there is none to what was asked last
 */
record PrometheusArchive(PrometheusStatus status, Optional<ArchiveRequest> request, Optional<ArchiveAnswer> answer,
        Optional<Problem> failure) {

    /** How far time may go on before another answer is needed. */
    private static final Duration LAG = Duration.ofMinutes(5);

    /**
     * A query for the history of nodes.
     *
     * @param frame which begins and ends with a step
     */
    record ArchiveRequest(List<String> nodes, TimeFrame frame, Duration step) {
        ArchiveRequest {
            nodes = List.copyOf(nodes);
        }

        /** Returns whether the answer to another request is worth waiting for: same nodes, almost the same time. */
        boolean isNearly(ArchiveRequest other) {
            var maximum = Collections.max(List.of(LAG, step.multipliedBy(2)));
            return nodes.equals(other.nodes) && step.equals(other.step)
                    && Duration.between(frame.from(), other.frame.from()).abs().compareTo(maximum) <= 0
                    && Duration.between(frame.to(), other.frame.to()).abs().compareTo(maximum) <= 0;
        }
    }

    /**
     * The answer of the Prometheus.
     *
     * @param warnings of the server, in its words
     */
    record ArchiveAnswer(ArchiveRequest request, NodePast history, List<String> warnings) {
        ArchiveAnswer {
            warnings = List.copyOf(warnings);
        }
    }

    /** Returns the state before any query. */
    static PrometheusArchive ofStatus(PrometheusStatus standing) {
        return new PrometheusArchive(standing, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Returns the name of the Prometheus, where it has GPU history. */
    Optional<String> name() {
        return status instanceof PrometheusStatus.PrometheusAvailable(var name, _, var knowsGpus, _) && knowsGpus
                ? Optional.of(name)
                : Optional.empty();
    }

    PrometheusArchive withRequest(ArchiveRequest wanted) {
        return new PrometheusArchive(status, Optional.of(wanted), answer, Optional.empty());
    }

    PrometheusArchive withAnswer(ArchiveAnswer answer) {
        return new PrometheusArchive(status, request, Optional.of(answer), Optional.empty());
    }

    PrometheusArchive withFailure(Problem problem) {
        return new PrometheusArchive(status, request, answer, Optional.of(problem));
    }

    /** Returns whether a query is pending. */
    boolean isAwaiting() {
        return request.isPresent() && failure.isEmpty() && !answer.map(ArchiveAnswer::request).equals(request);
    }
}
