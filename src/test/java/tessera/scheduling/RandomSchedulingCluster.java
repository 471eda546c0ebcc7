package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A cluster made up from a number, in which the scheduler's later filters are often asked: volumes, namespaces, budgets,
 * every operator. Where kube-scheduler and the product are known to differ, it does not go.
 */
final class RandomSchedulingCluster {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String GPU = "nvidia.com/gpu";
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final List<String> ZONES = List.of("a", "b", "c");
    private static final List<String> APPS = List.of("train", "serve");
    private static final List<String> MODES = List.of("ReadWriteOnce", "ReadWriteMany", "ReadWriteOncePod");
    private static final List<String> TEAMS = List.of("red", "blue");

    private final Random random;
    private final List<ObjectNode> nodes = new ArrayList<>();
    private final List<ObjectNode> pods = new ArrayList<>();
    private final Map<String, Map<String, JsonNode>> objects = new LinkedHashMap<>();
    private final ObjectNode waiting;

    RandomSchedulingCluster(long seed) {
        random = new Random(seed);
        int count = chance(30) ? 0 : 1 + random.nextInt(9);
        for (int i = 0; i < count; i++) {
            nodes.add(node("n" + i));
        }
        TEAMS.forEach(team -> put("namespaces", team).withObject("/metadata/labels").put("team", team));
        boolean full = chance(2);
        int busy = count == 0 ? 0 : random.nextInt(1 + (full ? 5 : 2) * count);
        for (int i = 0; i < busy; i++) {
            pods.add(busy("busy-" + i, "n" + random.nextInt(count), i));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            var budget = put("poddisruptionbudgets", "budget-" + i);
            budget.withObject("/metadata").put("namespace", one(TEAMS));
            budget.withObject("/spec/selector/matchLabels").put("app", one(APPS));
            budget.withObject("/status").put("disruptionsAllowed", random.nextInt(3));
            if (busy > 0 && chance(3)) {
                budget.withObject("/status/disruptedPods").put("busy-" + random.nextInt(busy), "2026-11-22T13:58:00Z");
            }
        }
        waiting = waiting(count);
    }

    List<ObjectNode> nodes() {
        return nodes;
    }

    List<ObjectNode> pods() {
        return pods;
    }

    /** The pod that waits. */
    ObjectNode waiting() {
        return waiting;
    }

    /** @param resource the plural of a kind */
    List<JsonNode> objects(String resource) {
        return List.copyOf(objects.getOrDefault(resource, Map.of()).values());
    }

    /** An object; a missing node where there is none of the name. */
    JsonNode object(String resource, String name) {
        return objects.getOrDefault(resource, Map.of()).getOrDefault(name, MissingNode.getInstance());
    }

    private ObjectNode put(String resource, String name) {
        var object = JSON.createObjectNode();
        object.putObject("metadata").put("name", name);
        objects.computeIfAbsent(resource, _ -> new LinkedHashMap<>()).put(name, object);
        return object;
    }

    private boolean chance(int in) {
        return random.nextInt(in) == 0;
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private ObjectNode node(String name) {
        var node = JSON.createObjectNode();
        var labels = node.putObject("metadata").put("name", name).putObject("labels")
                .put("kubernetes.io/hostname", name).put("memory", one(List.of("4", "8", "16", "64G")));
        if (!chance(8)) {
            labels.put("zone", one(ZONES));
        }
        if (!chance(3)) {
            labels.put("pool", one(TEAMS));
        }
        if (!chance(6)) {
            labels.put("topology.kubernetes.io/zone", one(ZONES));
        }
        var spec = node.putObject("spec");
        var taints = spec.putArray("taints");
        if (chance(9)) {
            spec.put("unschedulable", true);
            taints.addObject().put("key", "node.kubernetes.io/unschedulable").put("effect", "NoSchedule");
        }
        for (int i = random.nextInt(7); i > 4; i--) {
            taints.addObject().put("key", one(List.of("team", "gpu"))).put("value", one(TEAMS)).put("effect",
                    one(List.of("NoSchedule", "NoExecute", "PreferNoSchedule")));
        }
        var allocatable = node.putObject("status").putObject("allocatable").put("cpu", one(List.of("4", "7500m", "16")))
                .put("memory", one(List.of("16Gi", "24000Mi", "64Gi")))
                .put("pods", chance(6) ? Integer.toString(random.nextInt(4)) : "20");
        if (!chance(6)) {
            allocatable.put(GPU, Integer.toString(2 + random.nextInt(7)));
        }
        if (chance(3)) {
            allocatable.put("example.com/nic", Integer.toString(random.nextInt(3)));
        }
        return node;
    }

    private ObjectNode busy(String name, String node, int second) {
        var pod = pod(name, one(TEAMS));
        var status = pod.putObject("status");
        if (chance(9)) {
            status.put("nominatedNodeName", node);
        } else {
            ((ObjectNode) pod.path("spec")).put("nodeName", node);
            status.put("phase", chance(12) ? one(List.of("Succeeded", "Failed")) : "Running").put("startTime",
                    "2026-11-22T13:%02d:00Z".formatted(second));
        }
        if (chance(5)) {
            mount((ObjectNode) pod.path("spec"), one(List.of("bound-1", "bound-2", "open-1")));
        }
        if (chance(4)) {
            ((ObjectNode) pod.path("metadata")).put("deletionTimestamp", "2026-11-22T13:59:00Z");
            if (!chance(6)) {
                status.putArray("conditions").addObject().put("type", "DisruptionTarget")
                        .put("status", chance(8) ? "False" : "True")
                        .put("reason", chance(5) ? "EvictionByEvictionAPI" : "PreemptionByScheduler");
            }
        }
        return pod;
    }

    private ObjectNode waiting(int count) {
        var pod = pod("waiting", "red");
        var spec = (ObjectNode) pod.path("spec");
        spec.put("priority", random.nextInt(5));
        if (chance(5)) {
            spec.putObject("nodeSelector").put("pool", one(TEAMS));
        }
        for (int i = random.nextInt(4); i > 2 - random.nextInt(2); i--) {
            nodeTerm(spec, count);
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            toleration(spec);
        }
        if (chance(4)) {
            neighbours(spec, "podAffinity");
        }
        for (int i = random.nextInt(6); i > 3; i--) {
            spread(spec);
        }
        if (chance(30)) {
            spec.putArray("schedulingGates").addObject().put("name", "example.com/later");
        }
        if (chance(8)) {
            spec.put("preemptionPolicy", "Never");
        }
        if (chance(3) && count > 0) {
            pod.withObject("/status").put("nominatedNodeName", "n" + random.nextInt(count));
        }
        if (chance(3)) {
            volumes(spec);
        }
        return pod;
    }

    private void nodeTerm(ObjectNode spec, int count) {
        var term = spec.withObject("/affinity/nodeAffinity").withObject(REQUIRED).withArray("nodeSelectorTerms")
                .addObject();
        if (chance(10)) {
            return;
        }
        if (chance(4)) {
            field(term, count);
            if (chance(2)) {
                field(term, count);
            }
        } else {
            for (int i = 1 + random.nextInt(2); i > 0; i--) {
                term.withArray("matchExpressions").add(expression());
            }
        }
    }

    private void field(ObjectNode term, int count) {
        var names = term.withArray("matchFields").addObject().put("key", "metadata.name")
                .put("operator", chance(9) ? "NotIn" : "In").putArray("values").add("n" + random.nextInt(count + 1));
        if (chance(3)) {
            names.add("n0");
        }
    }

    private ObjectNode expression() {
        var operator = one(List.of("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"));
        boolean number = operator.endsWith("t") && operator.length() == 2;
        var expression = JSON.createObjectNode().put("operator", operator).put("key",
                number ? "memory" : one(List.of("memory", "pool", "zone")));
        if (number) {
            expression.putArray("values").add(one(List.of("4", "8")));
        } else if (operator.endsWith("In")) {
            expression.putArray("values").add(one(TEAMS)).add(one(ZONES)).add("8");
        }
        return expression;
    }

    private void toleration(ObjectNode spec) {
        var toleration = spec.withArray("tolerations").addObject();
        boolean exists = chance(2);
        if (!exists || !chance(4)) {
            toleration.put("key", one(List.of("team", "gpu", "node.kubernetes.io/unschedulable")));
        }
        if (exists) {
            toleration.put("operator", "Exists");
        } else {
            toleration.put("value", one(TEAMS));
        }
        if (chance(3)) {
            toleration.put("effect", one(List.of("NoSchedule", "NoExecute")));
        }
    }

    private void spread(ObjectNode spec) {
        var spread = spec.withArray("topologySpreadConstraints").addObject()
                .put("topologyKey", one(List.of("zone", "pool", "kubernetes.io/hostname")))
                .put("maxSkew", 1 + random.nextInt(4) / 3)
                .put("whenUnsatisfiable", chance(6) ? "ScheduleAnyway" : "DoNotSchedule");
        spread.putObject("labelSelector").putObject("matchLabels").put("app", one(APPS));
        if (chance(2)) {
            spread.put("minDomains", 1 + random.nextInt(3));
        }
        if (chance(3)) {
            spread.put("nodeTaintsPolicy", "Honor");
        }
        if (chance(3)) {
            spread.put("nodeAffinityPolicy", "Ignore");
        }
    }

    private void neighbours(ObjectNode spec, String kind) {
        for (int i = random.nextInt(4) / 3; i >= 0; i--) {
            var term = spec.withObject("/affinity").withObject(kind).withArray(REQUIRED).addObject().put("topologyKey",
                    one(List.of("zone", "pool", "kubernetes.io/hostname")));
            if (!chance(8)) {
                var selector = term.putObject("labelSelector");
                if (chance(3)) {
                    selector.putArray("matchExpressions").addObject().put("key", "app")
                            .put("operator", one(List.of("NotIn", "In"))).putArray("values").add(one(APPS));
                } else if (!chance(5)) {
                    selector.putObject("matchLabels").put("app", one(APPS));
                }
            }
            if (chance(3)) {
                term.putArray("namespaces").add(one(TEAMS));
            }
            if (chance(3)) {
                term.putObject("namespaceSelector").putObject("matchLabels").put("team", one(TEAMS));
            }
        }
    }

    private ObjectNode pod(String name, String namespace) {
        var pod = JSON.createObjectNode();
        pod.putObject("metadata").put("namespace", namespace).put("name", name).put("uid", "uid-" + name)
                .putObject("labels").put("app", one(APPS));
        var spec = pod.putObject("spec").put("priority", random.nextInt(3));
        var container = spec.putArray("containers").addObject().put("name", "main");
        var requests = container.putObject("resources").putObject("requests")
                .put("cpu", one(List.of("500m", "1", "2", "3500m"))).put("memory", one(List.of("512Mi", "2Gi", "6Gi")));
        if (!chance(3)) {
            requests.put(GPU, Integer.toString(random.nextInt(4)));
        }
        if (chance(7)) {
            requests.put("example.com/nic", "1");
        }
        for (int i = random.nextInt(8); i > 5; i--) {
            var init = spec.withArray("initContainers").addObject().put("name", "init-" + i);
            if (chance(2)) {
                init.put("restartPolicy", "Always");
            }
            init.putObject("resources").putObject("requests").put(GPU, Integer.toString(random.nextInt(4)));
            if (chance(3)) {
                port(init);
            }
        }
        if (chance(6)) {
            port(container);
        }
        if (chance(9)) {
            spec.putObject("overhead").put("cpu", "250m");
        }
        if (chance(7)) {
            neighbours(spec, "podAntiAffinity");
        }
        return pod;
    }

    private void port(ObjectNode container) {
        var port = container.withArray("ports").addObject().put("containerPort", 80).put("hostPort",
                8000 + random.nextInt(2));
        if (chance(4)) {
            port.put("protocol", "UDP");
        }
        if (chance(3)) {
            port.put("hostIP", "127.0.0." + (1 + random.nextInt(2)));
        }
    }

    /** Some claims that are bound, some that are not, and now and then one with which nothing can be done. */
    private void volumes(ObjectNode spec) {
        storageClasses();
        for (int i = random.nextInt(3); i > 0; i--) {
            var claim = bound(claim(spec, "bound-" + i, "local"), "disk-" + i);
            var volume = volume("disk-" + i, "Bound");
            volume.withObject("/spec").set("accessModes", claim.at("/spec/accessModes"));
            if (!chance(3)) {
                volume.withObject("/spec").remove("nodeAffinity");
                volume.withObject("/metadata/labels").put(
                        one(List.of("topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone")),
                        one(List.of("a", "b", "c", "a__b", "a__")));
            }
        }
        for (int i = random.nextInt(5); i > 0; i--) {
            volume("free-" + i, chance(5) ? "Released" : "Available");
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            open(claim(spec, "open-" + i, one(List.of("local", "local", "made"))), i);
        }
        switch (random.nextInt(14)) {
            case 0 -> mount(spec, "gone");
            case 1 ->
                claim(spec, "going", "made").withObject("/metadata").put("deletionTimestamp", "2026-11-22T13:59:00Z");
            case 2 -> claim(spec, "waits", one(List.of("at-once", "unheard-of")));
            case 3 -> claim(spec, "named", "local").withObject("/spec").put("volumeName", "disk-9");
            case 4 -> bound(claim(spec, "lost", "local"), "disk-9").withObject("/status").put("phase",
                    chance(2) ? "Lost" : "Bound");
            case 5, 6 -> ephemeral(spec);
            default -> {
                // All of them are as they should be.
            }
        }
    }

    private void storageClasses() {
        put("storageclasses", "local").put("provisioner", "kubernetes.io/no-provisioner").put("volumeBindingMode",
                "WaitForFirstConsumer");
        var made = put("storageclasses", "made").put("provisioner", "example.com/csi").put("volumeBindingMode",
                "WaitForFirstConsumer");
        if (chance(2)) {
            for (int i = random.nextInt(3); i >= 0; i--) {
                var term = made.withArray("allowedTopologies").addObject();
                if (!chance(4)) {
                    term.withArray("matchLabelExpressions").addObject().put("key", "zone").putArray("values")
                            .add(one(ZONES));
                }
            }
        }
        put("storageclasses", "at-once").put("provisioner", "example.com/csi").put("volumeBindingMode", "Immediate");
    }

    /** A claim that is made for the pod, or is to be. */
    private void ephemeral(ObjectNode spec) {
        if (!chance(3)) {
            var claim = claim(spec, "waiting-scratch", "local");
            spec.withArray("volumes").remove(spec.path("volumes").size() - 1);
            bound(claim, chance(3) ? "disk-1" : "disk-9");
        }
        spec.withArray("volumes").addObject().put("name", "scratch").putObject("ephemeral");
    }

    private static ObjectNode bound(ObjectNode claim, String volume) {
        claim.withObject("/metadata/annotations").put("pv.kubernetes.io/bind-completed", "yes");
        claim.withObject("/spec").put("volumeName", volume);
        claim.putObject("status").put("phase", "Bound");
        return claim;
    }

    private void open(ObjectNode claim, int number) {
        if (chance(3)) {
            claim.withObject("/spec/selector/matchLabels").put("tier", one(TEAMS));
        }
        if (chance(5)) {
            claim.withObject("/spec").put("volumeMode", "Block");
        }
        if (chance(8)) {
            claim.withObject("/metadata/annotations").put("volume.kubernetes.io/selected-node",
                    "n" + random.nextInt(3));
        }
        if (chance(4)) {
            var owner = volume("kept-" + number, "Available").withObject("/spec/claimRef").put("namespace", "red")
                    .put("name", "open-" + (chance(4) ? 9 : number));
            if (!chance(3)) {
                owner.put("uid", chance(4) ? "uid-other" : "uid-open-" + number);
            }
        }
    }

    private void mount(ObjectNode spec, String claim) {
        spec.withArray("volumes").addObject().put("name", claim).putObject("persistentVolumeClaim").put("claimName",
                claim);
    }

    private ObjectNode claim(ObjectNode spec, String name, String storageClass) {
        mount(spec, name);
        var claim = put("persistentvolumeclaims", name);
        claim.withObject("/metadata").put("namespace", "red").put("uid", "uid-" + name);
        claim.withObject("/spec").put("storageClassName", storageClass).withObject("/resources/requests").put("storage",
                1 + random.nextInt(9) + "Gi");
        claim.withObject("/spec").putArray("accessModes").add(one(MODES));
        return claim;
    }

    private ObjectNode volume(String name, String phase) {
        var volume = put("persistentvolumes", name);
        volume.withObject("/metadata/labels").put("tier", one(TEAMS));
        var spec = volume.withObject("/spec").put("storageClassName", chance(5) ? "made" : "local");
        spec.withObject("/capacity").put("storage", 1 + random.nextInt(12) + "Gi");
        var modes = spec.putArray("accessModes");
        MODES.stream().filter(_ -> !chance(4)).forEach(modes::add);
        if (chance(5)) {
            spec.put("volumeMode", one(List.of("Block", "Filesystem")));
        }
        if (chance(9)) {
            volume.withObject("/metadata").put("deletionTimestamp", "2026-11-22T13:59:00Z");
        }
        volume.putObject("status").put("phase", phase);
        if (!chance(3)) {
            var term = volume.withObject("/spec/nodeAffinity/required").putArray("nodeSelectorTerms").addObject()
                    .putArray("matchExpressions").addObject().put("key", "zone").put("operator", "In");
            term.putArray("values").add(one(ZONES)).add(one(ZONES));
        }
        return volume;
    }
}
