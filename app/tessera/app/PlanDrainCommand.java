package tessera.app;

import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.NodeIntent.DrainTerms;
import tessera.plan.intent.Targets;

/** Plans that nodes are emptied. */
@Command(name = "drain", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.Version.class, sortOptions = false, description = "Plan that nodes take no further pods and those there are evicted. Pods of DaemonSets stay.")
final class PlanDrainCommand extends NodePlanCommand {

    @Option(names = "--force", description = "Also pods that nobody will create again.")
    private boolean force;

    @Option(names = "--delete-emptydir-data", description = "Also pods that keep data on the node, which are lost.")
    private boolean localData;

    @Option(names = "--grace-period", paramLabel = "SECONDS", defaultValue = "-1", description = "How long a pod may take to end, instead of what it says itself.")
    private long grace = -1;

    @Option(names = "--patience", paramLabel = "SECONDS", defaultValue = "300", description = "How long to try an eviction again that a disruption budget forbids, and to wait for pods to go; 300 if nothing is said.")
    private long patience = 300;

    @Override
    NodeIntent intent(Targets nodes, List<String> changes) {
        if (!changes.isEmpty()) {
            throw misuse("“" + changes.getFirst() + "” is no name of a node");
        }
        if (patience < 0) {
            throw misuse("--patience takes seconds, not fewer than 0");
        }
        return new NodeIntent.Drain(nodes,
                new DrainTerms(force, localData, grace < 0 ? null : Duration.ofSeconds(grace),
                        Duration.ofSeconds(patience)));
    }
}
