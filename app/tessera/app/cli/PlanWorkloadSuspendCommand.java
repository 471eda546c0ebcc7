package tessera.app.cli;

import java.time.Duration;
import picocli.CommandLine.Command;
import tessera.model.ObjectRef;
import tessera.plan.intent.WorkloadChangeIntent;

/** Plans the suspension of a workload. */
@Command(name = "suspend", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanWorkloadSuspendCommand extends AbstractWorkloadPlanCommand {

    @Override
    boolean targetsPods() {
        return false;
    }

    @Override
    WorkloadChangeIntent intent(ObjectRef object, Duration time) {
        return new WorkloadChangeIntent.SuspendWorkloadIntent(object, time);
    }
}
