package tessera.metrics.prometheus.discovery;

import java.util.List;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * Probes a possible Prometheus for its version and its GPU metrics.
 *
 * @param presenceQueries queries that give a number where there are metrics of GPUs
 */
record PrometheusCandidateCheck(PrometheusClient client, List<String> presenceQueries) {

    /**
     * The result of a probe.
     *
     * @param version  empty when it does not say
     * @param presence the query that shows that it knows of GPUs; empty when it knows of none
     * @param series   what that query counts
     */
    record PrometheusProbeResult(String version, String presence, long series) {}

    PrometheusProbeResult probe() throws ProblemException, InterruptedException {
        var version = readVersion();
        for (var query : presenceQueries) {
            var count = client.queryInstant(query, null).data();
            if (!count.isEmpty() && count.valueOf(0) > 0) {
                return new PrometheusProbeResult(version, query, Math.round(count.valueOf(0)));
            }
        }
        return new PrometheusProbeResult(version, "", 0);
    }

    /** Reads the version; not every server that answers queries reports one. */
    private String readVersion() throws ProblemException, InterruptedException {
        try {
            return client.buildInfo().data().version();
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.NOT_FOUND) {
                return "";
            }
            throw problemException;
        }
    }
}
