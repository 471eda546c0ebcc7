package tessera.app.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tessera.plan.intent.GpuStackReleaseIntent;

/** Plans a validation that pods get a working GPU. */
@Command(name = "validate", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanGpuValidationCommand extends AbstractHelmReleasePlanCommand {

    @Option(names = "--node", paramLabel = "NODE", descriptionKey = "planGpuValidation.node")
    private String node = "";

    @Option(names = "--image", paramLabel = "IMAGE", descriptionKey = "planGpuValidation.image")
    private String image = "";

    @Override
    GpuStackReleaseIntent intent() {
        return new GpuStackReleaseIntent.ProveGpuStackIntent(release(), node, image);
    }
}
