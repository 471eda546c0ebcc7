package tessera.app;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tessera.plan.intent.ReleaseIntent;

/** Plans the proof that pods get a GPU that works. */
@Command(name = "validate", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Plan that a pod is given a GPU and runs nvidia-smi, whose output is in the receipt; the pod is removed afterwards.")
final class OperatorValidateCommand extends ReleasePlanCommand {

    @Option(names = "--node", paramLabel = "NODE", description = "On this node; any with a free GPU if nothing is said.")
    private String node = "";

    @Option(names = "--image", paramLabel = "IMAGE", description = "That the pod runs; the one by which the operator validates if nothing is said. nvidia-smi comes with the driver.")
    private String image = "";

    @Override
    ReleaseIntent intent() {
        return new ReleaseIntent.Validate(release(), node, image);
    }
}
