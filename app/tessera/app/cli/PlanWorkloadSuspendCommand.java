package tessera.app.cli;

import java.time.Duration;
import picocli.CommandLine.Command;
import tessera.model.ObjectRef;
import tessera.plan.intent.WorkloadChangeIntent;

/** Plans the suspension of a workload. */
@Command(name = "suspend", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false, description = "Preview suspending a Job, CronJob, PyTorchJob, MPIJob, TFJob, XGBoostJob, PaddleJob, JAXJob, TrainJob, JobSet, RayJob, RayCluster or Kueue Workload. Applying waits until its pods are gone.")
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
