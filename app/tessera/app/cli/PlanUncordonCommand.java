package tessera.app.cli;

import java.util.List;
import picocli.CommandLine.Command;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TargetNodeSelection;

/** Plans the uncordon of nodes. */
@Command(name = "uncordon", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanUncordonCommand extends AbstractNodePlanCommand {

    @Override
    NodeChangeIntent intent(TargetNodeSelection nodes, List<String> changes) {
        if (!changes.isEmpty()) {
            throw usageError("“" + changes.getFirst() + "” is no name of a node");
        }
        return new NodeChangeIntent.UncordonNodesIntent(nodes);
    }
}
