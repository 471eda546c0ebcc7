package tessera.model;

import java.util.List;
import java.util.Map;

/** The labels of a node by which the GPU operator lets each of its operands onto the node, or keeps it off for a while. */
public final class DeployGates {

    public static final String PREFIX = "nvidia.com/gpu.deploy.";

    /** Whether a node has any operand at all. */
    public static final String OPERANDS = PREFIX + "operands";

    private DeployGates() {}

    /** Operands that are kept off by a word in place of {@code true}, in alphabetical order. */
    public static List<String> paused(Map<String, String> labels, String word) {
        return labels.entrySet().stream()
                .filter(label -> label.getKey().startsWith(PREFIX) && label.getValue().equals(word))
                .map(label -> label.getKey().substring(PREFIX.length())).sorted().toList();
    }
}
