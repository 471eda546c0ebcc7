package tessera.app;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tessera.model.Failure;
import tessera.plan.intent.QuotaIntent.Aim;
import tessera.plan.intent.QuotaIntent.KeepPods;

/** Plans how many of some pods evictions leave alone. */
@Command(name = "budget", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Plan a PodDisruptionBudget: how many of some pods an eviction may not touch.")
final class PlanBudgetCommand implements Callable<Integer> {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private PlanOptions planning = new PlanOptions();

    @Parameters(paramLabel = "NAMESPACE", description = "Where the pods are.")
    private String namespace = "";

    @Option(names = "--name", paramLabel = "NAME", required = true, description = "Of the budget.")
    private String name = "";

    @Option(names = "--new", description = "Make one; one that is there by that name is left as it is.")
    private boolean fresh;

    @Option(names = {"-l",
        "--selector"}, paramLabel = "LABEL=VALUE", split = ",", required = true, description = "Labels of the pods, all of which they have.")
    private Map<String, String> selector = Map.of();

    @Option(names = "--min-available", paramLabel = "N|N%", description = "So many shall stay ready.")
    private String least = "";

    @Option(names = "--max-unavailable", paramLabel = "N|N%", description = "So many may be away.")
    private String most = "";

    @Override
    public Integer call() throws Failure {
        planning.check();
        try (var desk = cluster.opened()) {
            return planning.run(desk, new KeepPods(namespace, name, new TreeMap<>(selector), least, most,
                    fresh ? Aim.NEW : Aim.EITHER));
        }
    }
}
