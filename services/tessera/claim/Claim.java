package tessera.claim;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A claim on devices.
 *
 * @param node where its devices are, once it has some
 * @param held keys of what it keeps from others
 * @param pods that use it, with their namespaces
 */
record Claim(String namespace, String name, JsonNode spec, boolean allocated, String node, Set<String> held,
        List<String> pods, boolean deleted) {

    Claim {
        held = Set.copyOf(held);
        pods = List.copyOf(pods);
    }

    /** By which it is told from all others. */
    String key() {
        return namespace + "/" + name;
    }

    static Claim of(JsonNode claim) {
        var held = new HashSet<String>();
        var allocation = claim.at("/status/allocation");
        for (var result : allocation.at("/devices/results")) {
            if (!result.path("adminAccess").asBoolean()) {
                held.add(result.path("driver").asText() + "/" + result.path("pool").asText() + "/"
                        + result.path("device").asText());
            }
        }
        var namespace = claim.at("/metadata/namespace").asText();
        var pods = claim.at("/status/reservedFor").valueStream()
                .filter(user -> user.path("resource").asText().equals("pods"))
                .map(user -> namespace + "/" + user.path("name").asText()).toList();
        return new Claim(namespace, claim.at("/metadata/name").asText(), claim.at("/spec/devices"),
                !allocation.isMissingNode(),
                allocation.at("/nodeSelector/nodeSelectorTerms/0/matchFields/0/values/0").asText(), held, pods,
                claim.path("metadata").hasNonNull("deletionTimestamp"));
    }
}
