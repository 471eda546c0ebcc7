package tessera.app.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TargetNodeSelection;

/** Plans the drain of nodes. */
@Command(name = "drain", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanDrainCommand extends AbstractNodePlanCommand {

    @Mixin
    private EvictionCommandLineOptions evictions = new EvictionCommandLineOptions();

    @Override
    NodeChangeIntent intent(TargetNodeSelection nodes, List<String> changes) {
        if (!changes.isEmpty()) {
            throw usageError("“" + changes.getFirst() + "” is no name of a node");
        }
        return new NodeChangeIntent.DrainNodesIntent(nodes, evictions.drainTerms());
    }
}
