package tessera.app.cli;

import java.util.List;
import picocli.CommandLine.Command;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.text.MessageCatalog;

/** Plans the cordon of nodes. */
@Command(name = "cordon", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanCordonCommand extends AbstractNodePlanCommand {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanCordonCommand.class);

    @Override
    NodeChangeIntent intent(TargetNodeSelection nodes, List<String> changes) {
        if (!changes.isEmpty()) {
            throw usageError(MESSAGES.text("node.malformed", changes.getFirst()));
        }
        return new NodeChangeIntent.CordonNodesIntent(nodes);
    }
}
