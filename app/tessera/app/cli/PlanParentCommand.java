package tessera.app.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.text.MessageCatalog;

/** Shows a plan, and applies it on request. */
@Command(name = "plan", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, synopsisSubcommandLabel = "COMMAND", sortOptions = false, subcommands = {
    PlanTaintCommand.class, PlanNodeLabelCommand.class, PlanCordonCommand.class, PlanUncordonCommand.class,
    PlanDrainCommand.class, PlanMigCommand.class, PlanRepairMigCommand.class, PlanGpuSharingCommand.class,
    PlanExtendedResourceCommand.class, PlanOperatorParentCommand.class, PlanPodDeletionCommand.class,
    PlanEvictCommand.class, PlanRollingRestartCommand.class, PlanScaleCommand.class, PlanWorkloadSuspendCommand.class,
    PlanWorkloadResumeCommand.class, PlanWorkloadLaunchCommand.class, PlanWallDisplayAccountCommand.class,
    PlanObjectEditCommand.class, PlanQuotaCommand.class, PlanLimitRangeCommand.class, PlanTeamNamespaceCommand.class,
    PlanDisruptionBudgetCommand.class, PlanNetworkPolicyCommand.class})
final class PlanParentCommand implements Runnable {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanParentCommand.class);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(),
                MESSAGES.text("plan.missing", String.join(", ", spec.subcommands().keySet())));
    }
}
