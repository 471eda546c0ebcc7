package tessera.app.cli;

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
import tessera.model.ProblemException;
import tessera.plan.intent.NamespacePolicyIntent.ObjectExistenceRequirement;
import tessera.plan.intent.NamespacePolicyIntent.SetQuotaIntent;
import tessera.text.MessageCatalog;

/** Plans a namespace's ResourceQuota. */
@Command(name = "quota", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanQuotaCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanQuotaCommand.class);

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private PlanApplyCommandLineOptions applyOptions = new PlanApplyCommandLineOptions();

    @Parameters(paramLabel = "NAMESPACE", descriptionKey = "planQuota.namespace")
    private String namespace = "";

    @Option(names = "--name", paramLabel = "NAME", descriptionKey = "planQuota.name")
    private String name = "";

    @Option(names = "--new", descriptionKey = "planQuota.new")
    private boolean createNew;

    @Mixin
    private QuotaAmountCommandLineOptions amounts = new QuotaAmountCommandLineOptions();

    @Option(names = "--unset", paramLabel = "RESOURCE", split = ",", descriptionKey = "planQuota.unset")
    private List<String> unsetResources = List.of();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ProblemException {
        applyOptions.checkConfirmation();
        Map<String, String> hard = new LinkedHashMap<>(amounts.hardLimits());
        unsetResources.forEach(word -> hard.put(QuotaAmountCommandLineOptions.quotaKey(word), ""));
        if (hard.isEmpty()) {
            throw new ParameterException(spec.commandLine(), MESSAGES.text("quota.missing"));
        }
        try (var clusterSelection = cluster.openDesk()) {
            return applyOptions.previewOrApply(clusterSelection, new SetQuotaIntent(namespace, name, hard)
                    .withExpectedState(createNew ? ObjectExistenceRequirement.NEW : ObjectExistenceRequirement.EITHER));
        }
    }
}
