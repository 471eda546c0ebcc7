package tessera.kube.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import tessera.kube.requests.PodResourceCalculator;
import tessera.text.OptionalText;

/**
 * A host port of a container.
 *
 * @param protocol {@code TCP}, {@code UDP} or {@code SCTP}
 * @param port     its number
 * @param address of the node; {@code 0.0.0.0} for all of them
 */
public record ContainerHostPort(String address, String protocol, int port) {

    private static final String ANY = "0.0.0.0";

    /** Returns the host ports that a pod uses. */
    public static List<ContainerHostPort> readPorts(JsonNode podSpec) {
        var ports = new ArrayList<ContainerHostPort>();
        podSpec.path("containers").forEach(container -> addPorts(container, ports));
        for (var container : podSpec.path("initContainers")) {
            if (PodResourceCalculator.isSidecar(container)) {
                addPorts(container, ports);
            }
        }
        return List.copyOf(ports);
    }

    private static void addPorts(JsonNode container, List<ContainerHostPort> ports) {
        for (var port : container.path("ports")) {
            if (port.path("hostPort").asInt() > 0) {
                var address = port.path("hostIP").asText();
                ports.add(new ContainerHostPort(OptionalText.orElse(address, ANY), port.path("protocol").asText("TCP"),
                        port.path("hostPort").asInt()));
            }
        }
    }

    /** Returns whether both cannot be on one node. */
    public boolean conflictsWith(ContainerHostPort other) {
        return port == other.port && protocol.equals(other.protocol)
                && (address.equals(other.address) || address.equals(ANY) || other.address.equals(ANY));
    }

    /** Returns the port for people, e.g. {@code 8080/TCP}. */
    public String portText() {
        return port + "/" + protocol;
    }
}
