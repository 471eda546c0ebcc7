package tessera.app;

import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.plan.intent.NodeIntent.DrainTerms;

/** The options that say what evictions may do to pods. */
final class EvictionOptions {

    @Option(names = "--force", description = "Also pods that nobody will create again.")
    private boolean force;

    @Option(names = "--delete-emptydir-data", description = "Also pods that keep data on the node, which are lost.")
    private boolean localData;

    @Option(names = "--grace-period", paramLabel = "SECONDS", defaultValue = "-1", description = "How long a pod may take to end, instead of what it says itself.")
    private long grace = -1;

    @Option(names = "--patience", paramLabel = "SECONDS", defaultValue = "300", description = "How long to try an eviction again that a disruption budget forbids, and to wait for pods to go; 300 if nothing is said.")
    private long patience = 300;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    DrainTerms terms() {
        if (patience < 0) {
            throw new ParameterException(command.commandLine(), "--patience takes seconds, not fewer than 0");
        }
        if (grace < -1) {
            throw new ParameterException(command.commandLine(), "--grace-period takes seconds, not fewer than 0");
        }
        return new DrainTerms(force, localData, grace < 0 ? null : Duration.ofSeconds(grace),
                Duration.ofSeconds(patience));
    }
}
