package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tessera.kube.names.NameFormatRules;

/** Rules for the containers of a pod. */
final class SimulatedContainerValidationRules {

    private static final int MOST_PORT = 65_535;

    private final Set<String> volumes;
    private final Set<String> claims;
    private final SimulatedValidationErrorCollector findings;
    private final Set<String> names = new TreeSet<>();

    /**
     * For the containers of one pod, which share one set of names.
     *
     * @param volumes the pod's volumes by name
     * @param claims  the pod's resource claims by name
     */
    SimulatedContainerValidationRules(Set<String> volumes, Set<String> claims,
            SimulatedValidationErrorCollector findings) {
        this.volumes = volumes;
        this.claims = claims;
        this.findings = findings;
    }

    void main(JsonNode containers, String path) {
        if (containers.isEmpty()) {
            findings.addRequired(path);
        }
        checkList(containers, path);
    }

    void checkInit(JsonNode containers, String path) {
        checkList(containers, path);
        int index = 0;
        for (var container : containers) {
            var restart = container.path("restartPolicy").asText();
            if (!restart.isEmpty() && !List.of("Always", "OnFailure", "Never").contains(restart)) {
                findings.addNotSupported(path + "[" + index + "].restartPolicy", restart, List.of("Always"));
            }
            if (!restart.equals("Always")) {
                for (var field : List.of("lifecycle", "livenessProbe", "readinessProbe", "startupProbe")) {
                    if (container.has(field)) {
                        findings.addForbidden(path + "[" + index + "]." + field,
                                "may not be set for init containers without restartPolicy=Always");
                    }
                }
            }
            index++;
        }
    }

    void checkEphemeral(JsonNode containers, String path) {
        checkList(containers, path);
        int index = 0;
        for (var container : containers) {
            if (!container.path("resources").isEmpty()) {
                findings.addForbidden(path + "[" + index + "].resources", "cannot be set for an Ephemeral Container");
            }
            index++;
        }
    }

    private void checkList(JsonNode containers, String path) {
        int index = 0;
        for (var container : containers) {
            checkContainer(container, path + "[" + index++ + "]");
        }
    }

    private void checkContainer(JsonNode container, String path) {
        var name = container.path("name").asText();
        if (name.isEmpty()) {
            findings.addRequired(path + ".name");
        } else {
            NameFormatRules.checkLabel(name)
                    .forEach(reason -> findings.addInvalid(path + ".name", name, reason));
        }
        var image = container.path("image").asText();
        if (image.isEmpty()) {
            findings.addRequired(path + ".image");
        } else if (!image.equals(image.trim())) {
            findings.addInvalid(path + ".image", image, "must not have leading or trailing whitespace");
        }
        findings.checkChoice(path + ".terminationMessagePolicy", container.path("terminationMessagePolicy"),
                List.of("File", "FallbackToLogsOnError"), true);
        checkPorts(container.path("ports"), path + ".ports");
        checkEnvironment(container, path);
        checkMounts(container.path("volumeMounts"), path + ".volumeMounts");
        findings.checkChoice(path + ".imagePullPolicy", container.path("imagePullPolicy"),
                List.of("Always", "IfNotPresent", "Never"), true);
        SimulatedResourceAmountValidationRules.checkContainer(container.path("resources"), claims, path + ".resources",
                findings);
        if (!name.isEmpty() && !names.add(name)) {
            findings.addDuplicate(path + ".name", container.path("name"));
        }
    }

    private void checkPorts(JsonNode ports, String path) {
        int index = 0;
        for (var port : ports) {
            var at = path + "[" + index++ + "]";
            int number = port.path("containerPort").asInt();
            if (number == 0) {
                findings.addRequired(at + ".containerPort");
            } else if (number < 0 || number > MOST_PORT) {
                findings.addInvalid(at + ".containerPort", port.path("containerPort"),
                        "must be between 1 and 65535, inclusive");
            }
            findings.checkChoice(at + ".protocol", port.path("protocol"), List.of("SCTP", "TCP", "UDP"), true);
        }
    }

    private void checkEnvironment(JsonNode container, String path) {
        int index = 0;
        for (var variable : container.path("env")) {
            var at = path + ".env[" + index++ + "]";
            var name = variable.path("name").asText();
            if (name.isEmpty()) {
                findings.addRequired(at + ".name");
            } else if (name.contains("=")) {
                findings.addInvalid(at + ".name", name,
                        "a valid environment variable name must consist only of printable "
                                + "ASCII characters other than '='");
            }
            if (variable.has("valueFrom") && !variable.path("value").asText().isEmpty()) {
                findings.addInvalid(at + ".valueFrom", "", "may not be specified when `value` is not empty");
            }
        }
    }

    private void checkMounts(JsonNode mounts, String path) {
        var places = new TreeSet<String>();
        int index = 0;
        for (var mount : mounts) {
            var at = path + "[" + index++ + "]";
            var name = mount.path("name").asText();
            if (name.isEmpty()) {
                findings.addRequired(at + ".name");
            } else if (!volumes.contains(name)) {
                findings.addNotFound(at + ".name", name);
            }
            var place = mount.path("mountPath").asText();
            if (place.isEmpty()) {
                findings.addRequired(at + ".mountPath");
            } else if (!places.add(place)) {
                findings.addInvalid(at + ".mountPath", place, "must be unique");
            }
        }
    }
}
