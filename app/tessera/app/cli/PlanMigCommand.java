package tessera.app.cli;

import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tessera.mig.MigLayoutNotation;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.NodeChangeIntent.ApplyMigConfigIntent;
import tessera.plan.intent.RequestedMigLayout;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.node.LabelAndTaintValidator;

/** Plans another MIG layout of GPUs. */
@Command(name = "mig", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false, description = "Preview changing the MIG layout of nodes. Applying cordons the nodes and evicts the pods that use GPUs; DaemonSet pods stay.")
final class PlanMigCommand extends AbstractNodePlanCommand {

    @Option(names = "--config", paramLabel = "NAME", description = "MIG configuration of the MIG manager, for example all-balanced.")
    private String config = "";

    @Option(names = "--layout", paramLabel = "LAYOUT", description = "Custom layout, for example '0-3=4g.40gb,3g.40gb;4-6=7x1g.10gb;7=off'. Without GPU numbers it applies to all GPUs; none enables MIG without instances. It is added to the MIG ConfigMap first.")
    private String layout = "";

    @Option(names = "--name", paramLabel = "NAME", description = "Name of the custom layout (default: derived from the layout).")
    private String name = "";

    @Option(names = "--mixed", description = "Switch the cluster's MIG strategy to mixed.")
    private boolean mixed;

    @Mixin
    private EvictionCommandLineOptions evictions = new EvictionCommandLineOptions();

    @Option(names = "--manager-patience", paramLabel = "SECONDS", defaultValue = "900", description = "Time to wait for the MIG manager of a node (default: 900).")
    private long limit = ApplyMigConfigIntent.USUAL_LIMIT.toSeconds();

    @Override
    NodeChangeIntent intent(TargetNodeSelection nodes, List<String> changes) {
        if (!changes.isEmpty()) {
            throw usageError("“" + changes.getFirst() + "” is no name of a node");
        }
        if (config.isBlank() == layout.isBlank()) {
            throw usageError("Say --config with the name of a configuration, or --layout with one of your own");
        }
        if (limit < 0) {
            throw usageError("--manager-patience takes seconds, not fewer than 0");
        }
        return new ApplyMigConfigIntent(nodes, layoutRequest(), evictions.drainTerms(), Duration.ofSeconds(limit),
                mixed);
    }

    private RequestedMigLayout layoutRequest() {
        if (layout.isBlank()) {
            if (!name.isEmpty()) {
                throw usageError("--name names a layout of your own: say it with --layout");
            }
            return new RequestedMigLayout.ExistingConfigurationLayout(config);
        }
        try {
            var customLayout = RequestedMigLayout.CustomMigLayout.of(MigLayoutNotation.parse(layout));
            var called = name.isEmpty() ? customLayout
                    : new RequestedMigLayout.CustomMigLayout(name, customLayout.entries());
            LabelAndTaintValidator.valueProblem("--name", called.name()).ifPresent(wrong -> {
                throw usageError(wrong.headline());
            });
            return called;
        } catch (IllegalArgumentException wrong) {
            throw usageError(String.valueOf(wrong.getMessage()));
        }
    }
}
