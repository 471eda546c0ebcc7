package tessera.model;

import java.util.List;
import java.util.Map;

/** The node labels by which the GPU operator admits each of its operands to the node, or keeps it off for a while. */
public final class OperandDeployLabels {

    public static final String PREFIX = "nvidia.com/gpu.deploy.";

    /** Whether a node has any operand at all. */
    public static final String OPERANDS = PREFIX + "operands";

    private OperandDeployLabels() {}

    /** Returns operands that are kept off by a word in place of {@code true}, in alphabetical order. */
    public static List<String> pausedOperands(Map<String, String> labels, String word) {
        return labels.entrySet().stream()
                .filter(label -> label.getKey().startsWith(PREFIX) && label.getValue().equals(word))
                .map(label -> label.getKey().substring(PREFIX.length())).sorted().toList();
    }
}
