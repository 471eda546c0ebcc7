package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** The JSONPath subset that printer columns use: fields, quoted fields, indices, {@code [*]} and equality filters. */
final class SimulatedPrinterColumnJsonPath {

    private static final Pattern STEP = Pattern.compile(
            """
                    \\.((?:[^.\\[\\\\]|\\\\.)++)|\\['([^']+)'\\]|\\[(\\d+|\\*)\\]|\\[\\?\\(@\\.(\\w+)==["']([^"']*)["']\\)\\]""");

    private SimulatedPrinterColumnJsonPath() {}

    static List<JsonNode> findNodes(JsonNode object, String path) {
        List<JsonNode> nodes = List.of(object);
        var steps = STEP.matcher(path);
        while (steps.find()) {
            var next = new ArrayList<JsonNode>();
            for (var node : nodes) {
                if (steps.group(1) != null) {
                    next.add(node.path(steps.group(1).replace("\\.", ".")));
                } else if (steps.group(2) != null) {
                    next.add(node.path(steps.group(2)));
                } else if (steps.group(3) != null && !steps.group(3).equals("*")) {
                    next.add(node.path(Integer.parseInt(steps.group(3))));
                } else {
                    node.forEach(item -> {
                        if (steps.group(4) == null
                                || SimulatedStoreJsonCodec.textAt(item, steps.group(4)).equals(steps.group(5))) {
                            next.add(item);
                        }
                    });
                }
            }
            nodes = next.stream().filter(node -> !node.isMissingNode() && !node.isNull()).toList();
        }
        return nodes;
    }
}
