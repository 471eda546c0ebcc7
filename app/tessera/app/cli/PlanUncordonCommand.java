package tessera.app.cli;

import java.util.List;
import picocli.CommandLine.Command;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.text.MessageCatalog;

/** Plans the uncordon of nodes. */
@Command(name = "uncordon", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanUncordonCommand extends AbstractNodePlanCommand {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanUncordonCommand.class);

    @Override
    NodeChangeIntent intent(TargetNodeSelection nodes, List<String> changes) {
        if (!changes.isEmpty()) {
            throw usageError(MESSAGES.text("node.malformed", changes.getFirst()));
        }
        return new NodeChangeIntent.UncordonNodesIntent(nodes);
    }
}
