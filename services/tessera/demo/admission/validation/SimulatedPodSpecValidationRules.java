package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.kube.names.NameFormatRules;

/** Rules for a pod spec, of a pod or in a template. */
final class SimulatedPodSpecValidationRules {

    private final JsonNode spec;
    private final String path;
    private final SimulatedValidationErrorCollector findings;

    /** @param path of the spec, e.g. {@code spec.template.spec} */
    SimulatedPodSpecValidationRules(JsonNode spec, String path, SimulatedValidationErrorCollector findings) {
        this.spec = spec;
        this.path = path;
        this.findings = findings;
    }

    void check() {
        var volumes = checkVolumes();
        var claims = checkClaims();
        var containers = new SimulatedContainerValidationRules(volumes, claims, findings);
        containers.main(spec.path("containers"), path + ".containers");
        containers.checkInit(spec.path("initContainers"), path + ".initContainers");
        containers.checkEphemeral(spec.path("ephemeralContainers"), path + ".ephemeralContainers");
        SimulatedResourceAmountValidationRules.checkPodLevel(spec.path("resources"), path + ".resources", findings);
        findings.checkChoice(path + ".restartPolicy", spec.path("restartPolicy"),
                List.of("Always", "OnFailure", "Never"),
                false);
        findings.checkChoice(path + ".dnsPolicy", spec.path("dnsPolicy"),
                List.of("ClusterFirst", "ClusterFirstWithHostNet", "Default", "None"), false);
        SimulatedMetadataValidationRules.checkLabels(spec.path("nodeSelector"), path + ".nodeSelector", findings);
        var scheduling = new SimulatedSchedulingValidationRules(findings);
        scheduling.checkAffinity(spec.path("affinity"), path + ".affinity");
        scheduling.checkSpread(spec.path("topologySpreadConstraints"), path + ".topologySpreadConstraints");
        checkGates();
        checkNames();
        checkNumbers();
        scheduling.checkTolerations(spec.path("tolerations"), path + ".tolerations");
        findings.checkChoice(path + ".preemptionPolicy", spec.path("preemptionPolicy"),
                List.of("PreemptLowerPriority", "Never"), true);
        for (var name : SimulatedResourceAmountValidationRules.sortedNames(spec.path("overhead"))) {
            SimulatedResourceAmountValidationRules.checkAmount(name, spec.path("overhead").path(name),
                    path + ".overhead[" + name + "]",
                    findings);
        }
    }

    private Set<String> checkVolumes() {
        var names = new HashSet<String>();
        int index = 0;
        for (var volume : spec.path("volumes")) {
            var at = path + ".volumes[" + index++ + "]";
            var name = volume.path("name").asText();
            if (name.isEmpty()) {
                findings.addRequired(at + ".name");
            } else {
                NameFormatRules.checkLabel(name)
                        .forEach(reason -> findings.addInvalid(at + ".name", name, reason));
            }
            if (!name.isEmpty() && !names.add(name)) {
                findings.addDuplicate(at + ".name", volume.path("name"));
            }
            if (volume.size() > 2) {
                findings.addForbidden(at + "." + secondSource(volume), "may not specify more than 1 volume type");
            }
        }
        return names;
    }

    private static String secondSource(JsonNode volume) {
        return volume.properties().stream().map(Map.Entry::getKey).filter(field -> !field.equals("name"))
                .skip(1).findFirst().orElse("");
    }

    private Set<String> checkClaims() {
        var names = new HashSet<String>();
        int index = 0;
        for (var claim : spec.path("resourceClaims")) {
            var at = path + ".resourceClaims[" + index++ + "]";
            var name = claim.path("name").asText();
            if (name.isEmpty()) {
                findings.addRequired(at + ".name");
            } else if (!names.add(name)) {
                findings.addDuplicate(at + ".name", claim.path("name"));
            } else {
                NameFormatRules.checkLabel(name)
                        .forEach(reason -> findings.addInvalid(at + ".name", name, reason));
            }
            boolean direct = claim.has("resourceClaimName");
            boolean template = claim.has("resourceClaimTemplateName");
            if (direct && template) {
                findings.addInvalid(at, GoStyleObjectPrinter.podClaimValue(claim),
                        "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified");
            } else if (!direct && !template) {
                findings.addInvalid(at, GoStyleObjectPrinter.podClaimValue(claim),
                        "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`");
            }
        }
        return names;
    }

    private void checkGates() {
        var seen = new HashSet<String>();
        int index = 0;
        for (var gate : spec.path("schedulingGates")) {
            var name = gate.path("name").asText();
            var at = path + ".schedulingGates[" + index++ + "]";
            NameFormatRules.checkQualifiedName(name)
                    .forEach(reason -> findings.addInvalid(at, name, reason));
            if (!seen.add(name)) {
                findings.addDuplicate(at, gate.path("name"));
            }
        }
    }

    private void checkNames() {
        for (var field : List.of("serviceAccountName", "nodeName", "priorityClassName", "runtimeClassName")) {
            var name = spec.path(field).asText();
            if (!name.isEmpty()) {
                NameFormatRules.checkSubdomain(name)
                        .forEach(reason -> findings.addInvalid(path + "." + field, name, reason));
            }
        }
        for (var field : List.of("hostname", "subdomain")) {
            var name = spec.path(field).asText();
            if (!name.isEmpty()) {
                NameFormatRules.checkLabel(name)
                        .forEach(reason -> findings.addInvalid(path + "." + field, name, reason));
            }
        }
    }

    private void checkNumbers() {
        var deadline = spec.path("activeDeadlineSeconds");
        if (deadline.isNumber() && (deadline.asLong() < 1 || deadline.asLong() > Integer.MAX_VALUE)) {
            findings.addInvalid(path + ".activeDeadlineSeconds", deadline,
                    "must be between 1 and 2147483647, inclusive");
        }
        if (spec.path("hostNetwork").asBoolean()) {
            return;
        }
        int index = 0;
        for (var container : spec.path("containers")) {
            int port = 0;
            for (var element : container.path("ports")) {
                if (element.path("hostPort").asInt() < 0 || element.path("hostPort").asInt() > 65_535) {
                    findings.addInvalid("%s.containers[%d].ports[%d].hostPort".formatted(path, index, port),
                            element.path("hostPort"), "must be between 1 and 65535, inclusive");
                }
                port++;
            }
            index++;
        }
    }
}
