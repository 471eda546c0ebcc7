package tessera.app.cli;

import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.plan.intent.NodeChangeIntent.DrainSettings;
import tessera.text.MessageCatalog;

/** The options for evictions of pods. */
final class EvictionCommandLineOptions {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(EvictionCommandLineOptions.class);

    @Option(names = "--force", descriptionKey = "eviction.force")
    private boolean force;

    @Option(names = "--delete-emptydir-data", descriptionKey = "eviction.delete-emptydir-data")
    private boolean localData;

    @Option(names = "--grace-period", paramLabel = "SECONDS", defaultValue = "-1", descriptionKey = "eviction.grace-period")
    private long gracePeriod = -1;

    @Option(names = "--patience", paramLabel = "SECONDS", defaultValue = "300", descriptionKey = "eviction.patience")
    private long timeout = 300;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    DrainSettings drainTerms() {
        if (timeout < 0) {
            throw new ParameterException(command.commandLine(), MESSAGES.text("patience.negative"));
        }
        if (gracePeriod < -1) {
            throw new ParameterException(command.commandLine(), MESSAGES.text("gracePeriod.negative"));
        }
        return new DrainSettings(force, localData, gracePeriod < 0 ? null : Duration.ofSeconds(gracePeriod),
                Duration.ofSeconds(timeout));
    }
}
