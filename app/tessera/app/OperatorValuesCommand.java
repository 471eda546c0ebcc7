package tessera.app;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tessera.model.Failure;
import tessera.plan.intent.ReleaseIntent;

/** Plans other values for the GPU stack. */
@Command(name = "values", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Preview changing values of the release. The chart is taken from Helm's release record unless --chart is given.")
final class OperatorValuesCommand extends ReleasePlanCommand {

    @Mixin
    private ChartOptions chart = new ChartOptions();

    @Override
    ReleaseIntent intent() throws Failure {
        return new ReleaseIntent.SetValues(release(),
                chart.hasChart() ? chart.chartSource() : ReleaseIntent.SetValues.RECORDED, chart.valuesYaml());
    }

    @Override
    ReleaseIntent completeIntent(ClusterDesk desk, ReleaseIntent asked) throws Failure, InterruptedException {
        return chart.rewriteImages(desk, asked);
    }
}
