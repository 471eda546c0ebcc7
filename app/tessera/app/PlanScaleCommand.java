package tessera.app;

import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tessera.model.ObjectRef;
import tessera.plan.intent.WorkloadIntent;

/** Plans that something has more pods, or fewer. */
@Command(name = "scale", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Plan that a Deployment or StatefulSet has so many pods, or a LeaderWorkerSet so many groups of pods, and wait until they are ready or gone; --wait 0 waits for none.")
final class PlanScaleCommand extends WorkloadPlanCommand {

    @Option(names = "--replicas", required = true, paramLabel = "N", description = "How many pods it shall have.")
    private int replicas;

    @Override
    void check() {
        if (replicas < 0) {
            throw misuse("--replicas takes a number, not fewer than 0");
        }
    }

    @Override
    boolean ofPods() {
        return false;
    }

    @Override
    WorkloadIntent intent(ObjectRef object, Duration time) {
        return new WorkloadIntent.Scale(object, replicas, time);
    }
}
