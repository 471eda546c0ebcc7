package tessera.app;

import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tessera.model.ObjectRef;
import tessera.plan.intent.WorkloadIntent;

/** Plans that pods are evicted. */
@Command(name = "evict", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Plan that pods are asked to go as soon as their disruption budgets allow it, and wait until they are gone.")
final class PlanEvictCommand extends WorkloadPlanCommand {

    @Option(names = "--grace-period", paramLabel = "SECONDS", defaultValue = "-1", description = "How long it may take to end, instead of what it says itself.")
    private long grace = -1;

    @Override
    void check() {
        if (grace < -1) {
            throw misuse("--grace-period takes seconds, not fewer than 0");
        }
    }

    @Override
    boolean ofPods() {
        return true;
    }

    @Override
    WorkloadIntent intent(ObjectRef object, Duration time) {
        return new WorkloadIntent.EvictPod(object, grace < 0 ? null : Duration.ofSeconds(grace), time);
    }
}
