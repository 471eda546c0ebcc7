package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** A host port that a container requests. */
record SimulatedHostPort(String address, String protocol, int port) {

    private static final String ANY = "0.0.0.0";

    static List<SimulatedHostPort> listOf(JsonNode podSpec) {
        var ports = new ArrayList<SimulatedHostPort>();
        podSpec.path("containers").forEach(container -> addPorts(container, ports));
        for (var container : podSpec.path("initContainers")) {
            if (container.path("restartPolicy").asText().equals("Always")) {
                addPorts(container, ports);
            }
        }
        return List.copyOf(ports);
    }

    private static void addPorts(JsonNode container, List<SimulatedHostPort> ports) {
        for (var port : container.path("ports")) {
            if (port.path("hostPort").asInt() > 0) {
                var address = port.path("hostIP").asText();
                ports.add(new SimulatedHostPort(address.isEmpty() ? ANY : address, port.path("protocol").asText("TCP"),
                        port.path("hostPort").asInt()));
            }
        }
    }

    boolean conflictsWith(SimulatedHostPort other) {
        return port == other.port && protocol.equals(other.protocol)
                && (address.equals(other.address) || address.equals(ANY) || other.address.equals(ANY));
    }
}
