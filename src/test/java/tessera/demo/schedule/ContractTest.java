package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tessera.kube.scheduling.FilterResult.NodePass;

import static org.assertj.core.api.Assertions.assertThat;

/** What a real 1.36 scheduler said of GPU pods, said again. */
class ContractTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final SimulatedSchedulerConditionEventFactory RECORDS = new SimulatedSchedulerConditionEventFactory(
            "HOSTNAME");

    private final SimulatedSchedulerCache view = new SimulatedSchedulerCache();
    private final SimulatedScheduler scheduler = new SimulatedScheduler(view);
    private final List<ObjectNode> nodes = new ArrayList<>();

    private static JsonNode read(String file) throws IOException {
        try (InputStream stream = ContractTest.class.getResourceAsStream("/contract-scheduler/" + file)) {
            return JSON.readTree(stream);
        }
    }

    static Stream<JsonNode> cases() throws IOException {
        return StreamSupport.stream(read("scheduler-messages.json").path("cases").spliterator(), false);
    }

    static Stream<JsonNode> events() throws IOException {
        return StreamSupport.stream(read("event-objects.json").path("events").spliterator(), false)
                .filter(event -> event.path("reportingComponent").asText().equals(SimulatedScheduler.NAME));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void saysOfEachPodWhatARealSchedulerSaid(JsonNode recorded) {
        var pod = setUp(recorded);
        var decision = scheduler.decide(pod);
        var condition = recorded.path("podScheduledCondition");
        var at = condition.isObject() ? Instant.parse(condition.path("lastTransitionTime").asText()) : Instant.EPOCH;
        switch (decision) {
            case SimulatedSchedulingDecision.UnschedulableDecision(var message, var preemption) -> {
                assertThat(SimulatedSchedulerConditionEventFactory.unschedulableCondition(message, 1, at))
                        .hasToString(condition.toString());
                assertEvent(recorded, RECORDS.failedEvent(pod, message, eventTime(recorded)));
                assertThat(preemption.map(SimulatedSchedulingDecision.PreemptionDecision::node).orElse(""))
                        .isEqualTo(recorded.path("podStatusAfter").path("nominatedNodeName").asText());
                assertThat(preemption.map(SimulatedSchedulingDecision.PreemptionDecision::victims).orElse(List.of()))
                        .extracting(SimulatedSchedulingDecision.PreemptionVictim::name)
                        .containsExactlyElementsOf(recorded.path("victims").findValuesAsText("name"));
            }
            case SimulatedSchedulingDecision.BindDecision(var node) -> {
                assertThat(SimulatedSchedulerConditionEventFactory.scheduledCondition(at)).isEqualTo(condition);
                assertThat(scheduler.nodeVerdicts(pod))
                        .containsEntry(recorded.path("boundTo").asText(), NodePass.PASSED)
                        .containsEntry(node, NodePass.PASSED);
                assertEvent(recorded,
                        RECORDS.scheduledEvent(pod, recorded.path("boundTo").asText(), eventTime(recorded)));
            }
            case SimulatedSchedulingDecision.GatedDecision _ -> {
                assertThat(SimulatedSchedulerConditionEventFactory.gatedCondition(at)).isEqualTo(condition);
                assertThat(recorded.path("events")).isEmpty();
            }
            case SimulatedSchedulingDecision.AwaitingClaimsDecision _,SimulatedSchedulingDecision.IgnoreDecision _ ->
                assertThat(condition.isNull()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("events")
    void eventsAreFieldForFieldThoseOfARealScheduler(JsonNode recorded) {
        var involved = recorded.path("involvedObject");
        var pod = JSON.createObjectNode();
        pod.putObject("metadata").put("namespace", involved.path("namespace").asText())
                .put("name", involved.path("name").asText()).put("uid", involved.path("uid").asText())
                .put("resourceVersion", involved.path("resourceVersion").asText());
        var at = Instant.parse(recorded.path("eventTime").asText());
        var message = recorded.path("message").asText();
        var words = message.split(" ", -1);
        var event = switch (recorded.path("reason").asText()) {
            case "Scheduled" -> RECORDS.scheduledEvent(pod, words[words.length - 1], at);
            case "Preempted" -> RECORDS.preemptedEvent(pod, words[3], words[words.length - 1], at);
            default -> RECORDS.failedEvent(pod, message, at);
        };
        var expected = recorded.<ObjectNode>deepCopy();
        ((ObjectNode) expected.path("metadata")).retain("name", "namespace");
        event.remove(Set.of("kind", "apiVersion"));
        var name = ((ObjectNode) event.path("metadata")).remove("name").asText();
        var expectedName = ((ObjectNode) expected.path("metadata")).remove("name").asText();
        assertThat(event).isEqualTo(expected);
        // The recorded name has nanoseconds, the time only microseconds.
        assertThat(name).hasSameSizeAs(expectedName).startsWith(expectedName.substring(0, expectedName.length() - 4));
    }

    private static Instant eventTime(JsonNode recorded) {
        return Instant.parse(recorded.path("events").path(0).path("eventTime").asText());
    }

    private static void assertEvent(JsonNode recorded, ObjectNode event) {
        var expected = recorded.path("events").path(0).<ObjectNode>deepCopy();
        expected.remove(Set.of("count", "series"));
        event.remove(Set.of("kind", "apiVersion", "metadata", "involvedObject"));
        assertThat(event).isEqualTo(expected);
    }

    private ObjectNode setUp(JsonNode recorded) {
        recorded.path("nodeList").forEach(node -> nodes.add(node(node)));
        var name = recorded.path("case").asText();
        switch (name) {
            case "pvc-unbound" -> view.volumeClaims().putClaim(claim("data", ""));
            case "pvc-wffc" -> {
                view.volumeClaims().putClaim(claim("local", "local"));
                view.volumeClaims()
                        .putStorageClass(JSON.createObjectNode().put("provisioner", "kubernetes.io/no-provisioner")
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
            case "too-many-pods", "topology-spread", "pod-affinity" -> allocatable(nodes.getFirst()).put("pods", "0");
            case "many-nodes", "many-nodes-selector", "not-ready" -> manyNodes(name.equals("not-ready"));
            default -> {}
        }
        nodes.forEach(view::putNode);
        return pod(name, recorded.path("podSpec"));
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
                allocatable(node).put("pods", "0");
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

    private static ObjectNode allocatable(ObjectNode node) {
        return (ObjectNode) node.path("status").path("allocatable");
    }

    private static ObjectNode node(JsonNode recorded) {
        var name = recorded.path("name").asText();
        var node = JSON.createObjectNode();
        node.putObject("metadata").put("name", name).putObject("labels").put("kubernetes.io/hostname", name)
                .put("kubernetes.io/os", "linux").put("nvidia.com/gpu.present", "true");
        var spec = node.putObject("spec").put("unschedulable", recorded.path("unschedulable").asBoolean());
        spec.set("taints", recorded.path("taints"));
        node.putObject("status").putObject("allocatable").put("cpu", "128").put("memory", "1056167756Ki")
                .put("pods", "110").put("nvidia.com/gpu", recorded.path("gpu").asText());
        return node;
    }

    private void occupy(String name, String node, int gpus, int priority) {
        var spec = JSON.createObjectNode().put("nodeName", node).put("priority", priority);
        spec.putObject("resources").putObject("limits").put("nvidia.com/gpu", Integer.toString(gpus));
        view.putPod(pod(name, spec));
    }

    private static ObjectNode pod(String name, JsonNode recorded) {
        var pod = JSON.createObjectNode();
        pod.putObject("metadata").put("namespace", "sched").put("name", name).put("uid", "uid-of-" + name);
        var spec = recorded.<ObjectNode>deepCopy();
        var requests = spec.remove("resources").path("limits");
        spec.putArray("containers").addObject().putObject("resources").set("requests", requests);
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
