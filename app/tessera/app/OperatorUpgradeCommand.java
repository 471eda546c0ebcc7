package tessera.app;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tessera.model.Failure;
import tessera.plan.intent.ReleaseIntent;

/** Plans another version of the GPU stack. */
@Command(name = "upgrade", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Preview upgrading the release to another chart: the new chart's defaults, then the release's own values, then --values and --set.")
final class OperatorUpgradeCommand extends ReleasePlanCommand {

    @Mixin
    private ChartOptions chart = new ChartOptions();

    @Override
    ReleaseIntent intent() throws Failure {
        return new ReleaseIntent.UpgradeRelease(release(), chart.chartSource(), chart.valuesYaml());
    }

    @Override
    ReleaseIntent completeIntent(ClusterDesk desk, ReleaseIntent asked) throws Failure, InterruptedException {
        return chart.rewriteImages(desk, asked);
    }
}
