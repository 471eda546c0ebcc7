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
import tessera.model.PodDetails;
import tessera.model.PodDetails.ContainerDetails;
import tessera.model.PodDetails.PodSetting;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** Reader of the spec and container states of a pod. */
public final class PodSpecReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodSpecReader.class);
    private static final List<String> PROBES = List.of("startupProbe", "readinessProbe", "livenessProbe");

    private PodSpecReader() {}

    public static PodDetails readPodSpec(JsonNode pod) {
        var containers = new ArrayList<ContainerDetails>();
        addContainers(containers, pod, "initContainers", "initContainerStatuses", MESSAGES.text("container.init"));
        addContainers(containers, pod, "containers", "containerStatuses", "");
        addContainers(containers, pod, "ephemeralContainers", "ephemeralContainerStatuses",
                MESSAGES.text("container.ephemeral"));
        var volumes = new LinkedHashMap<String, String>();
        pod.at("/spec/volumes").forEach(volume -> volumes.put(volume.path("name").asText(), volumeText(volume)));
        return new PodDetails(containers, volumes, schedulingTerms(pod));
    }

    private static void addContainers(List<ContainerDetails> containers, JsonNode pod, String of, String statuses,
            String kind) {
        var byName = new HashMap<String, JsonNode>();
        pod.path("status").path(statuses).forEach(status -> byName.put(status.path("name").asText(), status));
        pod.path("spec").path(of).forEach(spec -> {
            var status = byName.getOrDefault(spec.path("name").asText(), spec.path("no status"));
            var sidecar = spec.path("restartPolicy").asText("").equals("Always") ? MESSAGES.text("container.sidecar")
                    : kind;
            containers.add(readContainer(spec, status, sidecar));
        });
    }

    private static ContainerDetails readContainer(JsonNode spec, JsonNode status, String kind) {
        var running = status.at("/state/running");
        var ended = status.at("/state/terminated");
        var waiting = status.at("/state/waiting");
        String state;
        if (running.isObject()) {
            state = MESSAGES.text("state.running");
        } else if (ended.isObject()) {
            state = MESSAGES.text("state.ended", exitText(ended));
        } else {
            state = waiting.path("reason").asText(MESSAGES.text("state.waiting"));
        }
        var since = parseTime(running.isObject() ? running.path("startedAt") : ended.path("finishedAt"));
        var last = status.at("/lastState/terminated");
        return new ContainerDetails(spec.path("name").asText(), kind, spec.path("image").asText(""), state,
                running.isObject(), since, last.isObject() ? exitText(last) : "", status.path("restartCount").asInt(0),
                status.path("ready").asBoolean(false), StringMapReader.readMap(spec.at("/resources/requests")),
                StringMapReader.readMap(spec.at("/resources/limits")), portNumbers(spec), containerTerms(spec));
    }

    private static String exitText(JsonNode ended) {
        return MESSAGES.text("exit", ended.path("exitCode").asInt(0), ended.path("reason").asText(""));
    }

    private static List<String> portNumbers(JsonNode spec) {
        return spec.path("ports").valueStream().map(port -> port.path("containerPort").asText())
                .filter(number -> !number.isEmpty()).toList();
    }

    private static List<PodSetting> containerTerms(JsonNode spec) {
        var terms = new ArrayList<PodSetting>();
        addTerm(terms, MESSAGES.text("term.command"), joinWords(spec.path("command"), spec.path("args")));
        for (var probe : PROBES) {
            addTerm(terms, MESSAGES.text(probe), probeText(spec.path(probe)));
        }
        addTerm(terms, MESSAGES.text("term.ports"),
                joinElements(spec.path("ports"), port -> port.path("containerPort").asText()
                        + OptionalText.prefixed(" ", port.path("name").asText(""))));
        addTerm(terms, MESSAGES.text("term.mounts"),
                joinLines(spec.path("volumeMounts"), mount -> MESSAGES.text("mount", mount.path("mountPath").asText(),
                        mount.path("name").asText(), mount.path("readOnly").asBoolean(false))));
        addTerm(terms, MESSAGES.text("term.claims"),
                joinElements(spec.at("/resources/claims"), claim -> claim.path("name").asText()));
        addTerm(terms, MESSAGES.text("term.privileged"),
                spec.at("/securityContext/privileged").asBoolean(false) ? MESSAGES.text("yes") : "");
        return terms;
    }

    private static String probeText(JsonNode probe) {
        if (!probe.isObject()) {
            return "";
        }
        var http = probe.path("httpGet");
        int period = probe.path("periodSeconds").asInt(10);
        int failures = probe.path("failureThreshold").asInt(3);
        if (http.isObject()) {
            return MESSAGES.text("probe.http", http.path("path").asText("/"), http.path("port").asText(), period,
                    failures);
        }
        if (probe.has("tcpSocket")) {
            return MESSAGES.text("probe.tcp", probe.at("/tcpSocket/port").asText(), period, failures);
        }
        return probe.has("grpc") ? MESSAGES.text("probe.grpc", probe.at("/grpc/port").asText(), period, failures)
                : MESSAGES.text("probe.exec", joinWords(probe.at("/exec/command"), probe.path("none")), period,
                        failures);
    }

    private static List<PodSetting> schedulingTerms(JsonNode pod) {
        var spec = pod.path("spec");
        var terms = new ArrayList<PodSetting>();
        var priority = spec.path("priority").asText("");
        var named = spec.path("priorityClassName").asText("");
        addTerm(terms, MESSAGES.text("term.priority"), valueText(named, priority));
        addTerm(terms, MESSAGES.text("term.preemption"),
                spec.path("preemptionPolicy").asText("").equals("Never") ? MESSAGES.text("preemption.never") : "");
        addTerm(terms, MESSAGES.text("term.qos"), pod.at("/status/qosClass").asText(""));
        addTerm(terms, MESSAGES.text("term.selector"), spec.path("nodeSelector").properties().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue().asText()).collect(Collectors.joining("\n")));
        addTerm(terms, MESSAGES.text("term.affinity"),
                spec.path("affinity").properties().stream().map(Map.Entry::getKey).collect(Collectors.joining(", ")));
        addTerm(terms, MESSAGES.text("term.tolerations"),
                joinLines(spec.path("tolerations"), PodSpecReader::tolerationText));
        addTerm(terms, MESSAGES.text("term.gates"),
                joinElements(spec.path("schedulingGates"), gate -> gate.path("name").asText()));
        addTerm(terms, MESSAGES.text("term.device.claims"),
                joinElements(spec.path("resourceClaims"), claim -> claim.path("name").asText()));
        var scheduler = spec.path("schedulerName").asText("");
        addTerm(terms, MESSAGES.text("term.scheduler"),
                scheduler.equals("default-scheduler") ? "" : scheduler);
        addTerm(terms, MESSAGES.text("term.runtime"), spec.path("runtimeClassName").asText(""));
        addTerm(terms, MESSAGES.text("term.account"), spec.path("serviceAccountName").asText(""));
        addTerm(terms, MESSAGES.text("term.network"),
                spec.path("hostNetwork").asBoolean(false) ? MESSAGES.text("yes") : "");
        addTerm(terms, MESSAGES.text("term.restart"), spec.path("restartPolicy").asText(""));
        var grace = spec.path("terminationGracePeriodSeconds");
        addTerm(terms, MESSAGES.text("term.grace"),
                grace.isNumber() ? MESSAGES.text("seconds", grace.asInt()) : "");
        return terms;
    }

    private static String valueText(String named, String priority) {
        if (named.isEmpty()) {
            if (priority.equals("0")) {
                return "";
            }
            return priority;
        }
        return priority + " (" + named + ")";
    }

    private static String tolerationText(JsonNode toleration) {
        var key = toleration.path("key").asText("");
        var value = toleration.path("value").asText("");
        var effect = toleration.path("effect").asText("");
        var seconds = toleration.path("tolerationSeconds");
        var taint = OptionalText.orElse(key, MESSAGES.text("toleration.all")) + OptionalText.prefixed("=", value)
                + OptionalText.prefixed(":", effect);
        return MESSAGES.text("toleration", taint, seconds.asText(""));
    }

    private static String volumeText(JsonNode volume) {
        for (var entry : volume.properties()) {
            var source = entry.getValue();
            switch (entry.getKey()) {
                case "name" -> {
                    // not what it is made of
                }
                case "emptyDir" -> {
                    return MESSAGES.text("volume.empty", source.path("medium").asText(""),
                            source.path("sizeLimit").asText(""));
                }
                case "persistentVolumeClaim" -> {
                    return MESSAGES.text("volume.claim", source.path("claimName").asText());
                }
                case "configMap" -> {
                    return "ConfigMap " + source.path("name").asText();
                }
                case "secret" -> {
                    return "Secret " + source.path("secretName").asText();
                }
                case "hostPath" -> {
                    return MESSAGES.text("volume.host", source.path("path").asText());
                }
                case "nfs" -> {
                    return "NFS " + source.path("server").asText() + ":" + source.path("path").asText();
                }
                default -> {
                    return entry.getKey() + OptionalText.prefixed(" ", source.path("driver").asText(""));
                }
            }
        }
        return "";
    }

    private interface JsonElementFormatter {
        String format(JsonNode element);
    }

    private static String joinElements(JsonNode array, JsonElementFormatter formatter) {
        return StreamSupport.stream(array.spliterator(), false).map(formatter::format)
                .collect(Collectors.joining(", "));
    }

    private static String joinLines(JsonNode array, JsonElementFormatter formatter) {
        return StreamSupport.stream(array.spliterator(), false).map(formatter::format)
                .collect(Collectors.joining("\n"));
    }

    private static String joinWords(JsonNode one, JsonNode other) {
        var all = new ArrayList<String>();
        one.forEach(word -> all.add(word.asText()));
        other.forEach(word -> all.add(word.asText()));
        return String.join(" ", all);
    }

    private static void addTerm(List<PodSetting> terms, String name, String value) {
        if (!value.isBlank()) {
            terms.add(new PodSetting(name, value));
        }
    }

    private static @Nullable Instant parseTime(JsonNode time) {
        try {
            return time.isTextual() ? Instant.parse(time.textValue()) : null;
        } catch (DateTimeParseException _) {
            return null;
        }
    }
}
