package tessera.app.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.text.MessageCatalog;

/** Plans changes of the release that installs the GPU stack. */
@Command(name = "operator", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, synopsisSubcommandLabel = "COMMAND", sortOptions = false, subcommands = {
    PlanOperatorInstallCommand.class, PlanOperatorUpgradeCommand.class, PlanOperatorValuesCommand.class,
    PlanOperatorRollbackCommand.class, PlanGpuValidationCommand.class, PlanOperatorUninstallCommand.class,
    OperatorPreflightCommand.class, OperatorImagesCommand.class})
final class PlanOperatorParentCommand implements Runnable {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanOperatorParentCommand.class);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(),
                MESSAGES.text("plan.missing", String.join(", ", spec.subcommands().keySet())));
    }
}
