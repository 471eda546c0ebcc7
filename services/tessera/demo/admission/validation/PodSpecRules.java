package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What holds for the spec of a pod, by itself or in a template. */
final class PodSpecRules {

    private final JsonNode spec;
    private final String path;
    private final ValidationErrors findings;

    /** @param path of the spec, e.g. {@code spec.template.spec} */
    PodSpecRules(JsonNode spec, String path, ValidationErrors findings) {
        this.spec = spec;
        this.path = path;
        this.findings = findings;
    }

    void check() {
        var volumes = volumes();
        var claims = claims();
        var containers = new ContainerRules(volumes, claims, findings);
        containers.main(spec.path("containers"), path + ".containers");
        containers.init(spec.path("initContainers"), path + ".initContainers");
        containers.ephemeral(spec.path("ephemeralContainers"), path + ".ephemeralContainers");
        ResourceRules.pod(spec.path("resources"), path + ".resources", findings);
        findings.choice(path + ".restartPolicy", spec.path("restartPolicy"), List.of("Always", "OnFailure", "Never"),
                false);
        findings.choice(path + ".dnsPolicy", spec.path("dnsPolicy"),
                List.of("ClusterFirst", "ClusterFirstWithHostNet", "Default", "None"), false);
        MetadataRules.labels(spec.path("nodeSelector"), path + ".nodeSelector", findings);
        var scheduling = new SchedulingRules(findings);
        scheduling.affinity(spec.path("affinity"), path + ".affinity");
        scheduling.spread(spec.path("topologySpreadConstraints"), path + ".topologySpreadConstraints");
        gates();
        names();
        numbers();
        scheduling.tolerations(spec.path("tolerations"), path + ".tolerations");
        findings.choice(path + ".preemptionPolicy", spec.path("preemptionPolicy"),
                List.of("PreemptLowerPriority", "Never"), true);
        for (var name : ResourceRules.sorted(spec.path("overhead"))) {
            ResourceRules.amount(name, spec.path("overhead").path(name), path + ".overhead[" + name + "]", findings);
        }
    }

    private Set<String> volumes() {
        var names = new HashSet<String>();
        int index = 0;
        for (var volume : spec.path("volumes")) {
            var at = path + ".volumes[" + index++ + "]";
            var name = volume.path("name").asText();
            if (name.isEmpty()) {
                findings.required(at + ".name");
            } else {
                NameFormats.label(name).forEach(why -> findings.invalid(at + ".name", name, why));
            }
            if (!name.isEmpty() && !names.add(name)) {
                findings.duplicate(at + ".name", volume.path("name"));
            }
            if (volume.size() > 2) {
                findings.forbidden(at + "." + secondSource(volume), "may not specify more than 1 volume type");
            }
        }
        return names;
    }

    private static String secondSource(JsonNode volume) {
        return volume.properties().stream().map(Map.Entry::getKey).filter(field -> !field.equals("name"))
                .skip(1).findFirst().orElse("");
    }

    private Set<String> claims() {
        var names = new HashSet<String>();
        int index = 0;
        for (var claim : spec.path("resourceClaims")) {
            var at = path + ".resourceClaims[" + index++ + "]";
            var name = claim.path("name").asText();
            if (name.isEmpty()) {
                findings.required(at + ".name");
            } else if (!names.add(name)) {
                findings.duplicate(at + ".name", claim.path("name"));
            } else {
                NameFormats.label(name).forEach(why -> findings.invalid(at + ".name", name, why));
            }
            boolean direct = claim.has("resourceClaimName");
            boolean template = claim.has("resourceClaimTemplateName");
            if (direct && template) {
                findings.invalid(at, GoValues.podClaim(claim),
                        "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified");
            } else if (!direct && !template) {
                findings.invalid(at, GoValues.podClaim(claim),
                        "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`");
            }
        }
        return names;
    }

    private void gates() {
        var seen = new HashSet<String>();
        int index = 0;
        for (var gate : spec.path("schedulingGates")) {
            var name = gate.path("name").asText();
            var at = path + ".schedulingGates[" + index++ + "]";
            NameFormats.qualified(name).forEach(why -> findings.invalid(at, name, why));
            if (!seen.add(name)) {
                findings.duplicate(at, gate.path("name"));
            }
        }
    }

    private void names() {
        for (var field : List.of("serviceAccountName", "nodeName", "priorityClassName", "runtimeClassName")) {
            var name = spec.path(field).asText();
            if (!name.isEmpty()) {
                NameFormats.subdomain(name).forEach(why -> findings.invalid(path + "." + field, name, why));
            }
        }
        for (var field : List.of("hostname", "subdomain")) {
            var name = spec.path(field).asText();
            if (!name.isEmpty()) {
                NameFormats.label(name).forEach(why -> findings.invalid(path + "." + field, name, why));
            }
        }
    }

    private void numbers() {
        var deadline = spec.path("activeDeadlineSeconds");
        if (deadline.isNumber() && (deadline.asLong() < 1 || deadline.asLong() > Integer.MAX_VALUE)) {
            findings.invalid(path + ".activeDeadlineSeconds", deadline, "must be between 1 and 2147483647, inclusive");
        }
        if (spec.path("hostNetwork").asBoolean()) {
            return;
        }
        int index = 0;
        for (var container : spec.path("containers")) {
            int port = 0;
            for (var each : container.path("ports")) {
                if (each.path("hostPort").asInt() < 0 || each.path("hostPort").asInt() > 65_535) {
                    findings.invalid("%s.containers[%d].ports[%d].hostPort".formatted(path, index, port),
                            each.path("hostPort"), "must be between 1 and 65535, inclusive");
                }
                port++;
            }
            index++;
        }
    }
}
