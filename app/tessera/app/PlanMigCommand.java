package tessera.app;

import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.NodeIntent.ApplyMigConfig;
import tessera.plan.intent.Targets;

/** Plans that GPUs are divided anew. */
@Command(name = "mig", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.Version.class, sortOptions = false, description = "Plan that the GPUs of nodes are divided anew by their MIG manager. The nodes take no further pods meanwhile, and those there that hold GPUs are evicted; pods of DaemonSets stay.")
final class PlanMigCommand extends NodePlanCommand {

    @Option(names = "--config", paramLabel = "NAME", required = true, description = "One of the configurations that the nodes offer, such as all-balanced.")
    private String config = "";

    @Mixin
    private EvictionOptions evictions = new EvictionOptions();

    @Option(names = "--manager-patience", paramLabel = "SECONDS", defaultValue = "900", description = "How long the MIG manager of a node may take; 900 if nothing is said.")
    private long limit = ApplyMigConfig.USUAL_LIMIT.toSeconds();

    @Override
    NodeIntent intent(Targets nodes, List<String> changes) {
        if (!changes.isEmpty()) {
            throw misuse("“" + changes.getFirst() + "” is no name of a node");
        }
        if (config.isBlank()) {
            throw misuse("--config takes the name of a configuration");
        }
        if (limit < 0) {
            throw misuse("--manager-patience takes seconds, not fewer than 0");
        }
        return new ApplyMigConfig(nodes, config, evictions.terms(), Duration.ofSeconds(limit));
    }
}
