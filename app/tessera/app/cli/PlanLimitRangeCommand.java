package tessera.app.cli;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
import tessera.plan.intent.NamespacePolicyIntent.ObjectExistenceRequirement;
import tessera.plan.intent.NamespacePolicyIntent.SetLimitRangeIntent;
import tessera.quota.LimitRangeAmounts;
import tessera.text.MessageCatalog;

/** Plans a namespace's LimitRange. */
@Command(name = "limits", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanLimitRangeCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanLimitRangeCommand.class);

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private PlanApplyCommandLineOptions applyOptions = new PlanApplyCommandLineOptions();

    @Parameters(paramLabel = "NAMESPACE", descriptionKey = "planLimitRange.namespace")
    private String namespace = "";

    @Option(names = "--name", paramLabel = "NAME", descriptionKey = "planLimitRange.name")
    private String name = "gpus";

    @Option(names = "--new", descriptionKey = "planLimitRange.new")
    private boolean createNew;

    @Option(names = "--gpus-per-pod", paramLabel = "N", descriptionKey = "planLimitRange.gpus-per-pod")
    private @Nullable String gpusPerPod;

    @Option(names = "--resource", paramLabel = "RESOURCE", descriptionKey = "planLimitRange.resource")
    private String resource = "nvidia.com/gpu";

    @Option(names = "--set", paramLabel = "BOUND=AMOUNT", descriptionKey = "planLimitRange.set")
    private Map<String, String> amounts = Map.of();

    @Option(names = "--unset", paramLabel = "BOUND", split = ",", descriptionKey = "planLimitRange.unset")
    private List<String> unsetBounds = List.of();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ProblemException {
        applyOptions.checkConfirmation();
        var bounds = new TreeMap<>(amounts);
        unsetBounds.forEach(bound -> bounds.put(bound, ""));
        if (gpusPerPod != null) {
            bounds.put(LimitRangeAmounts.amountKey("Pod", "max", resource), gpusPerPod);
            bounds.putIfAbsent(LimitRangeAmounts.amountKey("Container", "default", resource), "0");
            bounds.putIfAbsent(LimitRangeAmounts.amountKey("Container", "defaultRequest", resource), "0");
        }
        if (bounds.isEmpty()) {
            throw new ParameterException(spec.commandLine(), MESSAGES.text("limitRange.missing"));
        }
        try (var clusterSelection = cluster.openDesk()) {
            return applyOptions.previewOrApply(clusterSelection, new SetLimitRangeIntent(namespace, name, bounds,
                    createNew ? ObjectExistenceRequirement.NEW : ObjectExistenceRequirement.EITHER));
        }
    }
}
