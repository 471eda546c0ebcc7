package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import tessera.demo.store.StoreJson;

/**
 * Which pods the controller of a custom kind makes. Data: {@code crews.json}.
 *
 * @param kind       as {@code apiVersion/kind}
 * @param controller its name in events
 * @param labels     of its pods, with what stands for the name of the object, the role of a pod, and its number
 */
record TrainingCrew(String kind, String controller, Map<String, String> labels, List<CrewPart> parts) {

    private static final int MOST = 1000;
    private static final String RESTART_POLICY = "restartPolicy";
    /** Exit codes above are those of signals, after which trying again may help. */
    private static final int LAST_PERMANENT = 127;
    private static final String GROUP = "leaderworkerset.sigs.k8s.io/";

    /**
     * Pods that are alike.
     *
     * @param at        the way to what describes them, where {@code *} stands for each entry
     * @param template  the way from there to the pod's template; empty where there is none
     * @param container what the only container is called where there is no template but what is said of it
     * @param group     what describes a leader and its workers, where there are groups of them; empty for none
     * @param counts    ways from there to numbers that are multiplied
     */
    record CrewPart(List<String> at, List<String> template, String container, String group,
            List<List<String>> counts) {}

    TrainingCrew {
        labels = Map.copyOf(labels);
        parts = List.copyOf(parts);
    }

    static List<TrainingCrew> all() {
        try (var file = Objects.requireNonNull(TrainingCrew.class.getResourceAsStream("crews.json"))) {
            var crews = new ArrayList<TrainingCrew>();
            for (var kind : new JsonMapper().readTree(file).path("kinds")) {
                var parts = new ArrayList<CrewPart>();
                kind.path("parts").forEach(part -> {
                    var counts = new ArrayList<List<String>>();
                    part.path("counts").forEach(count -> counts.add(way(count.asText())));
                    parts.add(new CrewPart(way(StoreJson.text(part, "at")), way(part.path("template").asText("")),
                            part.path("container").asText(""), part.path("group").asText(""), counts));
                });
                var labels = new TreeMap<String, String>();
                kind.path("labels").properties().forEach(label -> labels.put(label.getKey(),
                        label.getValue().asText()));
                crews.add(new TrainingCrew(StoreJson.text(kind, "kind"), StoreJson.text(kind, "controller"), labels,
                        parts));
            }
            return crews;
        } catch (IOException e) {
            throw new UncheckedIOException("the kinds whose pods are made are damaged", e);
        }
    }

    private static List<String> way(String path) {
        return path.isEmpty() ? List.of() : List.of(path.split("/", -1));
    }

    String apiVersion() {
        return kind.substring(0, kind.lastIndexOf('/'));
    }

    String shortKind() {
        return kind.substring(kind.lastIndexOf('/') + 1);
    }

    /** The pods that an object wants, by their names. */
    Map<String, ObjectNode> pods(ObjectNode owner) {
        var pods = new LinkedHashMap<String, ObjectNode>();
        var name = StoreJson.text(owner, "metadata", "name");
        for (var part : parts) {
            var places = new LinkedHashMap<String, JsonNode>();
            places(owner, part.at(), "", places);
            places.forEach((role, place) -> {
                int count = count(place, part);
                for (int i = 0; i < count; i++) {
                    if (part.group().isEmpty()) {
                        put(pods, pod(owner, place, part), name + role + "-" + i,
                                role.isEmpty() ? "" : role.substring(1),
                                i);
                    } else {
                        group(pods, owner, place.path(part.group()), i);
                    }
                }
            });
        }
        return pods;
    }

    /** Whether a pod that failed makes room for another; otherwise its work has failed with it. */
    boolean again(ObjectNode owner, JsonNode pod) {
        var replicas = owner.path("spec").properties().stream().filter(each -> each.getKey().endsWith("ReplicaSpecs"))
                .flatMap(each -> each.getValue().properties().stream())
                .filter(each -> StoreJson.text(pod, "metadata", "name")
                        .startsWith(StoreJson.text(owner, "metadata", "name") + "-"
                                + each.getKey().toLowerCase(Locale.ROOT) + "-"))
                .findFirst();
        if (replicas.isEmpty()) {
            return !finite();
        }
        return switch (replicas.get().getValue().path(RESTART_POLICY).asText(pod.path("spec").path(RESTART_POLICY)
                .asText())) {
            case "OnFailure", "Always" -> true;
            case "ExitCode" -> pod.path("status").path("containerStatuses").path(0).path("state").path("terminated")
                    .path("exitCode").asInt(0) > LAST_PERMANENT;
            default -> false;
        };
    }

    /** Whether its work comes to an end. */
    private boolean finite() {
        return kind.contains("Job");
    }

    private void put(Map<String, ObjectNode> pods, ObjectNode pod, String called, String role, int index) {
        var metadata = StoreJson.child(pod, "metadata");
        metadata.put("name", called).remove("generateName");
        var owner = metadata.path("ownerReferences").path(0).path("name").asText();
        labels.forEach((key, value) -> StoreJson.child(metadata, "labels").put(key,
                value.replace("${name}", owner).replace("${role}", role).replace("${index}", "" + index)));
        pods.put(called, pod);
    }

    /** A leader and its workers, which are made like it unless something else is said of it. */
    private void group(Map<String, ObjectNode> pods, ObjectNode owner, JsonNode group, int index) {
        var name = StoreJson.text(owner, "metadata", "name") + "-" + index;
        long size = Math.min(MOST, group.path("size").asLong(1));
        for (int i = 0; i < size; i++) {
            var template = group.path(i == 0 && group.has("leaderTemplate") ? "leaderTemplate" : "workerTemplate");
            var pod = PodBlueprint.pod(template, owner);
            put(pods, pod, i == 0 ? name : name + "-" + i, "", i);
            StoreJson.child(StoreJson.child(pod, "metadata"), "labels").put(GROUP + "group-index", "" + index)
                    .put(GROUP + "worker-index", "" + i);
        }
    }

    private static void places(JsonNode node, List<String> way, String role, Map<String, JsonNode> found) {
        if (way.isEmpty()) {
            found.put(role, node);
            return;
        }
        var rest = way.subList(1, way.size());
        if (!way.getFirst().equals("*")) {
            places(node.path(way.getFirst()), rest, role, found);
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                var named = node.path(i).path("name").asText(node.path(i).path("groupName").asText("" + i));
                places(node.path(i), rest, role + "-" + named.toLowerCase(Locale.ROOT), found);
            }
        } else {
            node.properties().forEach(entry -> places(entry.getValue(), rest,
                    role + "-" + entry.getKey().toLowerCase(Locale.ROOT), found));
        }
    }

    private static JsonNode follow(JsonNode node, List<String> way) {
        var at = node;
        for (var key : way) {
            at = at.path(key);
        }
        return at;
    }

    private static int count(JsonNode place, CrewPart part) {
        if (place.isMissingNode()) {
            return 0;
        }
        boolean bounded = part.counts().contains(List.of("numOfHosts"));
        if (bounded && place.path("suspend").asBoolean()) {
            return 0;
        }
        long count = 1;
        for (var way : part.counts()) {
            count *= bounded && way.equals(List.of("replicas")) ? bounded(place) : follow(place, way).asLong(1);
        }
        return (int) Math.min(MOST, count);
    }

    /** As many as are wanted, and no more and no fewer than may be. */
    private static long bounded(JsonNode place) {
        long fewest = place.path("minReplicas").asLong(0);
        return Math.max(fewest, Math.min(place.path("replicas").asLong(0),
                place.path("maxReplicas").asLong(MOST)));
    }

    private static ObjectNode pod(ObjectNode owner, JsonNode place, CrewPart part) {
        if (part.container().isEmpty()) {
            var pod = PodBlueprint.pod(follow(place, part.template()), owner);
            if (place.has(RESTART_POLICY)) {
                // The kubelet knows no ExitCode: then it is the controller that starts pods again.
                var policy = place.path(RESTART_POLICY).asText();
                StoreJson.child(pod, "spec").put(RESTART_POLICY, policy.equals("ExitCode") ? "Never" : policy);
            }
            return pod;
        }
        var template = StoreJson.object();
        var spec = template.putObject("spec").put(RESTART_POLICY, "Never");
        // What the runtime of a TrainJob would add: it may go to any node that has what it asks for.
        spec.putArray("tolerations").addObject().put("operator", "Exists");
        var container = spec.putArray("containers").addObject().put("name", part.container());
        for (var field : List.of("image", "command", "args", "env")) {
            if (place.has(field)) {
                container.set(field, place.path(field).deepCopy());
            }
        }
        container.set("resources", place.path("resourcesPerNode").deepCopy());
        return PodBlueprint.pod(template, owner);
    }
}
