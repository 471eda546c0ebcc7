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
import tessera.plan.operator.HelmValues;
import tessera.plan.operator.PlatformAdvice;
import tessera.plan.operator.ValueAdvice;

/** Plans a GPU stack where there is none. */
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
        return new ReleaseIntent.InstallRelease(release(), chart.source(), chart.values());
    }

    @Override
    ReleaseIntent intent(ClusterDesk desk, ReleaseIntent asked) throws Failure, InterruptedException {
        if (platform.isEmpty()) {
            return chart.rewritten(desk, asked);
        }
        SnapshotAwaiter.of(desk.snapshots(), desk.accelerators(), SnapshotAwaiter.RequiredSource.NODES, patience());
        var advice = desk.reached().planner().advice(release(), platform, chart.source().version());
        if (!advice.helm()) {
            throw new Failure(Problem.of(ProblemKind.INVALID, "This is " + advice.title()).withRemedy(advice.note()));
        }
        tell(advice);
        return chart.rewritten(desk, new ReleaseIntent.InstallRelease(release(), chart.source(),
                HelmValues.read(chart.values()).over(ValueAdvice.laid(advice.values())).yaml()));
    }

    private void tell(PlatformAdvice advice) {
        var err = command.commandLine().getErr();
        err.println(advice.title().isEmpty() ? "The nodes show no platform that needs values of its own"
                : "Platform: " + advice.title() + (advice.note().isEmpty() ? "" : ". " + advice.note()));
        advice.values().forEach(value -> err.println("  " + value.words() + ", because " + value.reason()));
        err.flush();
    }
}
