package tessera.app.cli;

import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tessera.model.ObjectRef;
import tessera.plan.intent.WorkloadChangeIntent;
import tessera.text.MessageCatalog;

/** Plans the eviction of pods. */
@Command(name = "evict", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanEvictCommand extends AbstractWorkloadPlanCommand {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanEvictCommand.class);

    @Option(names = "--grace-period", paramLabel = "SECONDS", defaultValue = "-1", descriptionKey = "planEvict.grace-period")
    private long gracePeriod = -1;

    @Override
    void checkOptions() {
        if (gracePeriod < -1) {
            throw usageError(MESSAGES.text("gracePeriod.negative"));
        }
    }

    @Override
    boolean targetsPods() {
        return true;
    }

    @Override
    WorkloadChangeIntent intent(ObjectRef object, Duration time) {
        return new WorkloadChangeIntent.EvictPodIntent(object, gracePeriod < 0 ? null : Duration.ofSeconds(gracePeriod),
                time);
    }
}
