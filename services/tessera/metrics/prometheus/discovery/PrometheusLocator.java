package tessera.metrics.prometheus.discovery;

import java.time.Duration;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.PrometheusEndpoint;
import tessera.metrics.prometheus.discovery.DiscoveryResult.FoundPrometheus;
import tessera.model.Failure;
import tessera.model.Problem.ProblemKind;

/** Determines the status of a cluster's Prometheus. Waits for answers; not for the FX thread. */
@FunctionalInterface
public interface PrometheusLocator {

    /** Searches once. */
    PrometheusStatus locate() throws InterruptedException;

    /**
     * Returns a locator that searches the cluster.
     *
     * @param timeout how long each place may be silent
     */
    static PrometheusLocator inCluster(DiscoveryInput surroundings, Duration timeout) {
        return () -> {
            var finding = new PrometheusFinder(surroundings, timeout).find();
            var found = finding.prometheus();
            return found == null ? statusWithout(finding)
                    : new PrometheusStatus.PrometheusAvailable(displayName(found), found.version(), found.knowsGpus(),
                            new PrometheusClient(surroundings.connectTo(found.place()), timeout));
        };
    }

    /**
     * Returns a locator that asks the one that the user named, and no other.
     *
     * @param name     what it is called
     * @param timeout how long it may be silent
     */
    static PrometheusLocator atEndpoint(String name, PrometheusEndpoint way, Duration timeout) {
        var client = new PrometheusClient(way, timeout);
        var probe = new PrometheusProbe(client, KnownPrometheusServices.bundled().presenceQueries());
        return () -> {
            try {
                var seen = probe.probe();
                return new PrometheusStatus.PrometheusAvailable(name, seen.version(), seen.series() > 0, client);
            } catch (Failure failure) {
                return new PrometheusStatus.PrometheusForbidden(name, failure.problem());
            }
        };
    }

    private static String displayName(FoundPrometheus found) {
        var place = found.place();
        boolean other = place.title().startsWith("Thanos") || place.title().startsWith("VictoriaMetrics");
        return (other ? place.title() : "Prometheus") + " " + place.key();
    }

    /** Returns the status where nothing was found; a candidate that could not be reached does not prove absence. */
    private static PrometheusStatus statusWithout(DiscoveryResult finding) {
        for (var tried : finding.tried()) {
            var problem = tried.outcome();
            if (problem != null && problem.kind() == ProblemKind.UNREACHABLE) {
                // It is the cluster that is away.
                return new PrometheusStatus.PrometheusSearching();
            }
            if (problem != null && problem.kind() != ProblemKind.NOT_FOUND) {
                return new PrometheusStatus.PrometheusForbidden(tried.what(), problem);
            }
        }
        return new PrometheusStatus.PrometheusNotFound(finding.tried());
    }
}
