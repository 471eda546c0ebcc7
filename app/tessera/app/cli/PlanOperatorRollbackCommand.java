package tessera.app.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tessera.plan.intent.GpuStackReleaseIntent;

/** Plans the rollback of the GPU stack. */
@Command(name = "rollback", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanOperatorRollbackCommand extends AbstractHelmReleasePlanCommand {

    @Option(names = "--to", paramLabel = "REVISION", required = true, descriptionKey = "planOperatorRollback.to")
    private int revision;

    @Override
    GpuStackReleaseIntent intent() {
        return new GpuStackReleaseIntent.RollBackReleaseIntent(release(), revision);
    }
}
