package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeSet;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Table cells of nodes. */
final class SimulatedNodeTableCells {

    private static final String ROLE = "node-role.kubernetes.io/";

    static final Map<String, SimulatedTableCellFunction> ALL = Map.of("node.status",
            (node, _) -> SimulatedTableCellExpressionParser.textNode(statusText(node)),
            "node.roles",
            (node, _) -> SimulatedTableCellExpressionParser.textNode(rolesText(node)), "node.internalIP",
            (node, _) -> SimulatedTableCellExpressionParser.textNode(addressText(node, "InternalIP")),
            "node.externalIP",
            (node, _) -> SimulatedTableCellExpressionParser.textNode(addressText(node, "ExternalIP")),
            "node.kernel",
            (node, _) -> SimulatedTableCellExpressionParser.textNode(kernelText(node)));

    private SimulatedNodeTableCells() {}

    private static String statusText(JsonNode node) {
        var status = "Unknown";
        for (var condition : node.path("status").path("conditions")) {
            if (SimulatedStoreJsonCodec.textAt(condition, "type").equals("Ready")) {
                status = SimulatedStoreJsonCodec.textAt(condition, "status").equals("True") ? "Ready" : "NotReady";
            }
        }
        return node.path("spec").path("unschedulable").asBoolean() ? status + ",SchedulingDisabled" : status;
    }

    private static String rolesText(JsonNode node) {
        var roles = new TreeSet<String>();
        node.path("metadata").path("labels").properties().forEach(label -> {
            if (label.getKey().startsWith(ROLE)) {
                roles.add(label.getKey().substring(ROLE.length()));
            } else if (label.getKey().equals("kubernetes.io/role")) {
                roles.add(label.getValue().asText());
            }
        });
        roles.remove("");
        return roles.isEmpty() ? SimulatedTableCellExpressionParser.NONE : String.join(",", roles);
    }

    private static String addressText(JsonNode node, String type) {
        for (var address : node.path("status").path("addresses")) {
            if (SimulatedStoreJsonCodec.textAt(address, "type").equals(type)) {
                return SimulatedStoreJsonCodec.textAt(address, "address");
            }
        }
        return SimulatedTableCellExpressionParser.NONE;
    }

    private static String kernelText(JsonNode node) {
        var kernel = SimulatedStoreJsonCodec.textAt(node, "status", "nodeInfo", "kernelVersion");
        var architecture = SimulatedStoreJsonCodec.textAt(node, "status", "nodeInfo", "architecture");
        if (kernel.isEmpty()) {
            return SimulatedTableAgeFormatter.UNKNOWN;
        }
        return architecture.isEmpty() ? kernel : kernel + " (" + architecture + ")";
    }
}
