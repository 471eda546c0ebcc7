package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tessera.scheduling.PodFitResult.FitOutcome;

import static org.assertj.core.api.Assertions.assertThat;

/** What a real 1.36 scheduler said of GPU pods is worked out word for word. */
class RecordedMessagesTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Told told = new Told();
    private final List<ObjectNode> nodes = new ArrayList<>();

    static Stream<JsonNode> cases() throws IOException {
        try (InputStream stream = RecordedMessagesTest.class
                .getResourceAsStream("/contract-scheduler/scheduler-messages.json")) {
            return StreamSupport.stream(JSON.readTree(stream).path("cases").spliterator(), false);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void worksOutWhatARealSchedulerSaid(JsonNode recorded) {
        var name = recorded.path("case").asText();
        recorded.path("nodeList").forEach(node -> nodes.add(node(node)));
        setUp(name);
        nodes.forEach(told::node);
        var condition = recorded.path("podScheduledCondition");
        var message = condition.path("message").asText();
        var fit = told.fit(pod(name, recorded.path("podSpec")), message);

        if (name.equals("other-scheduler")) {
            assertThat(fit.outcome()).isEqualTo(FitOutcome.ELSEWHERE);
        } else if (name.equals("node-name-missing")) {
            assertThat(fit.outcome()).as("whoever names a node passes the scheduler by").isEqualTo(FitOutcome.BOUND);
        } else if (condition.path("status").asText().equals("True")) {
            assertThat(fit.outcome()).isEqualTo(FitOutcome.FITS);
            assertThat(fit.nodesWith(NodeFitResult.NodeFitStatus.FITS)).extracting(NodeFitResult::name)
                    .contains(recorded.path("boundTo").asText());
        } else if (name.equals("preempt")) {
            assertThat(fit.summary()).as("room is made, so nothing is said of preemption").isEqualTo(message);
        } else {
            assertThat(fit.summary()).isEqualTo(message);
            assertThat(fit.agreement().kind()).isEqualTo(SchedulerResultComparison.SchedulerComparisonOutcome.SAME);
        }
        assertThat(fit.headline()).isNotBlank();
    }

    private void setUp(String name) {
        switch (name) {
            case "pvc-unbound" -> told.other("persistentvolumeclaims", claim("data", ""));
            case "pvc-wffc" -> {
                told.other("persistentvolumeclaims", claim("local", "local"));
                told.other("storageclasses",
                        JSON.createObjectNode().put("provisioner", "kubernetes.io/no-provisioner")
                                .put("volumeBindingMode", "WaitForFirstConsumer")
                                .set("metadata", JSON.createObjectNode().put("name", "local")));
                occupy("binds", "n1", 8, 0);
            }
            case "taint-mixed" -> {
                occupy("binds", "n1", 8, 0);
                occupy("gated", "n2", 1, 0);
            }
            case "full", "preempt" -> fill(0);
            case "preempt-never", "waits" -> {
                fill(1);
                occupy("preempt", "n1", 8, 1000);
            }
            case "too-many-pods", "topology-spread", "pod-affinity" ->
                ((ObjectNode) nodes.getFirst().at("/status/allocatable")).put("pods", "0");
            case "many-nodes", "many-nodes-selector", "not-ready" -> manyNodes(name.equals("not-ready"));
            default -> {}
        }
    }

    private void fill(int first) {
        for (int i = first; i < 4; i++) {
            occupy("fill-" + i, "n" + (i + 1), 8, 0);
        }
    }

    /** The 34 nodes that stood when the last cases were recorded. */
    private void manyNodes(boolean lost) {
        for (int i = 1; i <= 34; i++) {
            var node = node(JSON.createObjectNode().put("name", "n" + i).put("gpu", "8"));
            if (i == 1) {
                ((ObjectNode) node.at("/status/allocatable")).put("pods", "0");
            } else if (i == 2 && lost) {
                taint(node, "node.kubernetes.io/unreachable", "");
            } else if (i == 5) {
                ((ObjectNode) node.path("spec")).put("unschedulable", true);
                taint(node, "node.kubernetes.io/unschedulable", "");
            } else if (i > 15) {
                taint(node, "nvidia.com/gpu", "present");
            }
            nodes.add(node);
        }
    }

    private static void taint(ObjectNode node, String key, String value) {
        ((ObjectNode) node.path("spec")).putArray("taints").addObject().put("key", key).put("value", value)
                .put("effect", "NoSchedule");
    }

    private static ObjectNode node(JsonNode recorded) {
        var name = recorded.path("name").asText();
        var node = JSON.createObjectNode();
        node.putObject("metadata").put("name", name).putObject("labels").put("kubernetes.io/hostname", name)
                .put("kubernetes.io/os", "linux").put("nvidia.com/gpu.present", "true");
        node.putObject("spec").put("unschedulable", recorded.path("unschedulable").asBoolean()).set("taints",
                recorded.path("taints"));
        node.putObject("status").putObject("allocatable").put("cpu", "128").put("memory", "1056167756Ki")
                .put("pods", "110").put("nvidia.com/gpu", recorded.path("gpu").asText());
        return node;
    }

    private void occupy(String name, String node, int gpus, int priority) {
        var spec = JSON.createObjectNode().put("nodeName", node).put("priority", priority);
        spec.putObject("resources").putObject("limits").put("nvidia.com/gpu", Integer.toString(gpus));
        told.pod(pod(name, spec));
    }

    /** As recorded, but for what the server fills in. */
    private static ObjectNode pod(String name, JsonNode recorded) {
        var pod = JSON.createObjectNode();
        pod.putObject("metadata").put("namespace", "sched").put("name", name).put("uid", "uid-of-" + name);
        var spec = recorded.<ObjectNode>deepCopy();
        var limits = spec.remove("resources").path("limits");
        spec.putArray("containers").addObject().putObject("resources").set("limits", limits);
        var className = spec.path("priorityClassName").asText();
        if (!className.isEmpty()) {
            spec.put("priority", 1000);
        }
        if (className.equals("high-never")) {
            spec.put("preemptionPolicy", "Never");
        }
        pod.set("spec", spec);
        return pod;
    }

    private static ObjectNode claim(String name, String storageClass) {
        var claim = JSON.createObjectNode();
        claim.putObject("metadata").put("namespace", "sched").put("name", name);
        claim.putObject("spec").put("storageClassName", storageClass);
        return claim;
    }
}
