package tessera.app.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tessera.app.wiring.ClusterSelectionService;
import tessera.model.ProblemException;
import tessera.plan.intent.GpuStackReleaseIntent;

/** Plans other values for the GPU stack. */
@Command(name = "values", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanOperatorValuesCommand extends AbstractHelmReleasePlanCommand {

    @Mixin
    private HelmChartCommandLineOptions chart = new HelmChartCommandLineOptions();

    @Override
    GpuStackReleaseIntent intent() throws ProblemException {
        return new GpuStackReleaseIntent.SetReleaseValuesIntent(release(),
                chart.hasChart() ? chart.chartSource() : GpuStackReleaseIntent.SetReleaseValuesIntent.RECORDED,
                chart.valuesYaml());
    }

    @Override
    GpuStackReleaseIntent completeIntent(ClusterSelectionService clusterSelection, GpuStackReleaseIntent releaseIntent)
            throws ProblemException, InterruptedException {
        return chart.rewriteImages(clusterSelection, releaseIntent);
    }
}
