package tessera.app;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tessera.model.Failure;
import tessera.plan.intent.QuotaIntent.Aim;
import tessera.plan.intent.QuotaIntent.SetQuota;

/** Plans that a namespace may take so much. */
@Command(name = "quota", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Plan how much a namespace may take: a new quota, or some amounts of the one that there is.")
final class PlanQuotaCommand implements Callable<Integer> {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private PlanOptions planning = new PlanOptions();

    @Parameters(paramLabel = "NAMESPACE", description = "Whose quota it is.")
    private String namespace = "";

    @Option(names = "--name", paramLabel = "NAME", description = "Of the quota; without it the one that there is, or “gpus” for a new one.")
    private String name = "";

    @Option(names = "--new", description = "Make one; one that is there by that name is left as it is.")
    private boolean fresh;

    @Mixin
    private AmountOptions amounts = new AmountOptions();

    @Option(names = "--unset", paramLabel = "RESOURCE", split = ",", description = "Limit this no more.")
    private List<String> unset = List.of();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Failure {
        planning.check();
        Map<String, String> hard = new LinkedHashMap<>(amounts.hard());
        unset.forEach(word -> hard.put(AmountOptions.key(word), ""));
        if (hard.isEmpty()) {
            throw new ParameterException(spec.commandLine(),
                    "Say how much of what: --gpus N, --set RESOURCE=AMOUNT or --unset RESOURCE");
        }
        try (var desk = cluster.opened()) {
            return planning.run(desk, new SetQuota(namespace, name, hard).aimed(fresh ? Aim.NEW : Aim.EITHER));
        }
    }
}
