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
import tessera.text.MessageCatalog;

/**
 * Finds the Prometheus of a cluster: first an operator's, then services of known names. The first that knows of
 * GPUs is taken, and otherwise the first that answers. Nothing outside the cluster is asked. Waits for answers; not for
 * the FX thread.
 */
public final class PrometheusFinder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PrometheusFinder.class);

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
            var what = MESSAGES.text("search.objects");
            try {
                var operated = surroundings.operatorInstances();
                addAttempt(what, notFoundProblem(operated));
                return operated.stream().map(known::candidateOf).toList();
            } catch (ProblemException problemException) {
                addAttempt(what, problemException.problem());
                return List.of();
            }
        }

        private List<ServiceFacts> readServices() throws InterruptedException {
            var what = MESSAGES.text("search.services");
            try {
                var all = surroundings.services("");
                addAttempt(what, notFoundProblem(known.candidatesAmong(all)));
                return all;
            } catch (ProblemException problemException) {
                addAttempt(what, problemException.problem());
                if (problemException.problem().kind() == OperationProblemKind.FORBIDDEN) {
                    return servicesOfKnownNamespaces();
                }
                return List.of();
            }
        }

        private List<ServiceFacts> servicesOfKnownNamespaces() throws InterruptedException {
            var all = new ArrayList<ServiceFacts>();
            for (var namespace : known.namespaces()) {
                var what = MESSAGES.text("search.servicesIn", namespace);
                try {
                    var some = surroundings.services(namespace);
                    addAttempt(what, notFoundProblem(known.candidatesAmong(some)));
                    all.addAll(some);
                } catch (ProblemException problemException) {
                    addAttempt(what, problemException.problem());
                }
            }
            return all;
        }

        private void addAttempt(String what, @Nullable Problem outcome) {
            candidates.add(new PrometheusDiscoveryAttempt(what, outcome));
        }

        private static @Nullable Problem notFoundProblem(List<?> found) {
            return found.isEmpty()
                    ? Problem.of(OperationProblemKind.NOT_FOUND, PrometheusDiscoveryReason.NO_KNOWN_PROMETHEUS)
                    : null;
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
                addAttempt(candidate.toString(), checkResult.series() > 0 ? null
                        : Problem.of(OperationProblemKind.NOT_FOUND, PrometheusDiscoveryReason.NO_GPU_METRICS));
                return new FoundPrometheus(candidate, checkResult.version(), checkResult.presence(),
                        checkResult.series());
            } catch (ProblemException problemException) {
                addAttempt(candidate.toString(), problemException.problem());
                return null;
            }
        }
    }
}
