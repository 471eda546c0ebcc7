package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What holds for the containers of a pod. */
final class ContainerRules {

    private static final int MOST_PORT = 65_535;

    private final Set<String> volumes;
    private final Set<String> claims;
    private final ValidationErrors findings;
    private final Set<String> names = new TreeSet<>();

    /**
     * For the containers of one pod, which share one set of names.
     *
     * @param volumes the pod's volumes by name
     * @param claims  the pod's resource claims by name
     */
    ContainerRules(Set<String> volumes, Set<String> claims, ValidationErrors findings) {
        this.volumes = volumes;
        this.claims = claims;
        this.findings = findings;
    }

    void main(JsonNode containers, String path) {
        if (containers.isEmpty()) {
            findings.required(path);
        }
        list(containers, path);
    }

    void init(JsonNode containers, String path) {
        list(containers, path);
        int index = 0;
        for (var container : containers) {
            var restart = container.path("restartPolicy").asText();
            if (!restart.isEmpty() && !List.of("Always", "OnFailure", "Never").contains(restart)) {
                findings.notSupported(path + "[" + index + "].restartPolicy", restart, List.of("Always"));
            }
            if (!restart.equals("Always")) {
                for (var field : List.of("lifecycle", "livenessProbe", "readinessProbe", "startupProbe")) {
                    if (container.has(field)) {
                        findings.forbidden(path + "[" + index + "]." + field,
                                "may not be set for init containers without restartPolicy=Always");
                    }
                }
            }
            index++;
        }
    }

    void ephemeral(JsonNode containers, String path) {
        list(containers, path);
        int index = 0;
        for (var container : containers) {
            if (!container.path("resources").isEmpty()) {
                findings.forbidden(path + "[" + index + "].resources", "cannot be set for an Ephemeral Container");
            }
            index++;
        }
    }

    private void list(JsonNode containers, String path) {
        int index = 0;
        for (var container : containers) {
            container(container, path + "[" + index++ + "]");
        }
    }

    private void container(JsonNode container, String path) {
        var name = container.path("name").asText();
        if (name.isEmpty()) {
            findings.required(path + ".name");
        } else {
            NameFormats.label(name).forEach(why -> findings.invalid(path + ".name", name, why));
        }
        var image = container.path("image").asText();
        if (image.isEmpty()) {
            findings.required(path + ".image");
        } else if (!image.equals(image.trim())) {
            findings.invalid(path + ".image", image, "must not have leading or trailing whitespace");
        }
        findings.choice(path + ".terminationMessagePolicy", container.path("terminationMessagePolicy"),
                List.of("File", "FallbackToLogsOnError"), true);
        ports(container.path("ports"), path + ".ports");
        environment(container, path);
        mounts(container.path("volumeMounts"), path + ".volumeMounts");
        findings.choice(path + ".imagePullPolicy", container.path("imagePullPolicy"),
                List.of("Always", "IfNotPresent", "Never"), true);
        ResourceRules.container(container.path("resources"), claims, path + ".resources", findings);
        if (!name.isEmpty() && !names.add(name)) {
            findings.duplicate(path + ".name", container.path("name"));
        }
    }

    private void ports(JsonNode ports, String path) {
        int index = 0;
        for (var port : ports) {
            var at = path + "[" + index++ + "]";
            int number = port.path("containerPort").asInt();
            if (number == 0) {
                findings.required(at + ".containerPort");
            } else if (number < 0 || number > MOST_PORT) {
                findings.invalid(at + ".containerPort", port.path("containerPort"),
                        "must be between 1 and 65535, inclusive");
            }
            findings.choice(at + ".protocol", port.path("protocol"), List.of("SCTP", "TCP", "UDP"), true);
        }
    }

    private void environment(JsonNode container, String path) {
        int index = 0;
        for (var variable : container.path("env")) {
            var at = path + ".env[" + index++ + "]";
            var name = variable.path("name").asText();
            if (name.isEmpty()) {
                findings.required(at + ".name");
            } else if (name.contains("=")) {
                findings.invalid(at + ".name", name, "a valid environment variable name must consist only of printable "
                        + "ASCII characters other than '='");
            }
            if (variable.has("valueFrom") && !variable.path("value").asText().isEmpty()) {
                findings.invalid(at + ".valueFrom", "", "may not be specified when `value` is not empty");
            }
        }
    }

    private void mounts(JsonNode mounts, String path) {
        var places = new TreeSet<String>();
        int index = 0;
        for (var mount : mounts) {
            var at = path + "[" + index++ + "]";
            var name = mount.path("name").asText();
            if (name.isEmpty()) {
                findings.required(at + ".name");
            } else if (!volumes.contains(name)) {
                findings.notFound(at + ".name", name);
            }
            var place = mount.path("mountPath").asText();
            if (place.isEmpty()) {
                findings.required(at + ".mountPath");
            } else if (!places.add(place)) {
                findings.invalid(at + ".mountPath", place, "must be unique");
            }
        }
    }
}
