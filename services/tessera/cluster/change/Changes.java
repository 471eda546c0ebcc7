package tessera.cluster.change;

import java.time.Clock;
import java.util.function.Supplier;
import tessera.cluster.chart.ChartDownloads;
import tessera.cluster.helm.HelmReleases;
import tessera.cluster.kubeconfig.Environment;
import tessera.cluster.object.ObjectLists.Way;
import tessera.cluster.wire.AccessMode;
import tessera.plan.step.StepExecutor;
import tessera.plan.survey.Lookups;

/**
 * The two ways to a cluster that plans need.
 *
 * @param steps   does what was planned
 * @param lookups reads what must be known to plan
 */
public record Changes(StepExecutor steps, Lookups lookups) {

    /**
     * Those over one connection.
     *
     * @param mode        what may be sent; for explanations only, as the gate decides
     * @param environment decides how charts that lie elsewhere are brought here
     */
    public static Changes over(Way way, Supplier<AccessMode> mode, Clock clock, Environment environment) {
        var releases = new HelmReleases(way, new ChartDownloads(environment));
        return new Changes(new HttpSteps(way, mode, clock, releases), new HttpLookups(way, releases));
    }
}
