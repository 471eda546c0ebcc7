package tessera.app;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tessera.model.Failure;
import tessera.plan.intent.ReleaseIntent;

/** Plans a GPU stack where there is none. */
@Command(name = "install", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.Version.class, sortOptions = false, description = "Plan that the GPU operator is installed, after a look at what could be in its way.")
final class OperatorInstallCommand extends ReleasePlanCommand {

    @Mixin
    private ChartOptions chart = new ChartOptions();

    @Override
    ReleaseIntent intent() throws Failure {
        return new ReleaseIntent.Install(release(), chart.source(), chart.values());
    }
}
