package tessera.app;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tessera.model.Failure;
import tessera.plan.intent.QuotaIntent.Aim;
import tessera.plan.intent.QuotaIntent.GuardPods;

/** Plans who may reach some pods over the network. */
@Command(name = "network-policy", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Plan a NetworkPolicy: who may reach the pods of a namespace over the network, and nobody else.")
final class PlanNetworkPolicyCommand implements Callable<Integer> {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private PlanOptions planning = new PlanOptions();

    @Parameters(paramLabel = "NAMESPACE", description = "Where the pods are.")
    private String namespace = "";

    @Option(names = "--name", paramLabel = "NAME", required = true, description = "Of the policy.")
    private String name = "";

    @Option(names = "--new", description = "Make one; one that is there by that name is left as it is.")
    private boolean fresh;

    @Option(names = {"-l",
        "--selector"}, paramLabel = "LABEL=VALUE", split = ",", description = "Labels of the pods, all of which they have; every pod of the namespace if nothing is said.")
    private Map<String, String> selector = Map.of();

    @Option(names = "--from", paramLabel = "NAMESPACE", split = ",", description = "Pods of this namespace may, too; may be given more than once.")
    private List<String> from = List.of();

    @Option(names = "--not-own", description = "Not even pods of the same namespace may.")
    private boolean stranger;

    @Override
    public Integer call() throws Failure {
        planning.check();
        try (var desk = cluster.opened()) {
            return planning.run(desk, new GuardPods(namespace, name, new TreeMap<>(selector), !stranger, from,
                    fresh ? Aim.NEW : Aim.EITHER));
        }
    }
}
