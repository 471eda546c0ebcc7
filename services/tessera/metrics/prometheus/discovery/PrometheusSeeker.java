package tessera.metrics.prometheus.discovery;

import java.time.Duration;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.PrometheusEndpoint;
import tessera.metrics.prometheus.discovery.DiscoveryResult.FoundPrometheus;
import tessera.model.Failure;
import tessera.model.Problem.ProblemKind;

/** Tells how it stands with the Prometheus of a cluster. Waits for answers; not for the FX thread. */
@FunctionalInterface
public interface PrometheusSeeker {

    /** Looks once. */
    PrometheusStatus seek() throws InterruptedException;

    /**
     * Looks for one in the cluster.
     *
     * @param patience how long each place may be silent
     */
    static PrometheusSeeker in(DiscoveryInput surroundings, Duration patience) {
        return () -> {
            var finding = new PrometheusFinder(surroundings, patience).find();
            var found = finding.found();
            return found == null ? without(finding)
                    : new PrometheusStatus.PrometheusAvailable(name(found), found.version(), found.knowsGpus(),
                            new PrometheusClient(surroundings.to(found.place()), patience));
        };
    }

    /**
     * Asks the one that the user named, and no other.
     *
     * @param name     what it is called
     * @param patience how long it may be silent
     */
    static PrometheusSeeker at(String name, PrometheusEndpoint way, Duration patience) {
        var client = new PrometheusClient(way, patience);
        var probe = new PrometheusProbe(client, KnownPlaces.bundled().presence());
        return () -> {
            try {
                var seen = probe.ask();
                return new PrometheusStatus.PrometheusAvailable(name, seen.version(), seen.series() > 0, client);
            } catch (Failure failure) {
                return new PrometheusStatus.PrometheusForbidden(name, failure.problem());
            }
        };
    }

    private static String name(FoundPrometheus found) {
        var place = found.place();
        boolean other = place.title().startsWith("Thanos") || place.title().startsWith("VictoriaMetrics");
        return (other ? place.title() : "Prometheus") + " " + place.key();
    }

    /** What could not be looked at is no proof that there is nothing. */
    private static PrometheusStatus without(DiscoveryResult finding) {
        for (var tried : finding.tried()) {
            var why = tried.outcome();
            if (why != null && why.kind() == ProblemKind.UNREACHABLE) {
                // It is the cluster that is away.
                return new PrometheusStatus.PrometheusSearching();
            }
            if (why != null && why.kind() != ProblemKind.NOT_FOUND) {
                return new PrometheusStatus.PrometheusForbidden(tried.what(), why);
            }
        }
        return new PrometheusStatus.Nowhere(finding.tried());
    }
}
