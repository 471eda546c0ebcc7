package tessera.demo.fleet.plan;

import java.util.List;
import java.util.Optional;

/**
 * A part of the GPU stack that the operator runs on nodes with GPUs.
 *
 * @param section   of the ClusterPolicy that describes it
 * @param state     what the operator calls it when it tells which parts are not ready
 * @param daemonSet its DaemonSet, also the {@code app} label of its pods
 * @param gate      the end of the node label that lets it onto a node
 * @param usual     whether it runs where the policy does not say
 * @param image     repository and name of its image, where the policy does not say
 * @param version   likewise
 * @param ending    what the tag has after the version
 */
public record Operand(String section, String state, String daemonSet, String gate, boolean usual, String image,
        String version, String ending) {

    public static final String DRIVER = "nvidia-driver-daemonset";
    public static final String TOOLKIT = "nvidia-container-toolkit-daemonset";
    public static final String VALIDATOR = "nvidia-operator-validator";
    public static final String PLUGIN = "nvidia-device-plugin-daemonset";
    public static final String DISCOVERY = "gpu-feature-discovery";
    public static final String MIG = "nvidia-mig-manager";

    private static final List<Operand> ALL = List.of(Scripts.read("operands.json", Operand[].class));
    private static final List<Line> LINES = Scripts.lines("stack.json");

    public Operand {
        ending = ending == null ? "" : ending;
    }

    /** All of them, in the order in which they start. */
    public static List<Operand> all() {
        return ALL;
    }

    /** The one whose DaemonSet has this name. */
    public static Optional<Operand> of(String daemonSet) {
        return ALL.stream().filter(operand -> operand.daemonSet.equals(daemonSet)).findFirst();
    }

    /** How its pods look before the policy changes them. */
    public Line line() {
        return LINES.stream().filter(line -> line.name().equals(daemonSet)).findFirst().orElseThrow();
    }

    /** The node label that lets it onto a node. */
    public String label() {
        return "nvidia.com/gpu.deploy." + gate;
    }
}
