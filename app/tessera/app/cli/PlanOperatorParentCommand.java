package tessera.app.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Plans changes of the release that installs the GPU stack. */
@Command(name = "operator", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, synopsisSubcommandLabel = "COMMAND", sortOptions = false, subcommands = {
    PlanOperatorInstallCommand.class, PlanOperatorUpgradeCommand.class, PlanOperatorValuesCommand.class,
    PlanOperatorRollbackCommand.class, PlanGpuValidationCommand.class, PlanOperatorUninstallCommand.class,
    OperatorPreflightCommand.class, OperatorImagesCommand.class})
final class PlanOperatorParentCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to plan: "
                + String.join(", ", spec.subcommands().keySet()));
    }
}
