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
import tessera.text.MessageCatalog;

/** Plans another MIG layout of GPUs. */
@Command(name = "mig", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanMigCommand extends AbstractNodePlanCommand {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanMigCommand.class);

    @Option(names = "--config", paramLabel = "NAME", descriptionKey = "planMig.config")
    private String config = "";

    @Option(names = "--layout", paramLabel = "LAYOUT", descriptionKey = "planMig.layout")
    private String layout = "";

    @Option(names = "--name", paramLabel = "NAME", descriptionKey = "planMig.name")
    private String name = "";

    @Option(names = "--mixed", descriptionKey = "planMig.mixed")
    private boolean mixed;

    @Mixin
    private EvictionCommandLineOptions evictions = new EvictionCommandLineOptions();

    @Option(names = "--manager-patience", paramLabel = "SECONDS", defaultValue = "900", descriptionKey = "planMig.manager-patience")
    private long limit = ApplyMigConfigIntent.USUAL_LIMIT.toSeconds();

    @Override
    NodeChangeIntent intent(TargetNodeSelection nodes, List<String> changes) {
        if (!changes.isEmpty()) {
            throw usageError(MESSAGES.text("node.malformed", changes.getFirst()));
        }
        if (config.isBlank() == layout.isBlank()) {
            throw usageError(MESSAGES.text("mig.configOrLayout"));
        }
        if (limit < 0) {
            throw usageError(MESSAGES.text("mig.managerPatience"));
        }
        return new ApplyMigConfigIntent(nodes, layoutRequest(), evictions.drainTerms(), Duration.ofSeconds(limit),
                mixed);
    }

    private RequestedMigLayout layoutRequest() {
        if (layout.isBlank()) {
            if (!name.isEmpty()) {
                throw usageError(MESSAGES.text("mig.nameWithoutLayout"));
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
