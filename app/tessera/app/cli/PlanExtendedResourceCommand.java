package tessera.app.cli;

import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.text.MessageCatalog;

/** Plans custom extended resources on nodes. */
@Command(name = "extended-resource", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanExtendedResourceCommand extends AbstractNodePlanCommand {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanExtendedResourceCommand.class);

    private static final Pattern CHANGE = Pattern.compile("([^=]+)(?:=(\\d{1,18})|-)");

    @Override
    NodeChangeIntent intent(TargetNodeSelection nodes, List<String> changes) {
        if (changes.size() != 1) {
            throw usageError(MESSAGES.text("extendedResource.missing"));
        }
        var change = CHANGE.matcher(changes.getFirst());
        if (!change.matches()) {
            throw usageError(MESSAGES.text("extendedResource.malformed", changes.getFirst()));
        }
        var amount = change.group(2);
        return new NodeChangeIntent.AdvertiseResourceIntent(nodes, change.group(1),
                amount == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(amount)));
    }
}
