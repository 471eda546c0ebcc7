package tessera.app;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tessera.plan.intent.ReleaseIntent;

/** Plans that the GPU stack becomes as it was. */
@Command(name = "rollback", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Plan that the release becomes as an earlier revision was.")
final class OperatorRollbackCommand extends ReleasePlanCommand {

    @Option(names = "--to", paramLabel = "REVISION", required = true, description = "The revision to go back to; tessera stack -o json names them.")
    private int revision;

    @Override
    ReleaseIntent intent() {
        return new ReleaseIntent.RollBackRelease(release(), revision);
    }
}
