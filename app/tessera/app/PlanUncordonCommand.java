package tessera.app;

import java.util.List;
import picocli.CommandLine.Command;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.Targets;

/** Plans that nodes take pods again. */
@Command(name = "uncordon", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.Version.class, sortOptions = false, description = "Plan that nodes take pods again.")
final class PlanUncordonCommand extends NodePlanCommand {

    @Override
    NodeIntent intent(Targets nodes, List<String> changes) {
        if (!changes.isEmpty()) {
            throw misuse("“" + changes.getFirst() + "” is no name of a node");
        }
        return new NodeIntent.Uncordon(nodes);
    }
}
