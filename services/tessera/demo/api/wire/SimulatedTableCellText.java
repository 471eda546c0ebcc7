package tessera.demo.api.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** The texts of cells that only some kinds have. */
final class SimulatedTableCellText {

    private static final String UNKNOWN = "<unknown>";

    static final String NONE = "<none>";

    private static final String ROLE = "node-role.kubernetes.io/";
    private static final Map<String, String> ACCESS_MODES = Map.of("ReadWriteOnce", "RWO", "ReadOnlyMany", "ROX",
            "ReadWriteMany", "RWX", "ReadWriteOncePod", "RWOP");
    /** Conditions of a job, the telling ones first. */
    private static final List<String> JOB_ENDINGS = List.of("Complete", "Failed");
    private static final List<String> JOB_STATES = List.of("Suspended", "FailureTarget", "SuccessCriteriaMet");

    private SimulatedTableCellText() {}

    static String textOf(String keyword, ObjectNode object, Instant now) {
        var spec = object.path("spec");
        var status = object.path("status");
        return switch (keyword) {
            case "node.status" -> nodeStatusText(object);
            case "node.roles" -> rolesText(object.path("metadata").path("labels"));
            case "node.internalIP" -> addressText(status, "InternalIP");
            case "node.externalIP" -> addressText(status, "ExternalIP");
            case "node.kernel" -> kernelText(status.path("nodeInfo"));
            case "deployment.ready" -> status.path("readyReplicas").asLong() + "/" + spec.path("replicas").asLong(1);
            case "job.status" -> jobStatusText(object);
            case "job.completions" -> completionsText(spec, status.path("succeeded").asLong());
            case "job.duration" -> jobDurationText(status, now);
            case "service.external" -> externalIpText(object);
            case "service.ports" -> portsText(spec.path("ports"));
            case "quota.requests" -> quotaText(status, false);
            case "quota.limits" -> quotaText(status, true);
            case "volume.modes" -> accessModesText(status.has("accessModes") ? status : spec);
            case "volume.status" -> isDeleted(object) ? "Terminating" : status.path("phase").asText();
            case "volume.claim" -> claimText(spec.path("claimRef"));
            case "claim.state" -> claimStateText(object);
            case "event.last" -> lastSeenText(object, now);
            case "event.first" -> ageText(firstTime(object), now);
            case "event.object" -> involvedObjectText(object.path("involvedObject"));
            case "event.source" -> sourceText(object);
            default -> throw new IllegalArgumentException(keyword);
        };
    }

    private static boolean isDeleted(JsonNode object) {
        return SimulatedMetadata.isDeleting(object);
    }

    private static String nodeStatusText(JsonNode node) {
        var ready = SimulatedOwnerStatusWriter.findCondition(node.path("status").path("conditions"), "Ready");
        var text = "Unknown";
        if (ready != null) {
            text = ready.path("status").asText().equals("True") ? "Ready" : "NotReady";
        }
        return node.path("spec").path("unschedulable").asBoolean() ? text + ",SchedulingDisabled" : text;
    }

    private static String rolesText(JsonNode labels) {
        var roles = new TreeSet<String>();
        labels.properties().forEach(label -> {
            if (label.getKey().startsWith(ROLE)) {
                roles.add(label.getKey().substring(ROLE.length()));
            } else if (label.getKey().equals("kubernetes.io/role")) {
                roles.add(label.getValue().asText());
            }
        });
        roles.remove("");
        return orElse(String.join(",", roles), NONE);
    }

    private static String addressText(JsonNode status, String type) {
        return status.path("addresses").valueStream().filter(address -> address.path("type").asText().equals(type))
                .map(address -> address.path("address").asText()).findFirst().orElse(NONE);
    }

    private static String kernelText(JsonNode info) {
        var kernel = SimulatedStoreJsonCodec.textAt(info, "kernelVersion");
        var architecture = SimulatedStoreJsonCodec.textAt(info, "architecture");
        if (kernel.isEmpty()) {
            return "<unknown>";
        }
        return architecture.isEmpty() ? kernel : kernel + " (" + architecture + ")";
    }

    private static String jobStatusText(JsonNode job) {
        var ending = JOB_ENDINGS.stream().filter(type -> SimulatedOwnerStatusWriter.hasTrueCondition(job, type))
                .findFirst();
        if (ending.isPresent()) {
            return ending.get();
        }
        return isDeleted(job) ? "Terminating"
                : JOB_STATES.stream().filter(type -> SimulatedOwnerStatusWriter.hasTrueCondition(job, type)).findFirst()
                        .orElse("Running");
    }

    private static String completionsText(JsonNode spec, long succeeded) {
        if (spec.hasNonNull("completions")) {
            return succeeded + "/" + spec.path("completions").asLong();
        }
        long parallel = spec.path("parallelism").asLong(0);
        return parallel > 1 ? succeeded + "/1 of " + parallel : succeeded + "/1";
    }

    private static String jobDurationText(JsonNode status, Instant now) {
        if (!status.hasNonNull("startTime")) {
            return "";
        }
        var end = SimulatedStoreJsonCodec.textAt(status, "completionTime");
        return ageText(SimulatedStoreJsonCodec.textAt(status, "startTime"), end.isEmpty() ? now : Instant.parse(end));
    }

    private static String externalIpText(JsonNode service) {
        var addresses = new ArrayList<String>();
        var absent = NONE;
        switch (SimulatedStoreJsonCodec.textAt(service, "spec", "type")) {
            case "ExternalName" -> absent = SimulatedStoreJsonCodec.textAt(service, "spec", "externalName");
            case "LoadBalancer" -> {
                absent = "<pending>";
                addresses.addAll(textsAt(service, "status.loadBalancer.ingress.ip"));
                addresses.addAll(textsAt(service, "status.loadBalancer.ingress.hostname"));
            }
            default -> {}
        }
        addresses.addAll(textsAt(service, "spec.externalIPs"));
        return orElse(String.join(",", addresses), absent);
    }

    private static String portsText(JsonNode ports) {
        return orElse(ports.valueStream().map(port -> {
            long node = port.path("nodePort").asLong();
            return port.path("port").asLong() + (node > 0 ? ":" + node : "") + "/"
                    + port.path("protocol").asText("TCP");
        }).collect(Collectors.joining(",")), NONE);
    }

    private static String quotaText(JsonNode status, boolean limits) {
        return status.path("hard").propertyStream().filter(hard -> hard.getKey().startsWith("limits") == limits)
                .map(hard -> hard.getKey() + ": " + status.path("used").path(hard.getKey()).asText("0") + "/"
                        + hard.getValue().asText())
                .sorted().collect(Collectors.joining(", "));
    }

    private static String accessModesText(JsonNode holder) {
        return textsAt(holder, "accessModes").stream().map(mode -> ACCESS_MODES.getOrDefault(mode, mode))
                .collect(Collectors.joining(","));
    }

    private static String claimText(JsonNode reference) {
        if (reference.isObject()) {
            return reference.path("namespace").asText() + "/" + reference.path("name").asText();
        }
        return "";
    }

    private static String claimStateText(JsonNode claim) {
        var states = new ArrayList<String>();
        if (isDeleted(claim)) {
            states.add("deleted");
        }
        states.add(claim.path("status").has("allocation") ? "allocated" : "pending");
        if (!claim.path("status").path("reservedFor").isEmpty()) {
            states.add("reserved");
        }
        return String.join(",", states);
    }

    private static String lastSeenText(JsonNode event, Instant now) {
        var first = ageText(firstTime(event), now);
        var lastTime = orElse(SimulatedStoreJsonCodec.textAt(event, "series", "lastObservedTime"),
                SimulatedStoreJsonCodec.textAt(event, "lastTimestamp"));
        var last = lastTime.isEmpty() ? first : ageText(lastTime, now);
        return occurrences(event) > 1 ? last + " (x" + occurrences(event) + " over " + first + ")" : last;
    }

    /** Returns the time of the first occurrence, which is in one of two places. */
    private static String firstTime(JsonNode event) {
        return orElse(SimulatedStoreJsonCodec.textAt(event, "firstTimestamp"),
                SimulatedStoreJsonCodec.textAt(event, "eventTime"));
    }

    static long occurrences(JsonNode event) {
        long series = event.path("series").path("count").asLong();
        return Math.max(1, series > 0 ? series : event.path("count").asLong());
    }

    private static String involvedObjectText(JsonNode about) {
        return about.path("kind").asText().toLowerCase(Locale.ROOT) + "/" + about.path("name").asText();
    }

    private static String sourceText(JsonNode event) {
        var component = SimulatedStoreJsonCodec.textAt(event, "source", "component");
        var both = component.isEmpty()
                ? Stream.of(SimulatedStoreJsonCodec.textAt(event, "reportingComponent"),
                        SimulatedStoreJsonCodec.textAt(event, "reportingInstance"))
                : Stream.of(component, SimulatedStoreJsonCodec.textAt(event, "source", "host"));
        return both.filter(text -> !text.isEmpty()).collect(Collectors.joining(", "));
    }

    /** Returns the texts at a path that may lead through lists. */
    static List<String> textsAt(JsonNode object, String path) {
        var nodes = Stream.of(object);
        for (var name : path.split("\\.", -1)) {
            nodes = nodes.map(node -> node.path(name))
                    .flatMap(child -> child.isArray() ? child.valueStream() : Stream.of(child));
        }
        return nodes.map(node -> node.asText("")).filter(text -> !text.isEmpty()).toList();
    }

    static String orElse(String text, String absent) {
        return text.isEmpty() ? absent : text;
    }

    /** Returns the age of a timestamp, given as objects carry it. */
    static String ageText(String moment, Instant now) {
        try {
            return durationText(Duration.between(Instant.parse(moment), now));
        } catch (DateTimeException e) {
            return UNKNOWN;
        }
    }

    /** Returns a duration in coarser units the longer it is. */
    static String durationText(Duration span) {
        long seconds = span.toSeconds();
        long minutes = span.toMinutes();
        long hours = span.toHours();
        if (seconds < -1) {
            return "<invalid>";
        }
        if (seconds < 120) {
            return Math.max(0, seconds) + "s";
        }
        if (minutes < 10) {
            return twoUnitText(minutes, "m", seconds % 60, "s");
        }
        if (minutes < 180) {
            return minutes + "m";
        }
        if (hours < 8) {
            return twoUnitText(hours, "h", minutes % 60, "m");
        }
        if (hours < 48) {
            return hours + "h";
        }
        return daysText(hours);
    }

    private static String twoUnitText(long large, String largeUnit, long small, String smallUnit) {
        return small == 0 ? large + largeUnit : large + largeUnit + small + smallUnit;
    }

    private static String daysText(long hours) {
        long days = hours / 24;
        if (hours < 24 * 8) {
            return twoUnitText(days, "d", hours % 24, "h");
        }
        if (days < 365 * 2) {
            return days + "d";
        }
        return hours < 24 * 365 * 8 ? twoUnitText(days / 365, "y", days % 365, "d") : days / 365 + "y";
    }
}
