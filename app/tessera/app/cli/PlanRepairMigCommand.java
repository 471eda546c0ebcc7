package tessera.app.cli;

import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tessera.plan.intent.MigRepairIntent;
import tessera.plan.intent.MigRepairIntent.MigRepairAction;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.NodeChangeIntent.ApplyMigConfigIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.text.MessageCatalog;

/** Plans the repair of a MIG change that hangs, failed or left something behind. */
@Command(name = "mend-mig", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanRepairMigCommand extends AbstractNodePlanCommand {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanRepairMigCommand.class);

    @Option(names = "--by", paramLabel = "WAY", required = true, completionCandidates = MigRepairActionNames.class, descriptionKey = "planRepairMig.by")
    private String way = "";

    @Option(names = "--uncordon", descriptionKey = "planRepairMig.uncordon")
    private boolean open;

    @Mixin
    private EvictionCommandLineOptions evictions = new EvictionCommandLineOptions();

    @Option(names = "--manager-patience", paramLabel = "SECONDS", defaultValue = "900", descriptionKey = "planRepairMig.manager-patience")
    private long limit = ApplyMigConfigIntent.USUAL_LIMIT.toSeconds();

    /** Names of the repairs, as a user types them. */
    private static final class MigRepairActionNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(MigRepairAction.values()).map(MigRepairAction::commandWord).iterator();
        }
    }

    @Override
    NodeChangeIntent intent(TargetNodeSelection nodes, List<String> changes) {
        if (!changes.isEmpty()) {
            throw usageError(MESSAGES.text("node.malformed", changes.getFirst()));
        }
        if (limit < 0) {
            throw usageError(MESSAGES.text("mig.managerPatience"));
        }
        var action = Arrays.stream(MigRepairAction.values()).filter(one -> one.commandWord().equals(way)).findFirst()
                .orElseThrow(() -> usageError(MESSAGES.text("mig.unknownRepair", way)));
        return new MigRepairIntent(nodes, action, evictions.drainTerms(), Duration.ofSeconds(limit), open);
    }
}
