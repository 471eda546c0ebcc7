package tessera.app;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tessera.model.Failure;
import tessera.plan.intent.ReleaseIntent;

/** Plans another version of the GPU stack. */
@Command(name = "upgrade", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Plan that the release gets another chart, with the chart's defaults afresh and what was set in it before; --values and --set win over that.")
final class OperatorUpgradeCommand extends ReleasePlanCommand {

    @Mixin
    private ChartOptions chart = new ChartOptions();

    @Override
    ReleaseIntent intent() throws Failure {
        return new ReleaseIntent.UpgradeRelease(release(), chart.source(), chart.values());
    }

    @Override
    ReleaseIntent intent(ClusterDesk desk, ReleaseIntent asked) throws Failure, InterruptedException {
        return chart.rewritten(desk, asked);
    }
}
