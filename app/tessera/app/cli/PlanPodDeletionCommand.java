package tessera.app.cli;

import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tessera.model.ObjectRef;
import tessera.plan.intent.WorkloadChangeIntent;
import tessera.text.MessageCatalog;

/** Plans the deletion of pods. */
@Command(name = "delete", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanPodDeletionCommand extends AbstractWorkloadPlanCommand {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanPodDeletionCommand.class);

    @Option(names = "--grace-period", paramLabel = "SECONDS", defaultValue = "-1", descriptionKey = "planPodDeletion.grace-period")
    private long gracePeriod = -1;

    @Option(names = "--force", descriptionKey = "planPodDeletion.force")
    private boolean force;

    @Override
    void checkOptions() {
        if (gracePeriod < -1) {
            throw usageError(MESSAGES.text("gracePeriod.negative"));
        }
        if (force && gracePeriod > 0) {
            throw usageError(MESSAGES.text("delete.forceAndGrace"));
        }
    }

    @Override
    boolean targetsPods() {
        return true;
    }

    @Override
    WorkloadChangeIntent intent(ObjectRef object, Duration time) {
        return new WorkloadChangeIntent.DeletePodIntent(object,
                gracePeriod < 0 ? null : Duration.ofSeconds(gracePeriod), force, time);
    }
}
