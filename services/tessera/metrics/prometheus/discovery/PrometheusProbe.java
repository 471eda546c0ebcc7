package tessera.metrics.prometheus.discovery;

import java.util.List;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.model.Failure;
import tessera.model.Problem.ProblemKind;

/**
 * Asks whoever may be a Prometheus what it is and what it knows.
 *
 * @param presence queries that give a number where there are metrics of GPUs
 */
record PrometheusProbe(PrometheusClient client, List<String> presence) {

    /**
     * What was seen.
     *
     * @param version  empty when it does not say
     * @param presence the query that shows that it knows of GPUs; empty when it knows of none
     * @param series   what that query counts
     */
    record ProbeResult(String version, String presence, long series) {}

    ProbeResult ask() throws Failure, InterruptedException {
        var version = version();
        for (var query : presence) {
            var count = client.instant(query, null).data();
            if (!count.isEmpty() && count.value(0) > 0) {
                return new ProbeResult(version, query, Math.round(count.value(0)));
            }
        }
        return new ProbeResult(version, "", 0);
    }

    /** Not everything that answers queries tells its version. */
    private String version() throws Failure, InterruptedException {
        try {
            return client.buildInfo().data().version();
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return "";
            }
            throw failure;
        }
    }
}
