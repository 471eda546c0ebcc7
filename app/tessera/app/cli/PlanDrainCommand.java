package tessera.app.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.text.MessageCatalog;

/** Plans the drain of nodes. */
@Command(name = "drain", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanDrainCommand extends AbstractNodePlanCommand {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanDrainCommand.class);

    @Mixin
    private EvictionCommandLineOptions evictions = new EvictionCommandLineOptions();

    @Override
    NodeChangeIntent intent(TargetNodeSelection nodes, List<String> changes) {
        if (!changes.isEmpty()) {
            throw usageError(MESSAGES.text("node.malformed", changes.getFirst()));
        }
        return new NodeChangeIntent.DrainNodesIntent(nodes, evictions.drainTerms());
    }
}
