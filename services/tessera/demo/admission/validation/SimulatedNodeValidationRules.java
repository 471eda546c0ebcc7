package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;

/** Rules for nodes. */
final class SimulatedNodeValidationRules {

    private final JsonNode node;
    private final SimulatedValidationErrorCollector findings;

    SimulatedNodeValidationRules(JsonNode node, SimulatedValidationErrorCollector findings) {
        this.node = node;
        this.findings = findings;
    }

    /** Checks the taints, which a real server names by a path in the metadata. */
    void checkTaints() {
        new SimulatedSchedulingValidationRules(findings).checkTaints(node.path("spec").path("taints"),
                "metadata.taints");
    }

    void checkResources() {
        for (var map : List.of("capacity", "allocatable")) {
            var amounts = node.path("status").path(map);
            for (var name : SimulatedResourceAmountValidationRules.sortedNames(amounts)) {
                SimulatedResourceAmountValidationRules.checkAmount(name, amounts.path(name),
                        "status." + map + "." + name,
                        findings);
            }
        }
    }

    void checkUpdate(JsonNode old) {
        checkResources();
        var seen = new HashSet<JsonNode>();
        int index = 0;
        for (var address : node.path("status").path("addresses")) {
            if (!seen.add(address)) {
                findings.addDuplicate("status.addresses[" + index + "]", address);
            }
            index++;
        }
        var before = old.path("spec").path("providerID").asText();
        if (!before.isEmpty() && !before.equals(node.path("spec").path("providerID").asText())) {
            findings.addForbidden("spec.providerID",
                    "node updates may not change providerID except from \"\" to valid");
        }
        if (!old.path("spec").path("podCIDRs").isEmpty()
                && !old.path("spec").path("podCIDRs").equals(node.path("spec").path("podCIDRs"))) {
            findings.addForbidden("spec.podCIDRs", "node updates may not change podCIDR except from \"\" to valid");
        }
        checkTaints();
    }
}
