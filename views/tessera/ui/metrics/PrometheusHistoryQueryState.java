package tessera.ui.metrics;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.metrics.prometheus.fleet.NodeMetricHistory;
import tessera.model.Problem;

/**
 * State of the queries for the history of shown nodes in a Prometheus.
 *
 * @param status how it stands with it
 * @param request    what it was asked last; empty before it was asked anything
 * @param answer     its newest answer
 * @param failure   why there is none to what was asked last
 */
record PrometheusHistoryQueryState(PrometheusDiscoveryStatus status, Optional<HistoryQueryRequest> request,
        Optional<HistoryQueryAnswer> answer, Optional<Problem> failure) {

    /** How far time may go on before another answer is needed. */
    private static final Duration LAG = Duration.ofMinutes(5);

    /**
     * A query for the history of nodes.
     *
     * @param frame which begins and ends with a step
     */
    record HistoryQueryRequest(List<String> nodes, ChartTimeFrame frame, Duration step) {
        HistoryQueryRequest {
            nodes = List.copyOf(nodes);
        }

        /** Returns whether the answer to another request is worth waiting for: same nodes, almost the same time. */
        boolean isNearly(HistoryQueryRequest other) {
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
    record HistoryQueryAnswer(HistoryQueryRequest request, NodeMetricHistory history, List<String> warnings) {
        HistoryQueryAnswer {
            warnings = List.copyOf(warnings);
        }
    }

    /** Returns the state before any query. */
    static PrometheusHistoryQueryState ofStatus(PrometheusDiscoveryStatus discoveryStatus) {
        return new PrometheusHistoryQueryState(discoveryStatus, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Returns the name of the Prometheus, where it has GPU history. */
    Optional<String> name() {
        if (status instanceof PrometheusDiscoveryStatus.PrometheusAvailable(var name, _, var knowsGpus, _)
                && knowsGpus) {
            return Optional.of(name);
        }
        return Optional.empty();
    }

    PrometheusHistoryQueryState withRequest(HistoryQueryRequest wanted) {
        return new PrometheusHistoryQueryState(status, Optional.of(wanted), answer, Optional.empty());
    }

    PrometheusHistoryQueryState withAnswer(HistoryQueryAnswer answer) {
        return new PrometheusHistoryQueryState(status, request, Optional.of(answer), Optional.empty());
    }

    PrometheusHistoryQueryState withFailure(Problem problem) {
        return new PrometheusHistoryQueryState(status, request, answer, Optional.of(problem));
    }

    /** Returns whether a query is pending. */
    boolean isAwaiting() {
        return request.isPresent() && failure.isEmpty() && !answer.map(HistoryQueryAnswer::request).equals(request);
    }
}
