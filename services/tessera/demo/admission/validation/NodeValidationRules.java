package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;

/** What holds for nodes. */
final class NodeValidationRules {

    private final JsonNode node;
    private final ValidationErrors findings;

    NodeValidationRules(JsonNode node, ValidationErrors findings) {
        this.node = node;
        this.findings = findings;
    }

    /** A real server names the taints by a path in the metadata. */
    void taints() {
        new SchedulingRules(findings).taints(node.path("spec").path("taints"), "metadata.taints");
    }

    void resources() {
        for (var map : List.of("capacity", "allocatable")) {
            var amounts = node.path("status").path(map);
            for (var name : ResourceRules.sorted(amounts)) {
                ResourceRules.amount(name, amounts.path(name), "status." + map + "." + name, findings);
            }
        }
    }

    void update(JsonNode old) {
        resources();
        var seen = new HashSet<JsonNode>();
        int index = 0;
        for (var address : node.path("status").path("addresses")) {
            if (!seen.add(address)) {
                findings.duplicate("status.addresses[" + index + "]", address);
            }
            index++;
        }
        var before = old.path("spec").path("providerID").asText();
        if (!before.isEmpty() && !before.equals(node.path("spec").path("providerID").asText())) {
            findings.forbidden("spec.providerID", "node updates may not change providerID except from \"\" to valid");
        }
        if (!old.path("spec").path("podCIDRs").isEmpty()
                && !old.path("spec").path("podCIDRs").equals(node.path("spec").path("podCIDRs"))) {
            findings.forbidden("spec.podCIDRs", "node updates may not change podCIDR except from \"\" to valid");
        }
        taints();
    }
}
