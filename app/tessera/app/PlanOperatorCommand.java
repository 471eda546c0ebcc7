package tessera.app;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Plans changes of the release that installs the GPU stack. */
@Command(name = "operator", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, synopsisSubcommandLabel = "COMMAND", sortOptions = false, description = "Preview Helm operations on the GPU operator, or on any other release with --release and --namespace: install, upgrade, change values, roll back, uninstall.", subcommands = {
    OperatorInstallCommand.class, OperatorUpgradeCommand.class, PlanOperatorValuesCommand.class,
    OperatorRollbackCommand.class, PlanGpuValidationCommand.class, OperatorUninstallCommand.class,
    OperatorPreflightCommand.class, OperatorImagesCommand.class})
final class PlanOperatorCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to plan: "
                + String.join(", ", spec.subcommands().keySet()));
    }
}
