package tessera.app.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tessera.app.wiring.ClusterSelectionService;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.operator.HelmChartValueAdvice;
import tessera.plan.operator.HelmValues;
import tessera.plan.operator.PlatformChartValueAdvice;
import tessera.text.MessageCatalog;

/** Plans the installation of a GPU stack. */
@Command(name = "install", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanOperatorInstallCommand extends AbstractHelmReleasePlanCommand {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanOperatorInstallCommand.class);

    @Mixin
    private HelmChartCommandLineOptions chart = new HelmChartCommandLineOptions();

    @Option(names = "--platform", paramLabel = "NAME", descriptionKey = "planOperatorInstall.platform")
    private String platform = "";

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    GpuStackReleaseIntent intent() throws ProblemException {
        return new GpuStackReleaseIntent.InstallReleaseIntent(release(), chart.chartSource(), chart.valuesYaml());
    }

    @Override
    GpuStackReleaseIntent completeIntent(ClusterSelectionService clusterSelection, GpuStackReleaseIntent releaseIntent)
            throws ProblemException, InterruptedException {
        if (platform.isEmpty()) {
            return chart.rewriteImages(clusterSelection, releaseIntent);
        }
        ClusterSnapshotAwaiter.awaitSnapshot(clusterSelection.snapshots(),
                ClusterSnapshotAwaiter.RequiredSnapshotCollection.NODES, clusterTimeout());
        var advice = clusterSelection.clusterServices().planRunner().platformAdvice(release(), platform,
                chart.chartSource().version());
        if (!advice.installsByHelm()) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.INVALID, MESSAGES.reason("operator.platform", advice.title(), ""))
                            .withRemedy(advice.note()));
        }
        printAdvice(advice);
        return chart.rewriteImages(clusterSelection,
                new GpuStackReleaseIntent.InstallReleaseIntent(release(), chart.chartSource(), HelmValues
                        .read(chart.valuesYaml()).mergeOver(HelmChartValueAdvice.toValues(advice.values())).toYaml()));
    }

    private void printAdvice(PlatformChartValueAdvice advice) {
        var err = command.commandLine().getErr();
        err.println(platformText(advice));
        advice.values().forEach(value -> err.println("  " + value.assignmentText() + ": " + value.reason()));
        err.flush();
    }

    private static String platformText(PlatformChartValueAdvice advice) {
        if (advice.title().isEmpty()) {
            return MESSAGES.text("operator.noPlatform");
        }
        return MESSAGES.text("operator.platform", advice.title(), advice.note());
    }
}
