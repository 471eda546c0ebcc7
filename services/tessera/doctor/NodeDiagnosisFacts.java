package tessera.doctor;

import java.util.List;
import java.util.Map;
import tessera.gpu.health.LastFieldWrite;
import tessera.scheduling.KarpenterNodeClaim;

/**
 * Facts about single nodes that lists of nodes and pods do not contain.
 *
 * @param cordons who cordoned a node, and when
 * @param claims  NodeClaims of Karpenter
 * @param fabric  by node, what containers wrote about an NVLink fabric that is not ready
 * @param upgrades driver upgrades that AMD's operator gave up
 */
record NodeDiagnosisFacts(Map<String, LastFieldWrite> cordons, List<KarpenterNodeClaim> claims,
        Map<String, List<String>> fabric, List<FailedAmdDriverUpgrade> upgrades) {

    static final NodeDiagnosisFacts NONE = new NodeDiagnosisFacts(Map.of(), List.of(), Map.of(), List.of());

    NodeDiagnosisFacts {
        cordons = Map.copyOf(cordons);
        claims = List.copyOf(claims);
        fabric = Map.copyOf(fabric);
        upgrades = List.copyOf(upgrades);
    }
}
