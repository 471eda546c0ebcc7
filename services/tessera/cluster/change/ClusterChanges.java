package tessera.cluster.change;

import java.time.Clock;
import java.util.function.Supplier;
import tessera.cluster.chart.ChartDownloads;
import tessera.cluster.helm.HelmReleases;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.object.ObjectLists.ServerRoute;
import tessera.plan.context.SurveyLookups;
import tessera.plan.step.StepExecutor;

/**
 * The two means of plans: the executor of steps and the lookups.
 *
 * @param steps   does what was planned
 * @param lookups reads what must be known to plan
 */
public record ClusterChanges(StepExecutor steps, SurveyLookups lookups) {

    /**
     * Returns those over one connection.
     *
     * @param mode        what may be sent; for explanations only, as the gate decides
     * @param environment decides how charts that lie elsewhere are brought here
     */
    public static ClusterChanges overRoute(ServerRoute route, Supplier<SessionAccessMode> mode, Clock clock,
            ProcessEnvironment environment) {
        var releases = new HelmReleases(route, new ChartDownloads(environment));
        return new ClusterChanges(new HttpSteps(route, mode, clock, releases), new HttpLookups(route, releases));
    }
}
