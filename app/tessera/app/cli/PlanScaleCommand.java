package tessera.app.cli;

import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tessera.model.ObjectRef;
import tessera.plan.intent.WorkloadChangeIntent;
import tessera.text.MessageCatalog;

/** Plans another number of replicas. */
@Command(name = "scale", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanScaleCommand extends AbstractWorkloadPlanCommand {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanScaleCommand.class);

    @Option(names = "--replicas", required = true, paramLabel = "N", descriptionKey = "planScale.replicas")
    private int replicas;

    @Override
    void checkOptions() {
        if (replicas < 0) {
            throw usageError(MESSAGES.text("scale.negative"));
        }
    }

    @Override
    boolean targetsPods() {
        return false;
    }

    @Override
    WorkloadChangeIntent intent(ObjectRef object, Duration time) {
        return new WorkloadChangeIntent.ScaleWorkloadIntent(object, replicas, time);
    }
}
