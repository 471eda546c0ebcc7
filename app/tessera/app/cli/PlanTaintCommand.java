package tessera.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import tessera.kube.scheduling.Taint;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TaintKey;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.node.CommonTaintsAndLabels;
import tessera.text.MessageCatalog;

/** Plans other taints. */
@Command(name = "taint", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanTaintCommand extends AbstractNodePlanCommand {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanTaintCommand.class);
    private static final Pattern REMOVAL = Pattern.compile("([^=:]+)(?:=[^:]*)?(?::(\\w+))?-");

    @Override
    NodeChangeIntent intent(TargetNodeSelection nodes, List<String> changes) {
        var set = new ArrayList<Taint>();
        var remove = new ArrayList<TaintKey>();
        for (var change : changes) {
            var removal = REMOVAL.matcher(change);
            if (removal.matches()) {
                remove.add(new TaintKey(removal.group(1), Objects.requireNonNullElse(removal.group(2), "")));
            } else {
                set.add(CommonTaintsAndLabels.parseTaint(change)
                        .orElseThrow(() -> usageError(MESSAGES.text("taint.malformed", change))));
            }
        }
        return new NodeChangeIntent.ChangeTaintsIntent(nodes, set, remove);
    }
}
