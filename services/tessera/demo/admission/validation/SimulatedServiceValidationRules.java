package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.kube.names.NameFormatRules;

/** Rules for Services. */
final class SimulatedServiceValidationRules {

    private static final int HIGHEST_PORT = 65_535;
    private static final int LOWEST_NODE_PORT = 30_000;
    private static final int HIGHEST_NODE_PORT = 32_767;

    private final JsonNode spec;
    private final @Nullable JsonNode oldObject;
    private final SimulatedValidationErrorCollector findings;

    /** @param oldObject null when the object is new */
    SimulatedServiceValidationRules(JsonNode object, @Nullable JsonNode oldObject,
            SimulatedValidationErrorCollector findings) {
        this.spec = object.path("spec");
        this.oldObject = oldObject;
        this.findings = findings;
    }

    void check() {
        var type = spec.path("type").asText();
        var address = spec.path("clusterIP").asText();
        if (spec.path("ports").isEmpty() && !type.equals("ExternalName") && !address.equals("None")) {
            findings.addRequired("spec.ports");
        }
        if (type.equals("LoadBalancer") && address.equals("None")) {
            findings.addInvalid("spec.clusterIPs[0]", address, "may not be set to 'None' for LoadBalancer services");
        }
        if (type.equals("NodePort") && address.equals("None")) {
            findings.addInvalid("spec.clusterIPs[0]", address, "may not be set to 'None' for NodePort services");
        }
        if (type.equals("ExternalName") && spec.path("externalName").asText().isEmpty()) {
            findings.addRequired("spec.externalName");
        }
        checkPorts(type);
        findings.checkChoice("spec.sessionAffinity", spec.path("sessionAffinity"), List.of("ClientIP", "None"), true);
        for (var label : spec.path("selector").properties()) {
            NameFormatRules.checkQualifiedName(label.getKey())
                    .forEach(reason -> findings.addInvalid("spec.selector", label.getKey(), reason));
            NameFormatRules.checkLabelValue(label.getValue().asText())
                    .forEach(reason -> findings.addInvalid("spec.selector", label.getValue(), reason));
        }
        findings.checkChoice("spec.type", spec.path("type"),
                List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort"), false);
        if (oldObject != null && !oldObject.path("spec").path("clusterIP").asText().isEmpty()
                && !oldObject.path("spec").path("clusterIP").equals(spec.path("clusterIP"))
                && !type.equals("ExternalName")) {
            findings.addInvalid("spec.clusterIPs[0]", spec.path("clusterIP"), "may not change once set");
        }
    }

    private void checkPorts(String type) {
        var names = new HashSet<String>();
        var seen = new HashSet<JsonNode>();
        int index = 0;
        for (var port : spec.path("ports")) {
            var path = "spec.ports[" + index++ + "]";
            checkPortName(port.path("name"), path + ".name", names);
            checkPortNumber(port.path("port"), path + ".port");
            findings.checkChoice(path + ".protocol", port.path("protocol"), List.of("SCTP", "TCP", "UDP"), false);
            var target = port.path("targetPort");
            if (target.isTextual()) {
                NameFormatRules.checkPortName(target.asText())
                        .forEach(reason -> findings.addInvalid(path + ".targetPort", target, reason));
            } else if (target.isNumber()) {
                checkPortNumber(target, path + ".targetPort");
            }
            checkNodePort(port.path("nodePort"), type, path + ".nodePort");
            if (!seen.add(GoStyleObjectPrinter.servicePortValue(port))) {
                findings.addDuplicate(path, GoStyleObjectPrinter.servicePortValue(port));
            }
        }
    }

    private void checkPortName(JsonNode name, String path, Set<String> names) {
        if (name.asText().isEmpty()) {
            if (spec.path("ports").size() > 1) {
                findings.addRequired(path);
            }
            return;
        }
        NameFormatRules.checkLabel(name.asText())
                .forEach(reason -> findings.addInvalid(path, name, reason));
        if (!names.add(name.asText())) {
            findings.addDuplicate(path, name);
        }
    }

    private void checkPortNumber(JsonNode port, String path) {
        if (port.asInt() < 1 || port.asInt() > HIGHEST_PORT) {
            findings.addInvalid(path, port, "must be between 1 and 65535, inclusive");
        }
    }

    private void checkNodePort(JsonNode port, String type, String path) {
        if (port.asInt() == 0) {
            return;
        }
        if (type.equals("ClusterIP")) {
            findings.addForbidden(path, "may not be used when `type` is 'ClusterIP'");
        } else if (port.asInt() < LOWEST_NODE_PORT || port.asInt() > HIGHEST_NODE_PORT) {
            findings.addInvalid(path, port, "provided port is not in the valid range. The range of valid ports is %d-%d"
                    .formatted(LOWEST_NODE_PORT, HIGHEST_NODE_PORT));
        }
    }
}
