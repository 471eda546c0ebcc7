package tessera.app;

import java.time.Duration;
import picocli.CommandLine.Command;
import tessera.model.ObjectRef;
import tessera.plan.intent.WorkloadIntent;

/** Plans that pods are replaced by new ones. */
@Command(name = "restart", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Plan that every pod of a Deployment, StatefulSet or DaemonSet is replaced by a new one, a few at a time, and wait until they are ready; --wait 0 waits for none.")
final class PlanRestartCommand extends WorkloadPlanCommand {

    @Override
    boolean ofPods() {
        return false;
    }

    @Override
    WorkloadIntent intent(ObjectRef object, Duration time) {
        return new WorkloadIntent.Restart(object, time);
    }
}
