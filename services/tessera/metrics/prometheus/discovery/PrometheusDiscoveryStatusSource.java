package tessera.metrics.prometheus.discovery;

import java.time.Duration;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.PrometheusConnection;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryResult.FoundPrometheus;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/** Determines the status of a cluster's Prometheus. Waits for answers; not for the FX thread. */
@FunctionalInterface
public interface PrometheusDiscoveryStatusSource {

    /** Searches once. */
    PrometheusDiscoveryStatus locate() throws InterruptedException;

    /**
     * Returns a locator that searches the cluster.
     *
     * @param timeout how long each place may be silent
     */
    static PrometheusDiscoveryStatusSource inCluster(PrometheusDiscoveryClient surroundings, Duration timeout) {
        return () -> {
            var finding = new PrometheusFinder(surroundings, timeout).find();
            var found = finding.prometheus();
            if (found == null) {
                return statusWithout(finding);
            }
            return new PrometheusDiscoveryStatus.PrometheusAvailable(displayName(found), found.version(),
                    found.knowsGpus(), new PrometheusClient(surroundings.connectTo(found.candidate()), timeout));
        };
    }

    /**
     * Returns a locator that asks the one that the user named, and no other.
     *
     * @param name     what it is called
     * @param timeout how long it may be silent
     */
    static PrometheusDiscoveryStatusSource atEndpoint(String name, PrometheusConnection way, Duration timeout) {
        var client = new PrometheusClient(way, timeout);
        var probe = new PrometheusCandidateCheck(client, KnownPrometheusServices.bundled().presenceQueries());
        return () -> {
            try {
                var checkResult = probe.probe();
                return new PrometheusDiscoveryStatus.PrometheusAvailable(name, checkResult.version(),
                        checkResult.series() > 0, client);
            } catch (ProblemException problemException) {
                return new PrometheusDiscoveryStatus.PrometheusForbidden(name, problemException.problem());
            }
        };
    }

    private static String displayName(FoundPrometheus found) {
        var candidate = found.candidate();
        boolean other = candidate.title().startsWith("Thanos") || candidate.title().startsWith("VictoriaMetrics");
        return (other ? candidate.title() : "Prometheus") + " " + candidate.key();
    }

    /** Returns the status where nothing was found; a candidate that could not be reached does not prove absence. */
    private static PrometheusDiscoveryStatus statusWithout(PrometheusDiscoveryResult finding) {
        for (var tried : finding.candidates()) {
            var problem = tried.outcome();
            if (problem != null && problem.kind() == OperationProblemKind.UNREACHABLE) {
                // It is the cluster that is away.
                return new PrometheusDiscoveryStatus.PrometheusSearching();
            }
            if (problem != null && problem.kind() != OperationProblemKind.NOT_FOUND) {
                return new PrometheusDiscoveryStatus.PrometheusForbidden(tried.what(), problem);
            }
        }
        return new PrometheusDiscoveryStatus.PrometheusNotFound(finding.candidates());
    }
}
