package tessera.demo.admission.security;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Whether a pod may be in a namespace by the level of Pod Security that the namespace enforces. */
public final class PodSecurity {

    private static final String LEVEL = "pod-security.kubernetes.io/enforce";
    private static final List<String> LISTS = List.of("initContainers", "containers", "ephemeralContainers");
    private static final Set<String> CAPABILITIES = Set.of("AUDIT_WRITE", "CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID",
            "KILL", "MKNOD", "NET_BIND_SERVICE", "SETFCAP", "SETGID", "SETPCAP", "SETUID", "SYS_CHROOT");

    private final JsonNode spec;
    private final List<String> found = new ArrayList<>();

    private PodSecurity(JsonNode spec) {
        this.spec = spec;
    }

    /** Why a pod is kept out, in the server's words; empty when it is not. */
    public static String refusal(JsonNode pod, JsonNode namespace) {
        var level = namespace.at("/metadata/labels").path(LEVEL).asText("privileged");
        boolean restricted = level.equals("restricted");
        if (!restricted && !level.equals("baseline")) {
            return "";
        }
        var security = new PodSecurity(pod.path("spec"));
        if (restricted) {
            security.mayNotRise();
        }
        security.baseline();
        if (restricted) {
            security.isNobody();
        }
        return security.found.isEmpty() ? ""
                : "violates PodSecurity \"%s:latest\": %s".formatted(level, String.join(", ", security.found));
    }

    private void baseline() {
        containers("non-default capabilities", "must not include what is not usual in securityContext.capabilities.add",
                container -> StreamSupport
                        .stream(container.at("/securityContext/capabilities/add").spliterator(), false)
                        .anyMatch(added -> !CAPABILITIES.contains(added.asText())));
        var spaces = Stream.of("hostNetwork", "hostPID", "hostIPC").filter(name -> spec.path(name).asBoolean())
                .map(name -> name + "=true").toList();
        if (!spaces.isEmpty()) {
            found.add("host namespaces (" + String.join(", ", spaces) + ")");
        }
        var paths = named(spec.path("volumes"), volume -> volume.has("hostPath"));
        if (!paths.isEmpty()) {
            found.add("hostPath volumes (" + words("volume", paths) + ")");
        }
        var ports = new ArrayList<String>();
        each(container -> container.path("ports").forEach(port -> {
            if (port.path("hostPort").asInt() > 0) {
                ports.add(port.path("hostPort").asText());
            }
        }));
        if (!ports.isEmpty()) {
            found.add("hostPort (" + String.join(", ", ports) + ")");
        }
        containers("privileged", "must not set securityContext.privileged=true",
                container -> container.at("/securityContext/privileged").asBoolean());
    }

    private void mayNotRise() {
        containers("allowPrivilegeEscalation != false", "must set securityContext.allowPrivilegeEscalation=false",
                container -> container.at("/securityContext/allowPrivilegeEscalation").asBoolean(true));
        containers("unrestricted capabilities", "must set securityContext.capabilities.drop=[\"ALL\"]",
                container -> StreamSupport
                        .stream(container.at("/securityContext/capabilities/drop").spliterator(), false)
                        .noneMatch(dropped -> dropped.asText().equals("ALL")));
    }

    private void isNobody() {
        if (!spec.at("/securityContext/runAsNonRoot").asBoolean()) {
            containers("runAsNonRoot != true", "must set securityContext.runAsNonRoot=true",
                    container -> !container.at("/securityContext/runAsNonRoot").asBoolean());
        }
        if (spec.at("/securityContext/seccompProfile/type").asText("Unconfined").equals("Unconfined")) {
            containers("seccompProfile",
                    "must set securityContext.seccompProfile.type to \"RuntimeDefault\" or \"Localhost\"",
                    container -> container.at("/securityContext/seccompProfile/type").asText("Unconfined")
                            .equals("Unconfined"));
        }
    }

    private void each(Consumer<JsonNode> with) {
        LISTS.forEach(list -> spec.path(list).forEach(with));
    }

    private void containers(String title, String wrong, Predicate<JsonNode> which) {
        var names = LISTS.stream().flatMap(list -> named(spec.path(list), which).stream()).toList();
        if (!names.isEmpty()) {
            found.add("%s (%s %s)".formatted(title, words("container", names), wrong));
        }
    }

    private static List<String> named(JsonNode list, Predicate<JsonNode> which) {
        return StreamSupport.stream(list.spliterator(), false).filter(which).map(each -> each.path("name").asText())
                .toList();
    }

    private static String words(String what, List<String> names) {
        return what + (names.size() > 1 ? "s " : " ")
                + names.stream().map(name -> "\"" + name + "\"").collect(Collectors.joining(", "));
    }
}
