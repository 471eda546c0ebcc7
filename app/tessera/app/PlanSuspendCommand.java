package tessera.app;

import java.time.Duration;
import picocli.CommandLine.Command;
import tessera.model.ObjectRef;
import tessera.plan.intent.WorkloadIntent;

/** Plans that something makes no pods for the time being. */
@Command(name = "suspend", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Plan that a Job, a CronJob, or work of a custom kind (PyTorchJob, MPIJob, TFJob, XGBoostJob, PaddleJob, JAXJob, TrainJob, JobSet, RayJob, RayCluster, Workload of Kueue) makes no pods until it is resumed, and wait until its pods are gone.")
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
