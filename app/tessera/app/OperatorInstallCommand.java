package tessera.app;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.operator.ChartValueAdvice;
import tessera.plan.operator.HelmValues;
import tessera.plan.operator.PlatformAdvice;

/** Plans the installation of a GPU stack. */
@Command(name = "install", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Preview installing the GPU operator, with preflight checks.")
final class OperatorInstallCommand extends ReleasePlanCommand {

    @Mixin
    private ChartOptions chart = new ChartOptions();

    @Option(names = "--platform", paramLabel = "NAME", description = "Set the values a platform needs: detected (from the nodes), gke, gke-operator-driver, eks, aks, k3s, rke2, microk8s, dgx or preinstalled. Each value is printed with its reason on standard error; --values and --set win.")
    private String platform = "";

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    ReleaseIntent intent() throws Failure {
        return new ReleaseIntent.InstallRelease(release(), chart.chartSource(), chart.valuesYaml());
    }

    @Override
    ReleaseIntent completeIntent(ClusterDesk desk, ReleaseIntent asked) throws Failure, InterruptedException {
        if (platform.isEmpty()) {
            return chart.rewriteImages(desk, asked);
        }
        SnapshotAwaiter.awaitFleet(desk.snapshots(), desk.accelerators(), SnapshotAwaiter.RequiredSource.NODES,
                clusterTimeout());
        var advice = desk.clusterServices().planRunner().platformAdvice(release(), platform,
                chart.chartSource().version());
        if (!advice.installsByHelm()) {
            throw new Failure(Problem.of(ProblemKind.INVALID, "This is " + advice.title()).withRemedy(advice.note()));
        }
        printAdvice(advice);
        return chart.rewriteImages(desk, new ReleaseIntent.InstallRelease(release(), chart.chartSource(),
                HelmValues.read(chart.valuesYaml()).mergeOver(ChartValueAdvice.toValues(advice.values())).toYaml()));
    }

    private void printAdvice(PlatformAdvice advice) {
        var err = command.commandLine().getErr();
        err.println(advice.title().isEmpty() ? "The nodes show no platform that needs values of its own"
                : "Platform: " + advice.title() + (advice.note().isEmpty() ? "" : ". " + advice.note()));
        advice.values().forEach(value -> err.println("  " + value.assignmentText() + ", because " + value.reason()));
        err.flush();
    }
}
