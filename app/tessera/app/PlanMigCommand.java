package tessera.app;

import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tessera.mig.LayoutText;
import tessera.plan.intent.MigLayoutRequest;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.NodeIntent.ApplyMigConfig;
import tessera.plan.intent.NodeTargets;
import tessera.plan.node.KubernetesNames;

/** Plans that GPUs are divided anew. */
@Command(name = "mig", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Plan that the GPUs of nodes are divided anew by their MIG manager. The nodes take no further pods meanwhile, and those there that hold GPUs are evicted; pods of DaemonSets stay.")
final class PlanMigCommand extends NodePlanCommand {

    @Option(names = "--config", paramLabel = "NAME", description = "One of the configurations that the nodes offer, such as all-balanced.")
    private String config = "";

    @Option(names = "--layout", paramLabel = "LAYOUT", description = "A layout of one's own, such as '0-3=4g.40gb,3g.40gb;4-6=7x1g.10gb;7=off'; without numbers of GPUs it is for all of them, and none turns MIG on without an instance. It is added to the ConfigMap of MIG configurations first.")
    private String layout = "";

    @Option(names = "--name", paramLabel = "NAME", description = "What a layout of one's own is called; named after what it says if nothing is said.")
    private String name = "";

    @Option(names = "--mixed", description = "Let the MIG strategy of the whole cluster become mixed.")
    private boolean mixed;

    @Mixin
    private EvictionOptions evictions = new EvictionOptions();

    @Option(names = "--manager-patience", paramLabel = "SECONDS", defaultValue = "900", description = "How long the MIG manager of a node may take; 900 if nothing is said.")
    private long limit = ApplyMigConfig.USUAL_LIMIT.toSeconds();

    @Override
    NodeIntent intent(NodeTargets nodes, List<String> changes) {
        if (!changes.isEmpty()) {
            throw misuse("“" + changes.getFirst() + "” is no name of a node");
        }
        if (config.isBlank() == layout.isBlank()) {
            throw misuse("Say --config with the name of a configuration, or --layout with one of your own");
        }
        if (limit < 0) {
            throw misuse("--manager-patience takes seconds, not fewer than 0");
        }
        return new ApplyMigConfig(nodes, wish(), evictions.terms(), Duration.ofSeconds(limit), mixed);
    }

    private MigLayoutRequest wish() {
        if (layout.isBlank()) {
            if (!name.isEmpty()) {
                throw misuse("--name names a layout of your own: say it with --layout");
            }
            return new MigLayoutRequest.OfferedLayout(config);
        }
        try {
            var own = MigLayoutRequest.Own.of(LayoutText.read(layout));
            var called = name.isEmpty() ? own : new MigLayoutRequest.Own(name, own.entries());
            KubernetesNames.value("--name", called.name()).ifPresent(wrong -> {
                throw misuse(wrong.headline());
            });
            return called;
        } catch (IllegalArgumentException wrong) {
            throw misuse(String.valueOf(wrong.getMessage()));
        }
    }
}
