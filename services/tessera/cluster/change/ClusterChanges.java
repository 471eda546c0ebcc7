package tessera.cluster.change;

import java.time.Clock;
import java.util.function.Supplier;
import tessera.cluster.chart.ChartDownloads;
import tessera.cluster.helm.HelmReleases;
import tessera.cluster.http.AccessMode;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.object.ObjectLists.ServerRoute;
import tessera.plan.context.SurveyLookups;
import tessera.plan.step.StepExecutor;

/**
 * The two ways to a cluster that plans need.
 *
 * @param steps   does what was planned
 * @param lookups reads what must be known to plan
 */
public record ClusterChanges(StepExecutor steps, SurveyLookups lookups) {

    /**
     * Those over one connection.
     *
     * @param mode        what may be sent; for explanations only, as the gate decides
     * @param environment decides how charts that lie elsewhere are brought here
     */
    public static ClusterChanges over(ServerRoute way, Supplier<AccessMode> mode, Clock clock,
            ProcessEnvironment environment) {
        var releases = new HelmReleases(way, new ChartDownloads(environment));
        return new ClusterChanges(new HttpSteps(way, mode, clock, releases), new HttpLookups(way, releases));
    }
}
