package tessera.app.cli;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tessera.model.ProblemException;
import tessera.plan.intent.NamespacePolicyIntent.ObjectExistenceRequirement;
import tessera.plan.intent.NamespacePolicyIntent.RestrictIngressIntent;

/** Plans a NetworkPolicy for pods. */
@Command(name = "network-policy", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanNetworkPolicyCommand implements Callable<Integer> {

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private PlanApplyCommandLineOptions applyOptions = new PlanApplyCommandLineOptions();

    @Parameters(paramLabel = "NAMESPACE", descriptionKey = "planNetworkPolicy.namespace")
    private String namespace = "";

    @Option(names = "--name", paramLabel = "NAME", required = true, descriptionKey = "planNetworkPolicy.name")
    private String name = "";

    @Option(names = "--new", descriptionKey = "planNetworkPolicy.new")
    private boolean createNew;

    @Option(names = {"-l",
        "--selector"}, paramLabel = "LABEL=VALUE", split = ",", descriptionKey = "planNetworkPolicy.selector")
    private Map<String, String> selector = Map.of();

    @Option(names = "--from", paramLabel = "NAMESPACE", split = ",", descriptionKey = "planNetworkPolicy.from")
    private List<String> from = List.of();

    @Option(names = "--not-own", descriptionKey = "planNetworkPolicy.not-own")
    private boolean stranger;

    @Override
    public Integer call() throws ProblemException {
        applyOptions.checkConfirmation();
        try (var clusterSelection = cluster.openDesk()) {
            return applyOptions.previewOrApply(clusterSelection,
                    new RestrictIngressIntent(namespace, name, new TreeMap<>(selector), !stranger, from,
                            createNew ? ObjectExistenceRequirement.NEW : ObjectExistenceRequirement.EITHER));
        }
    }
}
