package tessera.app;

import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tessera.plan.intent.MendMig;
import tessera.plan.intent.MendMig.MigRepair;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.NodeIntent.ApplyMigConfig;
import tessera.plan.intent.NodeTargets;

/** Plans how a change of MIG is brought to an end that hangs, failed or left something behind. */
@Command(name = "mend-mig", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Plan how a change of MIG is brought to an end that hangs, failed, or succeeded without what it was for.")
final class PlanMendMigCommand extends NodePlanCommand {

    @Option(names = "--by", paramLabel = "WAY", required = true, completionCandidates = RepairNames.class, description = "One of: restart-manager has the MIG manager do again what the node was told; end-pause lets the operands run again that are paused; restart-plugin has the device plugin look again.")
    private String way = "";

    @Option(names = "--uncordon", description = "Open the nodes afterwards, even if they were closed before.")
    private boolean open;

    @Mixin
    private EvictionOptions evictions = new EvictionOptions();

    @Option(names = "--manager-patience", paramLabel = "SECONDS", defaultValue = "900", description = "How long the MIG manager or the device plugin may take; 900 if nothing is said.")
    private long limit = ApplyMigConfig.USUAL_LIMIT.toSeconds();

    /** The ways, as a user types them. */
    private static final class RepairNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(MigRepair.values()).map(MigRepair::word).iterator();
        }
    }

    @Override
    NodeIntent intent(NodeTargets nodes, List<String> changes) {
        if (!changes.isEmpty()) {
            throw misuse("“" + changes.getFirst() + "” is no name of a node");
        }
        if (limit < 0) {
            throw misuse("--manager-patience takes seconds, not fewer than 0");
        }
        var meant = Arrays.stream(MigRepair.values()).filter(one -> one.word().equals(way)).findFirst()
                .orElseThrow(() -> misuse("“%s” is no way to mend MIG, such as restart-manager".formatted(way)));
        return new MendMig(nodes, meant, evictions.terms(), Duration.ofSeconds(limit), open);
    }
}
