package tessera.app;

import java.time.Duration;
import picocli.CommandLine.Command;
import tessera.model.ObjectRef;
import tessera.plan.intent.WorkloadIntent;

/** Plans that something makes no pods for the time being. */
@Command(name = "suspend", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.Version.class, sortOptions = false, description = "Plan that a Job or CronJob makes no pods until it is resumed, and wait until a Job's pods are gone.")
final class PlanSuspendCommand extends WorkloadPlanCommand {

    @Override
    boolean ofPods() {
        return false;
    }

    @Override
    WorkloadIntent intent(ObjectRef object, Duration time) {
        return new WorkloadIntent.Suspend(object, time);
    }
}
