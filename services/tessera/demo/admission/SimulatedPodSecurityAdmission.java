package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Check of a pod against the Pod Security level that its namespace enforces; of both levels the rules of baseline. */
public final class SimulatedPodSecurityAdmission {

    private static final String LEVEL = "pod-security.kubernetes.io/enforce";
    private static final List<String> LEVELS = List.of("baseline", "restricted");
    private static final List<String> LISTS = List.of("initContainers", "containers", "ephemeralContainers");
    private static final Set<String> CAPABILITIES = Set.of("AUDIT_WRITE", "CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID",
            "KILL", "MKNOD", "NET_BIND_SERVICE", "SETFCAP", "SETGID", "SETPCAP", "SETUID", "SYS_CHROOT");

    private final JsonNode spec;
    private final List<String> violations = new ArrayList<>();

    private SimulatedPodSecurityAdmission(JsonNode spec) {
        this.spec = spec;
    }

    /** Returns why a pod is refused, in the server's words; empty when it is allowed. */
    public static String refusalText(JsonNode pod, JsonNode namespace) {
        var level = namespace.at("/metadata/labels").path(LEVEL).asText("privileged");
        if (!LEVELS.contains(level)) {
            return "";
        }
        var security = new SimulatedPodSecurityAdmission(pod.path("spec"));
        security.checkBaseline();
        if (security.violations.isEmpty()) {
            return "";
        }
        return "violates PodSecurity \"%s:latest\": %s".formatted(level, String.join(", ", security.violations));
    }

    private void checkBaseline() {
        checkContainers("non-default capabilities",
                "must not include what is not usual in securityContext.capabilities.add",
                SimulatedPodSecurityAdmission::addsForeignCapability);
        var spaces = Stream.of("hostNetwork", "hostPID", "hostIPC").filter(name -> spec.path(name).asBoolean())
                .map(name -> name + "=true").toList();
        if (!spaces.isEmpty()) {
            violations.add("host namespaces (" + String.join(", ", spaces) + ")");
        }
        var paths = namesMatching(spec.path("volumes").valueStream(), volume -> volume.has("hostPath"));
        if (!paths.isEmpty()) {
            violations.add("hostPath volumes (" + quotedNames("volume", paths) + ")");
        }
        var ports = containers().flatMap(container -> container.path("ports").valueStream())
                .map(port -> port.path("hostPort")).filter(port -> port.asInt() > 0).map(JsonNode::asText).toList();
        if (!ports.isEmpty()) {
            violations.add("hostPort (" + String.join(", ", ports) + ")");
        }
        checkContainers("privileged", "must not set securityContext.privileged=true",
                container -> container.at("/securityContext/privileged").asBoolean());
    }

    private static boolean addsForeignCapability(JsonNode container) {
        return container.at("/securityContext/capabilities/add").valueStream()
                .anyMatch(added -> !CAPABILITIES.contains(added.asText()));
    }

    private Stream<JsonNode> containers() {
        return LISTS.stream().flatMap(list -> spec.path(list).valueStream());
    }

    private void checkContainers(String title, String wrong, Predicate<JsonNode> which) {
        var names = namesMatching(containers(), which);
        if (!names.isEmpty()) {
            violations.add("%s (%s %s)".formatted(title, quotedNames("container", names), wrong));
        }
    }

    private static List<String> namesMatching(Stream<JsonNode> elements, Predicate<JsonNode> which) {
        return elements.filter(which).map(element -> element.path("name").asText()).toList();
    }

    private static String quotedNames(String subject, List<String> names) {
        return subject + (names.size() > 1 ? "s " : " ")
                + names.stream().map(name -> "\"" + name + "\"").collect(Collectors.joining(", "));
    }
}
