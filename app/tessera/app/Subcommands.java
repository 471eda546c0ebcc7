package tessera.app;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** What can be said after {@code tessera}. What a command can be told is read when it is made, which takes its time. */
final class Subcommands {

    private static final List<Named> ALL = List.of(new Named("fleet", FleetCommand.class),
            new Named("gpus", GpusCommand.class), new Named("mig", MigCommand.class),
            new Named("pods", PodsCommand.class), new Named("logs", LogsCommand.class),
            new Named("exec", ExecCommand.class), new Named("cp", CpCommand.class),
            new Named("port-forward", PortForwardCommand.class),
            new Named("why", WhyCommand.class), new Named("doctor", DoctorCommand.class),
            new Named("stack", StackCommand.class), new Named("quotas", QuotasCommand.class),
            new Named("alerts", AlertsCommand.class), new Named("plan", PlanCommand.class),
            new Named("journal", JournalCommand.class), new Named("lint", LintCommand.class),
            new Named("launch", LaunchCommand.class), new Named("snapshot", SnapshotCommand.class),
            new Named("demo", DemoCommand.class));

    private static final Set<String> TEXTS = Set.of("--help", "-h", "--version", "-V");

    private Subcommands() {}

    /** A command and how it is called. */
    record Named(String name, Class<?> command) {}

    static List<Named> all() {
        return ALL;
    }

    /** Whether these words seem to open a window: none names a command, and none asks for a text. */
    static boolean opensWindow(String... words) {
        return among(words).isEmpty() && Arrays.stream(words).noneMatch(TEXTS::contains);
    }

    /** Those of which the name is among these words; one of them may be meant. */
    static List<Named> among(String... words) {
        var said = Set.copyOf(Arrays.asList(words));
        return ALL.stream().filter(command -> said.contains(command.name())).toList();
    }
}
