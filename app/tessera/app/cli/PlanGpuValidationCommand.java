package tessera.app.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tessera.plan.intent.GpuStackReleaseIntent;

/** Plans a validation that pods get a working GPU. */
@Command(name = "validate", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false, description = "Preview running nvidia-smi in a pod with one GPU. The receipt has its output; the pod is deleted afterwards.")
final class PlanGpuValidationCommand extends AbstractHelmReleasePlanCommand {

    @Option(names = "--node", paramLabel = "NODE", description = "Node to run on (default: any node with a free GPU).")
    private String node = "";

    @Option(names = "--image", paramLabel = "IMAGE", description = "Image of the pod (default: the operator's validator image). nvidia-smi comes with the driver.")
    private String image = "";

    @Override
    GpuStackReleaseIntent intent() {
        return new GpuStackReleaseIntent.ProveGpuStackIntent(release(), node, image);
    }
}
