package tessera.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tessera.model.PodSpecFacts;
import tessera.model.PodSpecFacts.ContainerFacts;
import tessera.model.PodSpecFacts.SpecTerm;

/** Reads what a pod was made to be. */
public final class PodSpecReader {

    private static final List<String> PROBES = List.of("startupProbe", "readinessProbe", "livenessProbe");

    private PodSpecReader() {}

    public static PodSpecFacts read(JsonNode pod) {
        var containers = new ArrayList<ContainerFacts>();
        add(containers, pod, "initContainers", "initContainerStatuses", "init container");
        add(containers, pod, "containers", "containerStatuses", "");
        add(containers, pod, "ephemeralContainers", "ephemeralContainerStatuses", "ephemeral container");
        var volumes = new LinkedHashMap<String, String>();
        pod.at("/spec/volumes").forEach(volume -> volumes.put(volume.path("name").asText(), volume(volume)));
        return new PodSpecFacts(containers, volumes, placement(pod));
    }

    private static void add(List<ContainerFacts> containers, JsonNode pod, String of, String statuses, String kind) {
        var byName = new HashMap<String, JsonNode>();
        pod.path("status").path(statuses).forEach(status -> byName.put(status.path("name").asText(), status));
        pod.path("spec").path(of).forEach(spec -> {
            var status = byName.getOrDefault(spec.path("name").asText(), spec.path("no status"));
            var sidecar = spec.path("restartPolicy").asText("").equals("Always") ? "sidecar" : kind;
            containers.add(container(spec, status, sidecar));
        });
    }

    private static ContainerFacts container(JsonNode spec, JsonNode status, String kind) {
        var running = status.at("/state/running");
        var ended = status.at("/state/terminated");
        var waiting = status.at("/state/waiting");
        var state = running.isObject() ? "running"
                : ended.isObject() ? "ended " + ending(ended) : waiting.path("reason").asText("not started");
        var since = time(running.isObject() ? running.path("startedAt") : ended.path("finishedAt"));
        var last = status.at("/lastState/terminated");
        return new ContainerFacts(spec.path("name").asText(), kind, spec.path("image").asText(""), state, since,
                last.isObject() ? ending(last) : "", status.path("restartCount").asInt(0),
                status.path("ready").asBoolean(false), TextMaps.of(spec.at("/resources/requests")),
                TextMaps.of(spec.at("/resources/limits")), terms(spec));
    }

    private static String ending(JsonNode ended) {
        var reason = ended.path("reason").asText("");
        int code = ended.path("exitCode").asInt(0);
        return "with exit code " + code + (reason.isEmpty() ? "" : ", " + reason);
    }

    private static List<SpecTerm> terms(JsonNode spec) {
        var terms = new ArrayList<SpecTerm>();
        term(terms, "Command", words(spec.path("command"), spec.path("args")));
        for (var probe : PROBES) {
            var name = Character.toUpperCase(probe.charAt(0)) + probe.substring(1).replace("Probe", " probe");
            term(terms, name, probe(spec.path(probe)));
        }
        term(terms, "Ports", joined(spec.path("ports"), port -> port.path("containerPort").asText()
                + prefixed(" ", port.path("name").asText(""))));
        term(terms, "Mounts", lines(spec.path("volumeMounts"), mount -> mount.path("mountPath").asText() + " from "
                + mount.path("name").asText() + (mount.path("readOnly").asBoolean(false) ? ", read-only" : "")));
        term(terms, "Claims", joined(spec.at("/resources/claims"), claim -> claim.path("name").asText()));
        term(terms, "Privileged", spec.at("/securityContext/privileged").asBoolean(false) ? "yes" : "");
        return terms;
    }

    private static String probe(JsonNode probe) {
        if (!probe.isObject()) {
            return "";
        }
        var http = probe.path("httpGet");
        var does = http.isObject()
                ? "GET " + http.path("path").asText("/") + " on port " + http.path("port").asText()
                : probe.has("tcpSocket") ? "connects to port " + probe.at("/tcpSocket/port").asText()
                        : probe.has("grpc") ? "asks by gRPC on port " + probe.at("/grpc/port").asText()
                                : words(probe.at("/exec/command"), probe.path("none"));
        return "%s, every %d s, after %d failures".formatted(does, probe.path("periodSeconds").asInt(10),
                probe.path("failureThreshold").asInt(3));
    }

    private static List<SpecTerm> placement(JsonNode pod) {
        var spec = pod.path("spec");
        var terms = new ArrayList<SpecTerm>();
        var priority = spec.path("priority").asText("");
        var named = spec.path("priorityClassName").asText("");
        term(terms, "Priority", named.isEmpty() ? priority.equals("0") ? "" : priority : priority + " (" + named + ")");
        term(terms, "Preemption",
                spec.path("preemptionPolicy").asText("").equals("Never") ? "never takes the place of others"
                        : "");
        term(terms, "QoS class", pod.at("/status/qosClass").asText(""));
        term(terms, "Selects nodes", spec.path("nodeSelector").properties().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue().asText()).collect(Collectors.joining("\n")));
        term(terms, "Affinity", spec.path("affinity").properties().stream().map(Map.Entry::getKey)
                .collect(Collectors.joining(", ")));
        term(terms, "Tolerates", lines(spec.path("tolerations"), PodSpecReader::toleration));
        term(terms, "Waits for", joined(spec.path("schedulingGates"), gate -> gate.path("name").asText()));
        term(terms, "Device claims", joined(spec.path("resourceClaims"), claim -> claim.path("name").asText()));
        var scheduler = spec.path("schedulerName").asText("");
        term(terms, "Scheduler", scheduler.equals("default-scheduler") ? "" : scheduler);
        term(terms, "Runtime class", spec.path("runtimeClassName").asText(""));
        term(terms, "Service account", spec.path("serviceAccountName").asText(""));
        term(terms, "Host network", spec.path("hostNetwork").asBoolean(false) ? "yes" : "");
        term(terms, "Restart policy", spec.path("restartPolicy").asText(""));
        var grace = spec.path("terminationGracePeriodSeconds");
        term(terms, "Grace period", grace.isNumber() ? grace.asInt() + " s" : "");
        return terms;
    }

    private static String toleration(JsonNode toleration) {
        var key = toleration.path("key").asText("");
        var value = toleration.path("value").asText("");
        var effect = toleration.path("effect").asText("");
        var seconds = toleration.path("tolerationSeconds");
        return (key.isEmpty() ? "everything" : key) + prefixed("=", value) + prefixed(":", effect)
                + (seconds.isNumber() ? " for " + seconds.asLong() + " s" : "");
    }

    private static String volume(JsonNode volume) {
        for (var entry : volume.properties()) {
            var source = entry.getValue();
            switch (entry.getKey()) {
                case "name" -> {
                    // not what it is made of
                }
                case "emptyDir" -> {
                    return "emptyDir" + prefixed(", in ", source.path("medium").asText(""))
                            + prefixed(", at most ", source.path("sizeLimit").asText(""));
                }
                case "persistentVolumeClaim" -> {
                    return "claim " + source.path("claimName").asText();
                }
                case "configMap" -> {
                    return "ConfigMap " + source.path("name").asText();
                }
                case "secret" -> {
                    return "Secret " + source.path("secretName").asText();
                }
                case "hostPath" -> {
                    return source.path("path").asText() + " of the node";
                }
                case "nfs" -> {
                    return "NFS " + source.path("server").asText() + ":" + source.path("path").asText();
                }
                default -> {
                    return entry.getKey() + prefixed(" ", source.path("driver").asText(""));
                }
            }
        }
        return "";
    }

    private interface Words {
        String of(JsonNode element);
    }

    private static String joined(JsonNode array, Words words) {
        return StreamSupport.stream(array.spliterator(), false).map(words::of).collect(Collectors.joining(", "));
    }

    private static String lines(JsonNode array, Words words) {
        return StreamSupport.stream(array.spliterator(), false).map(words::of).collect(Collectors.joining("\n"));
    }

    private static String words(JsonNode one, JsonNode other) {
        var all = new ArrayList<String>();
        one.forEach(word -> all.add(word.asText()));
        other.forEach(word -> all.add(word.asText()));
        return String.join(" ", all);
    }

    private static String prefixed(String prefix, String text) {
        return text.isEmpty() ? "" : prefix + text;
    }

    private static void term(List<SpecTerm> terms, String name, String value) {
        if (!value.isBlank()) {
            terms.add(new SpecTerm(name, value));
        }
    }

    private static @Nullable Instant time(JsonNode time) {
        try {
            return time.isTextual() ? Instant.parse(time.textValue()) : null;
        } catch (DateTimeParseException _) {
            return null;
        }
    }
}
