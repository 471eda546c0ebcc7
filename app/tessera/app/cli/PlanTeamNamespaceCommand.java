package tessera.app.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tessera.model.ProblemException;
import tessera.plan.intent.NamespacePolicyIntent;
import tessera.plan.intent.NamespacePolicyIntent.CreateTeamNamespaceIntent;
import tessera.plan.intent.NamespacePolicyIntent.DeleteTeamNamespaceIntent;
import tessera.text.MessageCatalog;

/** Plans a team's namespace with its quota. */
@Command(name = "team", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanTeamNamespaceCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanTeamNamespaceCommand.class);

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private PlanApplyCommandLineOptions applyOptions = new PlanApplyCommandLineOptions();

    @Parameters(paramLabel = "NAME", descriptionKey = "planTeamNamespace.name")
    private String name = "";

    @Mixin
    private QuotaAmountCommandLineOptions amounts = new QuotaAmountCommandLineOptions();

    @Option(names = "--gpus-per-pod", paramLabel = "N", descriptionKey = "planTeamNamespace.gpus-per-pod")
    private @Nullable String gpusPerPod;

    @Option(names = "--per-pod", paramLabel = "RESOURCE=AMOUNT", descriptionKey = "planTeamNamespace.per-pod")
    private Map<String, String> perPod = Map.of();

    @Option(names = "--remove", descriptionKey = "planTeamNamespace.remove")
    private boolean remove;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ProblemException {
        applyOptions.checkConfirmation();
        var hard = amounts.hardLimits();
        if (hard.isEmpty() != remove) {
            throw new ParameterException(spec.commandLine(),
                    remove ? MESSAGES.text("team.removedQuota") : MESSAGES.text("team.missing"));
        }
        var bounds = new LinkedHashMap<>(perPod);
        if (gpusPerPod != null) {
            bounds.put(amounts.resourceName(), gpusPerPod);
        }
        NamespacePolicyIntent intent = remove ? new DeleteTeamNamespaceIntent(name)
                : new CreateTeamNamespaceIntent(name, hard, bounds);
        try (var clusterSelection = cluster.openDesk()) {
            return applyOptions.previewOrApply(clusterSelection, intent);
        }
    }
}
