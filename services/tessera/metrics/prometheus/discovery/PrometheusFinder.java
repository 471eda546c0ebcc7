package tessera.metrics.prometheus.discovery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryClient.ServiceFacts;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryResult.FoundPrometheus;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryResult.PrometheusDiscoveryAttempt;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * Finds the Prometheus of a cluster: first an operator's, then services of known names. The first that knows of
 * GPUs is taken, and otherwise the first that answers. Nothing outside the cluster is asked. Waits for answers; not for
 * the FX thread.
 */
public final class PrometheusFinder {

    private static final Problem NO_GPUS = Problem.of(OperationProblemKind.NOT_FOUND, "It has no metrics of GPUs");

    private final KnownPrometheusServices known = KnownPrometheusServices.bundled();
    private final PrometheusDiscoveryClient surroundings;
    private final Duration timeout;

    /** @param timeout how long each place may be silent */
    public PrometheusFinder(PrometheusDiscoveryClient surroundings, Duration timeout) {
        this.surroundings = surroundings;
        this.timeout = timeout;
    }

    /** Searches once. */
    public PrometheusDiscoveryResult find() throws InterruptedException {
        var search = new PrometheusCandidateSearch();
        return new PrometheusDiscoveryResult(search.findFirst(), search.candidates);
    }

    /** A search in progress. */
    private final class PrometheusCandidateSearch {

        private final List<PrometheusDiscoveryAttempt> candidates = new ArrayList<>();
        private final Set<String> seenKeys = new HashSet<>();
        private @Nullable FoundPrometheus second;

        @Nullable
        FoundPrometheus findFirst() throws InterruptedException {
            var first = probeAll(operatorCandidates());
            if (first == null) {
                first = probeAll(known.candidatesAmong(readServices()));
            }
            return first == null ? second : first;
        }

        private List<PrometheusCandidate> operatorCandidates() throws InterruptedException {
            try {
                var operated = surroundings.operatorInstances();
                candidates.add(new PrometheusDiscoveryAttempt("Prometheus objects of the operator",
                        operated.isEmpty() ? notFoundProblem() : null));
                return operated.stream().map(known::candidateOf).toList();
            } catch (ProblemException problemException) {
                candidates.add(new PrometheusDiscoveryAttempt("Prometheus objects of the operator",
                        problemException.problem()));
                return List.of();
            }
        }

        private List<ServiceFacts> readServices() throws InterruptedException {
            try {
                var all = surroundings.services("");
                candidates.add(new PrometheusDiscoveryAttempt("services in all namespaces",
                        known.candidatesAmong(all).isEmpty() ? notFoundProblem() : null));
                return all;
            } catch (ProblemException problemException) {
                candidates
                        .add(new PrometheusDiscoveryAttempt("services in all namespaces", problemException.problem()));
                if (problemException.problem().kind() == OperationProblemKind.FORBIDDEN) {
                    return servicesOfKnownNamespaces();
                }
                return List.of();
            }
        }

        private List<ServiceFacts> servicesOfKnownNamespaces() throws InterruptedException {
            var all = new ArrayList<ServiceFacts>();
            for (var namespace : known.namespaces()) {
                try {
                    var some = surroundings.services(namespace);
                    candidates.add(new PrometheusDiscoveryAttempt("services in " + namespace,
                            known.candidatesAmong(some).isEmpty() ? notFoundProblem() : null));
                    all.addAll(some);
                } catch (ProblemException problemException) {
                    candidates.add(
                            new PrometheusDiscoveryAttempt("services in " + namespace, problemException.problem()));
                }
            }
            return all;
        }

        private Problem notFoundProblem() {
            return Problem.of(OperationProblemKind.NOT_FOUND, "There is none that is known");
        }

        private @Nullable FoundPrometheus probeAll(List<PrometheusCandidate> places) throws InterruptedException {
            for (var candidate : places) {
                if (seenKeys.add(candidate.key())) {
                    var found = probeCandidate(candidate);
                    if (found != null && found.knowsGpus()) {
                        return found;
                    }
                    second = second == null ? found : second;
                }
            }
            return null;
        }

        private @Nullable FoundPrometheus probeCandidate(PrometheusCandidate candidate) throws InterruptedException {
            var client = new PrometheusClient(surroundings.connectTo(candidate), timeout);
            try {
                var checkResult = new PrometheusCandidateCheck(client, known.presenceQueries()).probe();
                candidates.add(new PrometheusDiscoveryAttempt(candidate.toString(),
                        checkResult.series() > 0 ? null : NO_GPUS));
                return new FoundPrometheus(candidate, checkResult.version(), checkResult.presence(),
                        checkResult.series());
            } catch (ProblemException problemException) {
                candidates.add(new PrometheusDiscoveryAttempt(candidate.toString(), problemException.problem()));
                return null;
            }
        }
    }
}
