package tessera.app;

import java.util.List;

/** The registry of sub-commands. What a command can be told is read when it is made, which takes its time. */
final class CommandRegistry {

    private static final List<NamedCommand> ALL = List.of(new NamedCommand("fleet", FleetCommand.class),
            new NamedCommand("gpus", GpusCommand.class), new NamedCommand("mig", MigCommand.class),
            new NamedCommand("pods", PodsCommand.class), new NamedCommand("logs", LogsCommand.class),
            new NamedCommand("exec", ExecCommand.class), new NamedCommand("cp", CpCommand.class),
            new NamedCommand("port-forward", PortForwardCommand.class),
            new NamedCommand("why", WhyCommand.class), new NamedCommand("doctor", DoctorCommand.class),
            new NamedCommand("stack", StackCommand.class), new NamedCommand("quotas", QuotasCommand.class),
            new NamedCommand("claims", ClaimsCommand.class),
            new NamedCommand("alerts", AlertsCommand.class), new NamedCommand("plan", PlanCommand.class),
            new NamedCommand("journal", JournalCommand.class), new NamedCommand("lint", LintCommand.class),
            new NamedCommand("launch", LaunchCommand.class), new NamedCommand("snapshot", SnapshotCommand.class),
            new NamedCommand("demo", DemoCommand.class), new NamedCommand("reference", ReferenceCommand.class));

    private CommandRegistry() {}

    /** A command and its name. */
    record NamedCommand(String name, Class<?> command) {}

    static List<NamedCommand> allCommands() {
        return ALL;
    }
}
