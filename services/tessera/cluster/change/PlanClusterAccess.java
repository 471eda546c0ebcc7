package tessera.cluster.change;

import java.time.Clock;
import java.util.function.Supplier;
import tessera.cluster.chart.HelmChartDownloader;
import tessera.cluster.helm.HelmReleaseAndChartReader;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.plan.context.PlannerInputReader;
import tessera.plan.step.PlanStepExecutor;

/**
 * The two means of plans: the executor of steps and the lookups.
 *
 * @param steps   does what was planned
 * @param inputReader reads what must be known to plan
 */
public record PlanClusterAccess(PlanStepExecutor steps, PlannerInputReader inputReader) {

    /**
     * Returns those over one connection.
     *
     * @param mode        what may be sent; for explanations only, as the gate decides
     * @param environment decides how charts that lie elsewhere are brought here
     */
    public static PlanClusterAccess overRoute(ApiTransportSupplier transportSupplier, Supplier<SessionAccessMode> mode,
            Clock clock, ProcessEnvironment environment) {
        var releases = new HelmReleaseAndChartReader(transportSupplier, new HelmChartDownloader(environment));
        return new PlanClusterAccess(new HttpPlanStepExecutor(transportSupplier, mode, clock, releases),
                new HttpPlannerInputReader(transportSupplier, releases));
    }
}
