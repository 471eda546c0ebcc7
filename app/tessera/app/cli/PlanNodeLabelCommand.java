package tessera.app.cli;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import picocli.CommandLine.Command;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.text.MessageCatalog;

/** Plans other labels. */
@Command(name = "label", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanNodeLabelCommand extends AbstractNodePlanCommand {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanNodeLabelCommand.class);

    @Override
    NodeChangeIntent intent(TargetNodeSelection nodes, List<String> changes) {
        var set = new HashMap<String, String>();
        var remove = new HashSet<String>();
        for (var change : changes) {
            int equals = change.indexOf('=');
            if (equals > 0) {
                set.put(change.substring(0, equals), change.substring(equals + 1));
            } else if (equals < 0 && change.endsWith("-")) {
                remove.add(change.substring(0, change.length() - 1));
            } else {
                throw usageError(MESSAGES.text("label.malformed", change));
            }
        }
        return new NodeChangeIntent.ChangeLabelsIntent(nodes, set, remove);
    }
}
