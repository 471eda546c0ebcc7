package tessera.app.cli;

import picocli.CommandLine.Command;
import tessera.plan.intent.GpuStackReleaseIntent;

/** Plans the removal of the GPU stack. */
@Command(name = "uninstall", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanOperatorUninstallCommand extends AbstractHelmReleasePlanCommand {

    @Override
    GpuStackReleaseIntent intent() {
        return new GpuStackReleaseIntent.UninstallReleaseIntent(release());
    }
}
