package tessera.app.cli;

import java.util.List;

/** The registry of sub-commands. What a command can be told is read when it is made, which takes its time. */
final class SubcommandRegistry {

    private static final List<NamedCommand> ALL = List.of(new NamedCommand("fleet", NodeDevicesCommand.class),
            new NamedCommand("gpus", GpuReadingsCommand.class), new NamedCommand("mig", MigLayoutsCommand.class),
            new NamedCommand("pods", GpuPodsCommand.class), new NamedCommand("logs", LogsCommand.class),
            new NamedCommand("exec", ExecCommand.class), new NamedCommand("cp", ContainerFileCopyCommand.class),
            new NamedCommand("port-forward", PortForwardCommand.class),
            new NamedCommand("why", WhyUnschedulableCommand.class), new NamedCommand("doctor", DoctorCommand.class),
            new NamedCommand("stack", GpuStackStatusCommand.class), new NamedCommand("quotas", QuotasCommand.class),
            new NamedCommand("claims", ResourceClaimsCommand.class), new NamedCommand("alerts", AlertsCommand.class),
            new NamedCommand("plan", PlanParentCommand.class), new NamedCommand("journal", ChangeJournalCommand.class),
            new NamedCommand("lint", ManifestLintCommand.class),
            new NamedCommand("launch", WorkloadTemplatesCommand.class),
            new NamedCommand("snapshot", ScreenshotCommand.class), new NamedCommand("demo", DemoServerCommand.class),
            new NamedCommand("reference", CommandReferenceCommand.class));

    private SubcommandRegistry() {}

    /** A command and its name. */
    record NamedCommand(String name, Class<?> command) {}

    static List<NamedCommand> allCommands() {
        return ALL;
    }
}
