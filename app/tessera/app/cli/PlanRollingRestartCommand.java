package tessera.app.cli;

import java.time.Duration;
import picocli.CommandLine.Command;
import tessera.model.ObjectRef;
import tessera.plan.intent.WorkloadChangeIntent;

/** Plans the restart of pods. */
@Command(name = "restart", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanRollingRestartCommand extends AbstractWorkloadPlanCommand {

    @Override
    boolean targetsPods() {
        return false;
    }

    @Override
    WorkloadChangeIntent intent(ObjectRef object, Duration time) {
        return new WorkloadChangeIntent.RestartWorkloadIntent(object, time);
    }
}
