package tessera.metrics.prometheus.find;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.find.Finding.Found;
import tessera.metrics.prometheus.find.Finding.Tried;
import tessera.metrics.prometheus.find.Surroundings.Service;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;

/**
 * Looks for the Prometheus of a cluster: what an operator runs, then services of known names. The first that knows of
 * GPUs is taken, and otherwise the first that answers. Nothing outside the cluster is asked. Waits for answers; not for
 * the FX thread.
 */
public final class PrometheusFinder {

    private static final Problem NO_GPUS = Problem.of(Kind.NOT_FOUND, "It has no metrics of GPUs");

    private final KnownPlaces known = KnownPlaces.bundled();
    private final Surroundings surroundings;
    private final Duration patience;

    /** @param patience how long each place may be silent */
    public PrometheusFinder(Surroundings surroundings, Duration patience) {
        this.surroundings = surroundings;
        this.patience = patience;
    }

    /** Searches once. */
    public Finding find() throws InterruptedException {
        var search = new Search();
        return new Finding(search.found(), search.tried);
    }

    /** A search under way. */
    private final class Search {

        private final List<Tried> tried = new ArrayList<>();
        private final Set<String> seen = new HashSet<>();
        private @Nullable Found second;

        @Nullable
        Found found() throws InterruptedException {
            var first = among(operated());
            if (first == null) {
                first = among(known.of(services()));
            }
            return first == null ? second : first;
        }

        private List<Place> operated() throws InterruptedException {
            try {
                var operated = surroundings.operated();
                tried.add(new Tried("Prometheus objects of the operator", operated.isEmpty() ? none() : null));
                return operated.stream().map(known::of).toList();
            } catch (Failure failure) {
                tried.add(new Tried("Prometheus objects of the operator", failure.problem()));
                return List.of();
            }
        }

        private List<Service> services() throws InterruptedException {
            try {
                var all = surroundings.services("");
                tried.add(new Tried("services in all namespaces", known.of(all).isEmpty() ? none() : null));
                return all;
            } catch (Failure failure) {
                tried.add(new Tried("services in all namespaces", failure.problem()));
                return failure.problem().kind() == Kind.FORBIDDEN ? servicesOfKnownNamespaces() : List.of();
            }
        }

        private List<Service> servicesOfKnownNamespaces() throws InterruptedException {
            var all = new ArrayList<Service>();
            for (var namespace : known.namespaces()) {
                try {
                    var some = surroundings.services(namespace);
                    tried.add(new Tried("services in " + namespace, known.of(some).isEmpty() ? none() : null));
                    all.addAll(some);
                } catch (Failure failure) {
                    tried.add(new Tried("services in " + namespace, failure.problem()));
                }
            }
            return all;
        }

        private Problem none() {
            return Problem.of(Kind.NOT_FOUND, "There is none that is known");
        }

        private @Nullable Found among(List<Place> places) throws InterruptedException {
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

        private @Nullable Found probe(Place place) throws InterruptedException {
            var client = new PrometheusClient(surroundings.to(place), patience);
            try {
                var seen = new Probe(client, known.presence()).ask();
                tried.add(new Tried(place.toString(), seen.series() > 0 ? null : NO_GPUS));
                return new Found(place, seen.version(), seen.presence(), seen.series());
            } catch (Failure failure) {
                tried.add(new Tried(place.toString(), failure.problem()));
                return null;
            }
        }
    }
}
