package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeSet;
import tessera.demo.store.StoreJson;

/** The cells of nodes. */
final class NodeTableCells {

    private static final String ROLE = "node-role.kubernetes.io/";

    static final Map<String, TableCell> ALL = Map.of("node.status", (node, _) -> TableCellReader.text(status(node)),
            "node.roles",
            (node, _) -> TableCellReader.text(roles(node)), "node.internalIP",
            (node, _) -> TableCellReader.text(address(node, "InternalIP")),
            "node.externalIP", (node, _) -> TableCellReader.text(address(node, "ExternalIP")), "node.kernel",
            (node, _) -> TableCellReader.text(kernel(node)));

    private NodeTableCells() {}

    private static String status(JsonNode node) {
        var status = "Unknown";
        for (var condition : node.path("status").path("conditions")) {
            if (StoreJson.text(condition, "type").equals("Ready")) {
                status = StoreJson.text(condition, "status").equals("True") ? "Ready" : "NotReady";
            }
        }
        return node.path("spec").path("unschedulable").asBoolean() ? status + ",SchedulingDisabled" : status;
    }

    private static String roles(JsonNode node) {
        var roles = new TreeSet<String>();
        node.path("metadata").path("labels").properties().forEach(label -> {
            if (label.getKey().startsWith(ROLE)) {
                roles.add(label.getKey().substring(ROLE.length()));
            } else if (label.getKey().equals("kubernetes.io/role")) {
                roles.add(label.getValue().asText());
            }
        });
        roles.remove("");
        return roles.isEmpty() ? TableCellReader.NONE : String.join(",", roles);
    }

    private static String address(JsonNode node, String type) {
        for (var address : node.path("status").path("addresses")) {
            if (StoreJson.text(address, "type").equals(type)) {
                return StoreJson.text(address, "address");
            }
        }
        return TableCellReader.NONE;
    }

    private static String kernel(JsonNode node) {
        var kernel = StoreJson.text(node, "status", "nodeInfo", "kernelVersion");
        var architecture = StoreJson.text(node, "status", "nodeInfo", "architecture");
        if (kernel.isEmpty()) {
            return TableAge.UNKNOWN;
        }
        return architecture.isEmpty() ? kernel : kernel + " (" + architecture + ")";
    }
}
