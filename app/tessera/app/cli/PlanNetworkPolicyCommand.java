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
@Command(name = "network-policy", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false, description = "Preview a NetworkPolicy that restricts ingress to the pods of a namespace.")
final class PlanNetworkPolicyCommand implements Callable<Integer> {

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private PlanApplyCommandLineOptions applyOptions = new PlanApplyCommandLineOptions();

    @Parameters(paramLabel = "NAMESPACE", description = "Namespace of the pods.")
    private String namespace = "";

    @Option(names = "--name", paramLabel = "NAME", required = true, description = "Name of the NetworkPolicy.")
    private String name = "";

    @Option(names = "--new", description = "Create a new object; fail if one with this name exists.")
    private boolean createNew;

    @Option(names = {"-l",
        "--selector"}, paramLabel = "LABEL=VALUE", split = ",", description = "Labels that select the pods (default: all pods of the namespace).")
    private Map<String, String> selector = Map.of();

    @Option(names = "--from", paramLabel = "NAMESPACE", split = ",", description = "Also allow ingress from pods of this namespace. Can be repeated.")
    private List<String> from = List.of();

    @Option(names = "--not-own", description = "Deny ingress from pods of the same namespace.")
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
