package tessera.scheduling;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;

/** A cluster and a pod that wants a place in it, made up from a number; the same number makes the same cluster. */
final class RandomCluster {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String GPU = "nvidia.com/gpu";
    private static final String MIG = "nvidia.com/mig-1g.10gb";
    private static final List<String> ZONES = List.of("a", "b", "c");
    private static final List<String> APPS = List.of("train", "serve", "notebook");
    private static final List<String> TEAMS = List.of("red", "blue");

    private final Random random;
    private final List<ObjectNode> nodes = new ArrayList<>();
    private final List<ObjectNode> pods = new ArrayList<>();

    RandomCluster(long seed) {
        random = new Random(seed);
        int count = random.nextInt(13);
        for (int i = 0; i < count; i++) {
            nodes.add(node("n" + i));
        }
        // In some clusters machines do not offer all that they have.
        var ills = new Random(seed);
        if (ills.nextInt(4) == 0) {
            nodes.forEach(node -> ill(node, ills.nextInt(4)));
        }
        int busy = random.nextInt(1 + 3 * count);
        for (int i = 0; i < busy; i++) {
            var pod = pod("busy-" + i, one(TEAMS));
            var spec = (ObjectNode) pod.path("spec");
            if (chance(12)) {
                pod.putObject("status").put("nominatedNodeName", "n" + random.nextInt(count));
            } else {
                spec.put("nodeName", "n" + random.nextInt(count));
                pod.putObject("status").put("phase", chance(12) ? "Succeeded" : "Running");
            }
            if (chance(10)) {
                ((ObjectNode) pod.path("metadata")).put("deletionTimestamp", "2026-11-22T13:00:00Z");
            }
            pods.add(pod);
        }
    }

    private static void ill(ObjectNode node, int how) {
        if (how == 0) {
            node.withObject("/status/capacity").put(GPU, "8");
        } else if (how == 1) {
            node.withObject("/metadata/labels").put(GPU + ".count", "4");
        }
    }

    List<ObjectNode> nodes() {
        return nodes;
    }

    List<ObjectNode> pods() {
        return pods;
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
                .put("kubernetes.io/hostname", name).put("memory", Integer.toString(1 << random.nextInt(7)));
        if (!chance(6)) {
            labels.put("zone", one(ZONES));
        }
        if (chance(2)) {
            labels.put("pool", one(TEAMS));
        }
        var spec = node.putObject("spec");
        var taints = spec.putArray("taints");
        if (chance(5)) {
            spec.put("unschedulable", true);
            taints.addObject().put("key", "node.kubernetes.io/unschedulable").put("effect", "NoSchedule");
        }
        if (chance(4)) {
            taints.addObject().put("key", "team").put("value", one(TEAMS)).put("effect",
                    one(List.of("NoSchedule", "NoExecute", "PreferNoSchedule")));
        }
        var allocatable = node.putObject("status").putObject("allocatable").put("cpu", 2 + random.nextInt(15))
                .put("memory", 8 + random.nextInt(60) + "Gi").put("pods", random.nextInt(8));
        if (!chance(5)) {
            allocatable.put(GPU, Integer.toString(random.nextInt(9)));
        }
        if (chance(3)) {
            allocatable.put(MIG, Integer.toString(random.nextInt(8)));
        }
        return node;
    }

    /** The pod that waits. */
    ObjectNode waiting() {
        var pod = pod("waiting", "red");
        var spec = (ObjectNode) pod.path("spec");
        if (chance(3)) {
            spec.putObject("nodeSelector").put("pool", one(TEAMS));
        }
        if (chance(5)) {
            spec.withObject("affinity").withObject("nodeAffinity")
                    .withObject("requiredDuringSchedulingIgnoredDuringExecution").putArray("nodeSelectorTerms")
                    .addObject().set("matchExpressions", JSON.createArrayNode().add(expression()));
        }
        if (chance(12)) {
            var field = JSON.createObjectNode().put("key", "metadata.name").put("operator", "In");
            field.putArray("values").add("n" + random.nextInt(5));
            spec.withObject("affinity").withObject("nodeAffinity")
                    .withObject("requiredDuringSchedulingIgnoredDuringExecution").putArray("nodeSelectorTerms")
                    .addObject().putArray("matchFields").add(field);
        }
        if (chance(3)) {
            spec.putArray("tolerations").addObject().put("key", chance(3) ? "" : "team").put("operator", "Exists");
        }
        if (chance(4)) {
            company(spec, "podAffinity");
        }
        if (chance(4)) {
            var spread = spec.putArray("topologySpreadConstraints").addObject().put("topologyKey", "zone")
                    .put("maxSkew", 1 + random.nextInt(2)).put("whenUnsatisfiable", "DoNotSchedule");
            spread.putObject("labelSelector").putObject("matchLabels").put("app", one(APPS));
            if (chance(3)) {
                spread.put("minDomains", 3).put("nodeTaintsPolicy", "Honor").put("nodeAffinityPolicy", "Ignore");
            }
        }
        if (chance(15)) {
            spec.putArray("schedulingGates").addObject().put("name", "example.com/later");
        }
        if (chance(6)) {
            spec.put("preemptionPolicy", "Never");
        }
        return pod;
    }

    /** The same pod, which may mount a volume of one place. */
    ObjectNode mounting(ObjectNode pod, BiConsumer<String, ObjectNode> objects) {
        if (chance(2)) {
            return pod;
        }
        ((ObjectNode) pod.path("spec")).putArray("volumes").addObject().put("name", "data")
                .putObject("persistentVolumeClaim").put("claimName", "data");
        var claim = JSON.createObjectNode();
        claim.putObject("metadata").put("namespace", "red").put("name", "data").put("uid", "uid-data")
                .putObject("annotations").put("pv.kubernetes.io/bind-completed", "yes");
        claim.putObject("spec").put("volumeName", "disk");
        claim.putObject("status").put("phase", "Bound");
        objects.accept("persistentvolumeclaims", claim);
        var volume = JSON.createObjectNode();
        volume.putObject("metadata").put("name", "disk");
        var term = volume.putObject("spec").putObject("nodeAffinity").putObject("required")
                .putArray("nodeSelectorTerms").addObject().putArray("matchExpressions").addObject();
        term.put("key", "zone").put("operator", "In").putArray("values").add(one(ZONES));
        objects.accept("persistentvolumes", volume);
        return pod;
    }

    private ObjectNode expression() {
        var expression = JSON.createObjectNode().put("key", one(List.of("memory", "pool", "zone")));
        var operator = one(List.of("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"));
        expression.put("operator", operator);
        if (!operator.endsWith("xists") && !operator.endsWith("xist")) {
            expression.putArray("values").add(operator.endsWith("t") ? "8" : one(TEAMS));
        }
        return expression;
    }

    private void company(ObjectNode spec, String kind) {
        var term = spec.withObject("affinity").withObject(kind)
                .putArray("requiredDuringSchedulingIgnoredDuringExecution").addObject()
                .put("topologyKey", chance(2) ? "zone" : "kubernetes.io/hostname");
        term.putObject("labelSelector").putObject("matchLabels").put("app", one(APPS));
        if (chance(3)) {
            term.putArray("namespaces").add("blue").add("red");
        }
    }

    private ObjectNode pod(String name, String namespace) {
        var pod = JSON.createObjectNode();
        pod.putObject("metadata").put("namespace", namespace).put("name", name).put("uid", "uid-" + name)
                .putObject("labels").put("app", one(APPS));
        var spec = pod.putObject("spec").put("priority", random.nextInt(3));
        var container = spec.putArray("containers").addObject().put("name", "main");
        var requests = container.putObject("resources").putObject("requests").put("cpu", random.nextInt(6) + "500m")
                .put("memory", random.nextInt(30) + "Gi");
        if (!chance(4)) {
            requests.put(GPU, Integer.toString(random.nextInt(6)));
        }
        if (chance(5)) {
            requests.put(MIG, Integer.toString(1 + random.nextInt(3)));
        }
        if (chance(6)) {
            spec.putArray("initContainers").addObject().put("name", "first")
                    .put("restartPolicy", chance(2) ? "Always" : null).putObject("resources").putObject("requests")
                    .put(GPU, Integer.toString(random.nextInt(4)));
        }
        if (chance(5)) {
            container.putArray("ports").addObject().put("containerPort", 80).put("hostPort", 8000 + random.nextInt(2));
        }
        if (chance(6)) {
            company(spec, "podAntiAffinity");
        }
        return pod;
    }
}
