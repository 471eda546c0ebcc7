package tessera.app;

import java.util.List;

/** What can be said after {@code tessera}. What a command can be told is read when it is made, which takes its time. */
final class Subcommands {

    private static final List<Named> ALL = List.of(new Named("fleet", FleetCommand.class),
            new Named("gpus", GpusCommand.class), new Named("mig", MigCommand.class),
            new Named("pods", PodsCommand.class), new Named("logs", LogsCommand.class),
            new Named("exec", ExecCommand.class), new Named("cp", CpCommand.class),
            new Named("port-forward", PortForwardCommand.class),
            new Named("why", WhyCommand.class), new Named("doctor", DoctorCommand.class),
            new Named("stack", StackCommand.class), new Named("quotas", QuotasCommand.class),
            new Named("claims", ClaimsCommand.class),
            new Named("alerts", AlertsCommand.class), new Named("plan", PlanCommand.class),
            new Named("journal", JournalCommand.class), new Named("lint", LintCommand.class),
            new Named("launch", LaunchCommand.class), new Named("snapshot", SnapshotCommand.class),
            new Named("demo", DemoCommand.class));

    private Subcommands() {}

    /** A command and how it is called. */
    record Named(String name, Class<?> command) {}

    static List<Named> all() {
        return ALL;
    }
}
