package tessera.app;

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
import tessera.model.Failure;
import tessera.plan.intent.QuotaIntent;
import tessera.plan.intent.QuotaIntent.DissolveTeam;
import tessera.plan.intent.QuotaIntent.MakeTeam;

/** Plans a namespace for a team, with what it may take. */
@Command(name = "team", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Plan a namespace for a team: with a quota, and on demand with what one pod may have at most.")
final class PlanTeamCommand implements Callable<Integer> {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private PlanOptions planning = new PlanOptions();

    @Parameters(paramLabel = "NAME", description = "Of the namespace.")
    private String name = "";

    @Mixin
    private AmountOptions amounts = new AmountOptions();

    @Option(names = "--gpus-per-pod", paramLabel = "N", description = "One pod may have so many GPUs at most.")
    private @Nullable String most;

    @Option(names = "--per-pod", paramLabel = "RESOURCE=AMOUNT", description = "One pod may have so much of a resource at most; may be given more than once.")
    private Map<String, String> perPod = Map.of();

    @Option(names = "--remove", description = "Plan that such a namespace is gone, if nothing is in it.")
    private boolean remove;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Failure {
        planning.check();
        var hard = amounts.hard();
        if (hard.isEmpty() != remove) {
            throw new ParameterException(spec.commandLine(), remove ? "A team that is removed has no quota"
                    : "Say how much the team may take: --gpus N or --set RESOURCE=AMOUNT");
        }
        var bounds = new LinkedHashMap<>(perPod);
        if (most != null) {
            bounds.put(amounts.resource(), most);
        }
        QuotaIntent intent = remove ? new DissolveTeam(name) : new MakeTeam(name, hard, bounds);
        try (var desk = cluster.opened()) {
            return planning.run(desk, intent);
        }
    }
}
