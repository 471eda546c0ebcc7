package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Table cells of services and endpoints. */
final class SimulatedServiceTableCells {

    private static final int SHOWN = 3;

    static final Map<String, SimulatedTableCellFunction> ALL = Map.of("service.external",
            (service, _) -> SimulatedTableCellExpressionParser.textNode(externalIpText(service)),
            "service.ports", (service, _) -> SimulatedTableCellExpressionParser.textNode(portsText(service)),
            "endpoints.addresses",
            (endpoints, _) -> SimulatedTableCellExpressionParser.textNode(addressesText(endpoints)),
            "ingress.ports",
            (ingress, _) -> SimulatedTableCellExpressionParser
                    .textNode(ingress.path("spec").path("tls").isEmpty() ? "80" : "80, 443"));

    private SimulatedServiceTableCells() {}

    private static String externalIpText(JsonNode service) {
        var fixed = SimulatedTableCellExpressionParser.textsAt(service, "spec.externalIPs");
        return switch (SimulatedStoreJsonCodec.textAt(service, "spec", "type")) {
            case "ExternalName" -> SimulatedStoreJsonCodec.textAt(service, "spec", "externalName");
            case "LoadBalancer" -> {
                var given = Stream.of("ip", "hostname")
                        .flatMap(
                                field -> SimulatedTableCellExpressionParser
                                        .textsAt(service, "status.loadBalancer.ingress." + field)
                                        .stream());
                var all = Stream.concat(given, fixed.stream()).toList();
                yield all.isEmpty() ? "<pending>" : String.join(",", all);
            }
            default -> fixed.isEmpty() ? SimulatedTableCellExpressionParser.NONE : String.join(",", fixed);
        };
    }

    private static String portsText(JsonNode service) {
        var ports = new ArrayList<String>();
        for (var port : service.path("spec").path("ports")) {
            long node = port.path("nodePort").asLong();
            ports.add(port.path("port").asLong() + (node > 0 ? ":" + node : "") + "/"
                    + port.path("protocol").asText("TCP"));
        }
        return ports.isEmpty() ? SimulatedTableCellExpressionParser.NONE : String.join(",", ports);
    }

    private static String addressesText(JsonNode endpoints) {
        var all = new ArrayList<String>();
        for (var subset : endpoints.path("subsets")) {
            for (var address : subset.path("addresses")) {
                for (var port : subset.path("ports")) {
                    all.add(SimulatedStoreJsonCodec.textAt(address, "ip") + ":" + port.path("port").asText());
                }
            }
        }
        if (all.isEmpty()) {
            return SimulatedTableCellExpressionParser.NONE;
        }
        List<String> shown = all.subList(0, Math.min(SHOWN, all.size()));
        var text = String.join(",", shown);
        return all.size() > SHOWN ? text + " + " + (all.size() - SHOWN) + " more..." : text;
    }
}
