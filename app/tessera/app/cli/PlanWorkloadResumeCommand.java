package tessera.app.cli;

import java.time.Duration;
import picocli.CommandLine.Command;
import tessera.model.ObjectRef;
import tessera.plan.intent.WorkloadChangeIntent;

/** Plans the resumption of a suspended workload. */
@Command(name = "resume", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanWorkloadResumeCommand extends AbstractWorkloadPlanCommand {

    @Override
    boolean targetsPods() {
        return false;
    }

    @Override
    WorkloadChangeIntent intent(ObjectRef object, Duration time) {
        return new WorkloadChangeIntent.ResumeWorkloadIntent(object, time);
    }
}
