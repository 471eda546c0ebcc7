package tessera.app.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tessera.app.wiring.ClusterSelectionService;
import tessera.model.ProblemException;
import tessera.plan.intent.GpuStackReleaseIntent;

/** Plans another version of the GPU stack. */
@Command(name = "upgrade", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanOperatorUpgradeCommand extends AbstractHelmReleasePlanCommand {

    @Mixin
    private HelmChartCommandLineOptions chart = new HelmChartCommandLineOptions();

    @Override
    GpuStackReleaseIntent intent() throws ProblemException {
        return new GpuStackReleaseIntent.UpgradeReleaseIntent(release(), chart.chartSource(), chart.valuesYaml());
    }

    @Override
    GpuStackReleaseIntent completeIntent(ClusterSelectionService clusterSelection, GpuStackReleaseIntent releaseIntent)
            throws ProblemException, InterruptedException {
        return chart.rewriteImages(clusterSelection, releaseIntent);
    }
}
