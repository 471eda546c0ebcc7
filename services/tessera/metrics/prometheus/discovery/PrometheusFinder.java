package tessera.metrics.prometheus.discovery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.discovery.DiscoveryInput.Service;
import tessera.metrics.prometheus.discovery.DiscoveryResult.FoundPrometheus;
import tessera.metrics.prometheus.discovery.DiscoveryResult.TriedCandidate;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/**
 * Looks for the Prometheus of a cluster: what an operator runs, then services of known names. The first that knows of
 * GPUs is taken, and otherwise the first that answers. Nothing outside the cluster is asked. Waits for answers; not for
 * the FX thread.
 */
public final class PrometheusFinder {

    private static final Problem NO_GPUS = Problem.of(ProblemKind.NOT_FOUND, "It has no metrics of GPUs");

    private final KnownPlaces known = KnownPlaces.bundled();
    private final DiscoveryInput surroundings;
    private final Duration patience;

    /** @param patience how long each place may be silent */
    public PrometheusFinder(DiscoveryInput surroundings, Duration patience) {
        this.surroundings = surroundings;
        this.patience = patience;
    }

    /** Searches once. */
    public DiscoveryResult find() throws InterruptedException {
        var search = new CandidateSearch();
        return new DiscoveryResult(search.found(), search.tried);
    }

    /** A search under way. */
    private final class CandidateSearch {

        private final List<TriedCandidate> tried = new ArrayList<>();
        private final Set<String> seen = new HashSet<>();
        private @Nullable FoundPrometheus second;

        @Nullable
        FoundPrometheus found() throws InterruptedException {
            var first = among(operated());
            if (first == null) {
                first = among(known.of(services()));
            }
            return first == null ? second : first;
        }

        private List<PrometheusCandidate> operated() throws InterruptedException {
            try {
                var operated = surroundings.operated();
                tried.add(new TriedCandidate("Prometheus objects of the operator", operated.isEmpty() ? none() : null));
                return operated.stream().map(known::of).toList();
            } catch (Failure failure) {
                tried.add(new TriedCandidate("Prometheus objects of the operator", failure.problem()));
                return List.of();
            }
        }

        private List<Service> services() throws InterruptedException {
            try {
                var all = surroundings.services("");
                tried.add(new TriedCandidate("services in all namespaces", known.of(all).isEmpty() ? none() : null));
                return all;
            } catch (Failure failure) {
                tried.add(new TriedCandidate("services in all namespaces", failure.problem()));
                return failure.problem().kind() == ProblemKind.FORBIDDEN ? servicesOfKnownNamespaces() : List.of();
            }
        }

        private List<Service> servicesOfKnownNamespaces() throws InterruptedException {
            var all = new ArrayList<Service>();
            for (var namespace : known.namespaces()) {
                try {
                    var some = surroundings.services(namespace);
                    tried.add(new TriedCandidate("services in " + namespace, known.of(some).isEmpty() ? none() : null));
                    all.addAll(some);
                } catch (Failure failure) {
                    tried.add(new TriedCandidate("services in " + namespace, failure.problem()));
                }
            }
            return all;
        }

        private Problem none() {
            return Problem.of(ProblemKind.NOT_FOUND, "There is none that is known");
        }

        private @Nullable FoundPrometheus among(List<PrometheusCandidate> places) throws InterruptedException {
            for (var place : places) {
                if (seen.add(place.key())) {
                    var found = probe(place);
                    if (found != null && found.knowsGpus()) {
                        return found;
                    }
                    second = second == null ? found : second;
                }
            }
            return null;
        }

        private @Nullable FoundPrometheus probe(PrometheusCandidate place) throws InterruptedException {
            var client = new PrometheusClient(surroundings.to(place), patience);
            try {
                var seen = new PrometheusProbe(client, known.presence()).ask();
                tried.add(new TriedCandidate(place.toString(), seen.series() > 0 ? null : NO_GPUS));
                return new FoundPrometheus(place, seen.version(), seen.presence(), seen.series());
            } catch (Failure failure) {
                tried.add(new TriedCandidate(place.toString(), failure.problem()));
                return null;
            }
        }
    }
}
