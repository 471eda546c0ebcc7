package tessera.demo.scenario;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A fault of the GPU stack to train on. */
public enum SimulatedGpuStackFaultScenario {

    /** No driver can be built for a node's kernel; nothing that needs it comes up there. */
    DRIVER_FAILS("t4-02"),
    /** The driver of another project is loaded on a node and holds its GPUs. */
    NOUVEAU("t4-02"),
    /** A node boots securely, and its kernel refuses the driver that is built for it. */
    SECURE_BOOT("t4-01"),
    /** A change of MIG was broken off: the operands stay away and the state stays pending. */
    WEDGED_MIG("h100-07"),
    /** A node's pods that are to go hang, so that a change of MIG does not get past them. */
    OPERANDS_HANG("h100-07"),
    /** A node's GPUs cannot be reset, so that MIG mode changes only with a restart of the machine. */
    RESET_REFUSED("a100-03"),
    /** Shares that are to have a name of their own have none, because the configuration says so in the wrong place. */
    MISPLACED_RENAME("l40s-02"),
    /** Node feature discovery is not installed: the policy is ready, and there is not a single GPU. */
    NFD_MISSING(""),
    /** A quota in the operator's namespace lets no further pod in; a node's operands are missing. */
    QUOTA("t4-01"),
    /** The operator's namespace enforces a level of pod security at which no operand may run; those of a node are gone. */
    POD_SECURITY("t4-02");

    private final String usualNode;

    /** @param usualNode where it is if nobody says; empty for one of the whole cluster */
    SimulatedGpuStackFaultScenario(String usualNode) {
        this.usualNode = usualNode;
    }

    /**
     * A scenario at a node.
     *
     * @param node empty for one of the whole cluster
     */
    public record NodeFaultScenario(SimulatedGpuStackFaultScenario scenario, String node) {}

    /** Returns the name as it is typed. */
    public String scenarioName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns all names, as a user may type them. */
    public static String allNamesText() {
        return Arrays.stream(values()).map(SimulatedGpuStackFaultScenario::scenarioName)
                .collect(Collectors.joining(", "));
    }

    /** Parses {@code name} or {@code name=node}; empty if there is no such scenario, or if it is not one of a node. */
    public static Optional<NodeFaultScenario> parse(String text) {
        int equals = text.indexOf('=');
        var name = equals < 0 ? text : text.substring(0, equals);
        var node = equals < 0 ? "" : text.substring(equals + 1);
        return Arrays.stream(values()).filter(scenario -> scenario.scenarioName().equals(name))
                .filter(scenario -> equals < 0 || (!node.isEmpty() && !scenario.usualNode.isEmpty()))
                .map(scenario -> new NodeFaultScenario(scenario, equals < 0 ? scenario.usualNode : node)).findFirst();
    }
}
