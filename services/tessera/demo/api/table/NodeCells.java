package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeSet;
import tessera.demo.store.Json;

/** The cells of nodes. */
final class NodeCells {

    private static final String ROLE = "node-role.kubernetes.io/";

    static final Map<String, Cell> ALL = Map.of("node.status", (node, _) -> Cells.text(status(node)), "node.roles",
            (node, _) -> Cells.text(roles(node)), "node.internalIP",
            (node, _) -> Cells.text(address(node, "InternalIP")),
            "node.externalIP", (node, _) -> Cells.text(address(node, "ExternalIP")), "node.kernel",
            (node, _) -> Cells.text(kernel(node)));

    private NodeCells() {}

    private static String status(JsonNode node) {
        var status = "Unknown";
        for (var condition : node.path("status").path("conditions")) {
            if (Json.text(condition, "type").equals("Ready")) {
                status = Json.text(condition, "status").equals("True") ? "Ready" : "NotReady";
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
        return roles.isEmpty() ? Cells.NONE : String.join(",", roles);
    }

    private static String address(JsonNode node, String type) {
        for (var address : node.path("status").path("addresses")) {
            if (Json.text(address, "type").equals(type)) {
                return Json.text(address, "address");
            }
        }
        return Cells.NONE;
    }

    private static String kernel(JsonNode node) {
        var kernel = Json.text(node, "status", "nodeInfo", "kernelVersion");
        var architecture = Json.text(node, "status", "nodeInfo", "architecture");
        if (kernel.isEmpty()) {
            return Age.UNKNOWN;
        }
        return architecture.isEmpty() ? kernel : kernel + " (" + architecture + ")";
    }
}
