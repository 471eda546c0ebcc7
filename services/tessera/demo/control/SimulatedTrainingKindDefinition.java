package tessera.demo.control;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedTableReader;
import tessera.demo.store.SimulatedStoreJsonCodec;

/**
 * The pods that the controller of a custom kind creates for an object. Data: {@code crews.json}.
 *
 * @param kind       as {@code apiVersion/kind}
 * @param controller its name in events
 * @param labels     of its pods, with what stands for the name of the object, the role of a pod, and its number
 */
record SimulatedTrainingKindDefinition(String kind, String controller, Map<String, String> labels,
        List<TrainingPodGroup> parts) {

    private static final int MOST = 1000;
    private static final String RESTART_POLICY = "restartPolicy";
    /** Exit codes above are those of signals, after which trying again may help. */
    private static final int LAST_PERMANENT = 127;
    private static final String GROUP = "leaderworkerset.sigs.k8s.io/";

    /**
     * A group of equal pods.
     *
     * @param specPath        the way to what describes them, where {@code *} stands for each entry
     * @param templatePath  the way from there to the pod's template; empty where there is none
     * @param containerName what the only container is called where there is no template but what is said of it
     * @param groupPath     what describes a leader and its workers, where there are groups of them; empty for none
     * @param countPaths    ways from there to numbers that are multiplied
     */
    record TrainingPodGroup(String specPath, String templatePath, String containerName, String groupPath,
            List<String> countPaths) {}

    static List<SimulatedTrainingKindDefinition> readAll() {
        return SimulatedTableReader.readTable(SimulatedTrainingKindDefinition.class, "crews.json",
                new TypeReference<>() {
                });
    }

    String apiVersion() {
        return kind.substring(0, kind.lastIndexOf('/'));
    }

    String kindName() {
        return kind.substring(kind.lastIndexOf('/') + 1);
    }

    Map<String, ObjectNode> podsOf(ObjectNode owner) {
        var pods = new LinkedHashMap<String, ObjectNode>();
        var name = SimulatedMetadata.nameOf(owner);
        for (var part : parts) {
            var places = new LinkedHashMap<String, JsonNode>();
            findReplicaSpecs(owner, List.of(part.specPath().split("/", -1)), "", places);
            places.forEach((role, place) -> {
                int count = replicasOf(place, part);
                for (int i = 0; i < count; i++) {
                    if (part.groupPath().isEmpty()) {
                        addPod(pods, newPod(owner, place, part), name + role + "-" + i,
                                role.isEmpty() ? "" : role.substring(1), i);
                    } else {
                        addGroup(pods, owner, place.path(part.groupPath()), i);
                    }
                }
            });
        }
        return pods;
    }

    /** Returns what an object of Kubeflow says of each role of its pods. */
    static Stream<Map.Entry<String, JsonNode>> replicaSpecsOf(JsonNode owner) {
        return owner.path("spec").properties().stream().filter(each -> each.getKey().endsWith("ReplicaSpecs"))
                .flatMap(each -> each.getValue().properties().stream());
    }

    /** Returns whether a failed pod is replaced; otherwise its work has failed too. */
    boolean isRetried(ObjectNode owner, JsonNode pod) {
        var replicas = replicaSpecsOf(owner)
                .filter(each -> SimulatedMetadata.nameOf(pod).startsWith(
                        SimulatedMetadata.nameOf(owner) + "-" + each.getKey().toLowerCase(Locale.ROOT) + "-"))
                .findFirst();
        if (replicas.isEmpty()) {
            return !isFinite();
        }
        return switch (replicas.get().getValue().path(RESTART_POLICY)
                .asText(pod.path("spec").path(RESTART_POLICY).asText())) {
            case "OnFailure", "Always" -> true;
            case "ExitCode" -> pod.path("status").path("containerStatuses").path(0).path("state").path("terminated")
                    .path("exitCode").asInt(0) > LAST_PERMANENT;
            default -> false;
        };
    }

    /** Returns whether the work ends by itself. */
    private boolean isFinite() {
        return kind.contains("Job");
    }

    private void addPod(Map<String, ObjectNode> pods, ObjectNode pod, String called, String role, int index) {
        var metadata = pod.withObjectProperty("metadata");
        metadata.put("name", called).remove("generateName");
        var owner = metadata.path("ownerReferences").path(0).path("name").asText();
        labels.forEach((key, value) -> metadata.withObjectProperty("labels").put(key,
                value.replace("${name}", owner).replace("${role}", role).replace("${index}", "" + index)));
        pods.put(called, pod);
    }

    /** Adds a leader and its workers, which share the leader's template unless they have their own. */
    private void addGroup(Map<String, ObjectNode> pods, ObjectNode owner, JsonNode group, int index) {
        var name = SimulatedMetadata.nameOf(owner) + "-" + index;
        long size = Math.min(MOST, group.path("size").asLong(1));
        for (int i = 0; i < size; i++) {
            var template = group.path(i == 0 && group.has("leaderTemplate") ? "leaderTemplate" : "workerTemplate");
            var pod = SimulatedWorkloadController.newPod(template, owner);
            addPod(pods, pod, i == 0 ? name : name + "-" + i, "", i);
            SimulatedMetadata.labelsOf(pod).put(GROUP + "group-index", "" + index).put(GROUP + "worker-index", "" + i);
        }
    }

    private static void findReplicaSpecs(JsonNode node, List<String> way, String role, Map<String, JsonNode> found) {
        if (way.isEmpty()) {
            found.put(role, node);
            return;
        }
        var rest = way.subList(1, way.size());
        if (!way.getFirst().equals("*")) {
            findReplicaSpecs(node.path(way.getFirst()), rest, role, found);
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                var named = node.path(i).path("name").asText(node.path(i).path("groupName").asText("" + i));
                findReplicaSpecs(node.path(i), rest, role + "-" + named.toLowerCase(Locale.ROOT), found);
            }
        } else {
            node.properties().forEach(entry -> findReplicaSpecs(entry.getValue(), rest,
                    role + "-" + entry.getKey().toLowerCase(Locale.ROOT), found));
        }
    }

    private static int replicasOf(JsonNode place, TrainingPodGroup part) {
        if (place.isMissingNode()) {
            return 0;
        }
        boolean bounded = part.countPaths().contains("numOfHosts");
        if (bounded && place.path("suspend").asBoolean()) {
            return 0;
        }
        long count = 1;
        for (var path : part.countPaths()) {
            count *= bounded && path.equals("replicas") ? boundedReplicas(place) : place.at("/" + path).asLong(1);
        }
        return (int) Math.min(MOST, count);
    }

    /** Returns the requested replicas within the minimum and maximum. */
    private static long boundedReplicas(JsonNode place) {
        long fewest = place.path("minReplicas").asLong(0);
        return Math.max(fewest, Math.min(place.path("replicas").asLong(0), place.path("maxReplicas").asLong(MOST)));
    }

    private static ObjectNode newPod(ObjectNode owner, JsonNode place, TrainingPodGroup part) {
        if (part.containerName().isEmpty()) {
            var pod = SimulatedWorkloadController.newPod(place.at("/" + part.templatePath()), owner);
            if (place.has(RESTART_POLICY)) {
                // The kubelet knows no ExitCode: then it is the controller that starts pods again.
                var policy = place.path(RESTART_POLICY).asText();
                pod.withObjectProperty("spec").put(RESTART_POLICY, policy.equals("ExitCode") ? "Never" : policy);
            }
            return pod;
        }
        var template = SimulatedStoreJsonCodec.newObject();
        var spec = template.putObject("spec").put(RESTART_POLICY, "Never");
        // What the runtime of a TrainJob would add: it may go to any node that has what it asks for.
        spec.putArray("tolerations").addObject().put("operator", "Exists");
        var container = spec.putArray("containers").addObject().put("name", part.containerName());
        for (var field : List.of("image", "command", "args", "env")) {
            if (place.has(field)) {
                container.set(field, place.path(field).deepCopy());
            }
        }
        container.set("resources", place.path("resourcesPerNode").deepCopy());
        return SimulatedWorkloadController.newPod(template, owner);
    }
}
