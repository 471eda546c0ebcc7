package tessera.app;

import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tessera.model.ObjectRef;
import tessera.plan.intent.WorkloadIntent;

/** Plans that pods are deleted. */
@Command(name = "delete", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Plan that pods are deleted, whatever their disruption budgets say, and wait until they are gone.")
final class PlanDeleteCommand extends WorkloadPlanCommand {

    @Option(names = "--grace-period", paramLabel = "SECONDS", defaultValue = "-1", description = "How long it may take to end, instead of what it says itself.")
    private long grace = -1;

    @Option(names = "--force", description = "Take it out of the cluster at once, whether it has ended or not: only for a node that is gone for good.")
    private boolean force;

    @Override
    void check() {
        if (grace < -1) {
            throw misuse("--grace-period takes seconds, not fewer than 0");
        }
        if (force && grace > 0) {
            throw misuse("--force leaves no time to end: leave out --grace-period");
        }
    }

    @Override
    boolean ofPods() {
        return true;
    }

    @Override
    WorkloadIntent intent(ObjectRef object, Duration time) {
        return new WorkloadIntent.DeletePod(object, grace < 0 ? null : Duration.ofSeconds(grace), force, time);
    }
}
