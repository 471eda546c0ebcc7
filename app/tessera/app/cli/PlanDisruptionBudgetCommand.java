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
@Command(name = "budget", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanDisruptionBudgetCommand implements Callable<Integer> {

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private PlanApplyCommandLineOptions applyOptions = new PlanApplyCommandLineOptions();

    @Parameters(paramLabel = "NAMESPACE", descriptionKey = "planDisruptionBudget.namespace")
    private String namespace = "";

    @Option(names = "--name", paramLabel = "NAME", required = true, descriptionKey = "planDisruptionBudget.name")
    private String name = "";

    @Option(names = "--new", descriptionKey = "planDisruptionBudget.new")
    private boolean createNew;

    @Option(names = {"-l",
        "--selector"}, paramLabel = "LABEL=VALUE", split = ",", required = true, descriptionKey = "planDisruptionBudget.selector")
    private Map<String, String> selector = Map.of();

    @Option(names = "--min-available", paramLabel = "N|N%", descriptionKey = "planDisruptionBudget.min-available")
    private String minAvailable = "";

    @Option(names = "--max-unavailable", paramLabel = "N|N%", descriptionKey = "planDisruptionBudget.max-unavailable")
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
