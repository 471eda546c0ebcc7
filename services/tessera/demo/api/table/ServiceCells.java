package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tessera.demo.store.Json;

/** The cells of what leads to pods. */
final class ServiceCells {

    private static final int SHOWN = 3;

    static final Map<String, Cell> ALL = Map.of("service.external", (service, _) -> Cells.text(external(service)),
            "service.ports", (service, _) -> Cells.text(ports(service)), "endpoints.addresses",
            (endpoints, _) -> Cells.text(addresses(endpoints)), "ingress.ports",
            (ingress, _) -> Cells.text(ingress.path("spec").path("tls").isEmpty() ? "80" : "80, 443"));

    private ServiceCells() {}

    private static String external(JsonNode service) {
        var fixed = Cells.all(service, "spec.externalIPs");
        return switch (Json.text(service, "spec", "type")) {
            case "ExternalName" -> Json.text(service, "spec", "externalName");
            case "LoadBalancer" -> {
                var given = Stream.of("ip", "hostname")
                        .flatMap(field -> Cells.all(service, "status.loadBalancer.ingress." + field).stream());
                var all = Stream.concat(given, fixed.stream()).toList();
                yield all.isEmpty() ? "<pending>" : String.join(",", all);
            }
            default -> fixed.isEmpty() ? Cells.NONE : String.join(",", fixed);
        };
    }

    private static String ports(JsonNode service) {
        var ports = new ArrayList<String>();
        for (var port : service.path("spec").path("ports")) {
            long node = port.path("nodePort").asLong();
            ports.add(port.path("port").asLong() + (node > 0 ? ":" + node : "") + "/"
                    + port.path("protocol").asText("TCP"));
        }
        return ports.isEmpty() ? Cells.NONE : String.join(",", ports);
    }

    private static String addresses(JsonNode endpoints) {
        var all = new ArrayList<String>();
        for (var subset : endpoints.path("subsets")) {
            for (var address : subset.path("addresses")) {
                for (var port : subset.path("ports")) {
                    all.add(Json.text(address, "ip") + ":" + port.path("port").asText());
                }
            }
        }
        if (all.isEmpty()) {
            return Cells.NONE;
        }
        List<String> shown = all.subList(0, Math.min(SHOWN, all.size()));
        var text = String.join(",", shown);
        return all.size() > SHOWN ? text + " + " + (all.size() - SHOWN) + " more..." : text;
    }
}
