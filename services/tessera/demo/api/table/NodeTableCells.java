package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeSet;
import tessera.demo.store.StoreJson;

/** Table cells of nodes. */
final class NodeTableCells {

    private static final String ROLE = "node-role.kubernetes.io/";

    static final Map<String, TableCell> ALL = Map.of("node.status",
            (node, _) -> TableCellReader.textNode(statusText(node)),
            "node.roles",
            (node, _) -> TableCellReader.textNode(rolesText(node)), "node.internalIP",
            (node, _) -> TableCellReader.textNode(addressText(node, "InternalIP")),
            "node.externalIP", (node, _) -> TableCellReader.textNode(addressText(node, "ExternalIP")), "node.kernel",
            (node, _) -> TableCellReader.textNode(kernelText(node)));

    private NodeTableCells() {}

    private static String statusText(JsonNode node) {
        var status = "Unknown";
        for (var condition : node.path("status").path("conditions")) {
            if (StoreJson.textAt(condition, "type").equals("Ready")) {
                status = StoreJson.textAt(condition, "status").equals("True") ? "Ready" : "NotReady";
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
        return roles.isEmpty() ? TableCellReader.NONE : String.join(",", roles);
    }

    private static String addressText(JsonNode node, String type) {
        for (var address : node.path("status").path("addresses")) {
            if (StoreJson.textAt(address, "type").equals(type)) {
                return StoreJson.textAt(address, "address");
            }
        }
        return TableCellReader.NONE;
    }

    private static String kernelText(JsonNode node) {
        var kernel = StoreJson.textAt(node, "status", "nodeInfo", "kernelVersion");
        var architecture = StoreJson.textAt(node, "status", "nodeInfo", "architecture");
        if (kernel.isEmpty()) {
            return TableAge.UNKNOWN;
        }
        return architecture.isEmpty() ? kernel : kernel + " (" + architecture + ")";
    }
}
