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

/** Plans the repair of a MIG change that hangs, failed or left something behind. */
@Command(name = "mend-mig", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false, description = "Preview repairing a MIG change that is stuck, failed, or left the node without devices.")
final class PlanRepairMigCommand extends AbstractNodePlanCommand {

    @Option(names = "--by", paramLabel = "WAY", required = true, completionCandidates = MigRepairActionNames.class, description = "Repair: restart-manager (restart the MIG manager to reapply the node's layout), end-pause (resume paused operands) or restart-plugin (restart the device plugin).")
    private String way = "";

    @Option(names = "--uncordon", description = "Uncordon the nodes afterwards, even if they were cordoned before.")
    private boolean open;

    @Mixin
    private EvictionCommandLineOptions evictions = new EvictionCommandLineOptions();

    @Option(names = "--manager-patience", paramLabel = "SECONDS", defaultValue = "900", description = "Time to wait for the MIG manager or the device plugin (default: 900).")
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
            throw usageError("“" + changes.getFirst() + "” is no name of a node");
        }
        if (limit < 0) {
            throw usageError("--manager-patience takes seconds, not fewer than 0");
        }
        var action = Arrays.stream(MigRepairAction.values()).filter(one -> one.commandWord().equals(way)).findFirst()
                .orElseThrow(() -> usageError("“%s” is no way to mend MIG, such as restart-manager".formatted(way)));
        return new MigRepairIntent(nodes, action, evictions.drainTerms(), Duration.ofSeconds(limit), open);
    }
}
