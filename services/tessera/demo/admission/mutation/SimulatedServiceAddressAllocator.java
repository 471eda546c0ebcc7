package tessera.demo.admission.mutation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.admission.JsonTreeOperations;

/** Cluster addresses and node ports of Services. They are made from the service's name, so that the same scenario gives the same. */
final class SimulatedServiceAddressAllocator {

    private static final int FIRST_NODE_PORT = 30_000;
    private static final int NODE_PORTS = 2_768;

    private SimulatedServiceAddressAllocator() {}

    static ObjectNode assignAddresses(ObjectNode service) {
        var result = service.deepCopy();
        var spec = JsonTreeOperations.childObject(result, "spec");
        var type = spec.path("type").asText();
        if (type.equals("ExternalName")) {
            return result;
        }
        int seed = (result.path("metadata").path("namespace").asText() + "/"
                + result.path("metadata").path("name").asText()).hashCode() >>> 1;
        JsonTreeOperations.putIfMissing(spec, "clusterIP",
                "10.%d.%d.%d".formatted(96 + seed % 16, seed / 16 % 256, 1 + seed / 4096 % 254));
        if (!spec.has("clusterIPs")) {
            spec.putArray("clusterIPs").add(spec.path("clusterIP").asText());
        }
        if (!spec.has("ipFamilies")) {
            spec.putArray("ipFamilies").add("IPv4");
        }
        JsonTreeOperations.putIfMissing(spec, "ipFamilyPolicy", "SingleStack");
        if (List.of("NodePort", "LoadBalancer").contains(type)) {
            int[] next = {seed % NODE_PORTS};
            JsonTreeOperations.forEachObject(spec.path("ports"),
                    port -> JsonTreeOperations.putIfMissing(port, "nodePort",
                            FIRST_NODE_PORT + next[0]++ % NODE_PORTS));
        }
        return result;
    }
}
