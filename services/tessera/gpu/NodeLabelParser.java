package tessera.gpu;

import java.util.List;
import tessera.model.NodeSummary;

/** A parser of what labels and annotations say of GPUs. */
final class NodeLabelParser {

    private NodeLabelParser() {}

    /** Returns the first of some labels that has a value; empty where none has. */
    static String firstLabel(NodeSummary nodeSummary, List<String> keys) {
        return keys.stream().map(nodeSummary::label).filter(value -> !value.isEmpty()).findFirst().orElse("");
    }

    /** Returns a number of up to six digits; 0 for anything else. */
    static int parseNumber(String text) {
        if (text.length() < 7 && !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Integer.parseInt(text);
        }
        return 0;
    }
}
