package tessera.app.cli;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tessera.model.ProblemException;
import tessera.plan.intent.NamespacePolicyIntent.ObjectExistenceRequirement;
import tessera.plan.intent.NamespacePolicyIntent.SetDisruptionBudgetIntent;

/** Plans a PodDisruptionBudget for pods. */
@Command(name = "budget", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false, description = "Preview a PodDisruptionBudget.")
final class PlanDisruptionBudgetCommand implements Callable<Integer> {

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private PlanApplyCommandLineOptions applyOptions = new PlanApplyCommandLineOptions();

    @Parameters(paramLabel = "NAMESPACE", description = "Namespace of the pods.")
    private String namespace = "";

    @Option(names = "--name", paramLabel = "NAME", required = true, description = "Name of the PodDisruptionBudget.")
    private String name = "";

    @Option(names = "--new", description = "Create a new object; fail if one with this name exists.")
    private boolean createNew;

    @Option(names = {"-l",
        "--selector"}, paramLabel = "LABEL=VALUE", split = ",", required = true, description = "Labels that select the pods (all must match).")
    private Map<String, String> selector = Map.of();

    @Option(names = "--min-available", paramLabel = "N|N%", description = "Number or percentage of pods that must stay available.")
    private String minAvailable = "";

    @Option(names = "--max-unavailable", paramLabel = "N|N%", description = "Number or percentage of pods that may be unavailable.")
    private String maxUnavailable = "";

    @Override
    public Integer call() throws ProblemException {
        applyOptions.checkConfirmation();
        try (var clusterSelection = cluster.openDesk()) {
            return applyOptions.previewOrApply(clusterSelection,
                    new SetDisruptionBudgetIntent(namespace, name, new TreeMap<>(selector), minAvailable,
                            maxUnavailable,
                            createNew ? ObjectExistenceRequirement.NEW : ObjectExistenceRequirement.EITHER));
        }
    }
}
