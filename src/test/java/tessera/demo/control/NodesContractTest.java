package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.demo.store.SimulatedStoreJsonCodec;

import static org.assertj.core.api.Assertions.assertThat;

/** Nodes fall silent, are cordoned and come back as they did in a real cluster. */
class NodesContractTest {

    private World world;

    @BeforeEach
    void begin() throws IOException {
        world = new World(40);
        world.create("{kind: Namespace, apiVersion: v1, metadata: {name: life}}");
        world.node("l-1");
        taint(null);
        world.start();
    }

    @AfterEach
    void end() {
        world.close();
    }

    private void taint(@Nullable String extraEffect) {
        world.edit("nodes", "", "l-1", node -> {
            var taints = SimulatedStoreJsonCodec.childObject(node, "spec").putArray("taints");
            taints.addObject().put("key", "nvidia.com/gpu").put("value", "present").put("effect", "NoSchedule");
            if (extraEffect != null) {
                taints.addObject().put("key", "maintenance").put("effect", extraEffect);
            }
        });
    }

    private void pod(String name, int seconds) {
        world.create("""
                kind: Pod
                apiVersion: v1
                metadata: {name: %s, namespace: life}
                spec:
                  terminationGracePeriodSeconds: 30
                  containers: [{name: main, image: 'registry.example/cuda-sample:1.0', command: [sleep, infinity]}]
                  tolerations:
                  - {key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}
                  - {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: %d}
                  - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: %d}
                """.formatted(name, seconds, seconds));
        world.awaitObject("pods", "life", name, World::ready);
    }

    private static String taints(JsonNode node) {
        return Recording.normal(node.path("spec").path("taints"));
    }

    private static String conditions(JsonNode object) {
        return Recording.normal(object.path("status").path("conditions"));
    }

    /** What a kubelet says of a node besides Ready is not part of the small world. */
    private static String readyCondition(JsonNode node) {
        for (var condition : node.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("Ready")) {
                return Recording.normal(condition);
            }
        }
        return "";
    }

    @Test
    void cordoningAddsATaintWithATimeAndUncordoningTakesIt() {
        world.edit("nodes", "", "l-1",
                node -> SimulatedStoreJsonCodec.childObject(node, "spec").put("unschedulable", true));
        var recorded = Recording.body("cordoned.json");
        world.awaitObject("nodes", "", "l-1", node -> taints(node).equals(taints(recorded)));
        world.edit("nodes", "", "l-1",
                node -> SimulatedStoreJsonCodec.childObject(node, "spec").remove("unschedulable"));
        var before = Recording.body("node-ready.json");
        world.awaitObject("nodes", "", "l-1", node -> taints(node).equals(taints(before)));
    }

    @Test
    void aSilentNodeIsGivenUpItsPodsEvictedInTimeAndItComesBack() {
        pod("short", 5);
        pod("long", 100_000);
        world.controllers().machines().stopKubelet("l-1");
        var lost = Recording.body("node-lost.json");
        var node = world.awaitObject("nodes", "", "l-1", found -> taints(found).equals(taints(lost)));
        assertThat(readyCondition(node)).isEqualTo(readyCondition(lost));
        var recorded = Recording.body("pod-taint-evicted.json");
        var evicted = world.awaitObject("pods", "life", "short", pod -> pod.path("metadata").has("deletionTimestamp"));
        assertThat(conditionsOf(evicted)).isEqualTo(conditionsOf(recorded));
        assertThat(evicted.at("/metadata/deletionGracePeriodSeconds").asInt()).isEqualTo(30);
        world.awaitObject("pods", "life", "long", pod -> !pod.path("metadata").has("deletionTimestamp"));
        assertThat(gists(world.list("events", "life")))
                .containsAll(gists(Recording.body("events-pods.json").path("items")));
        assertThat(gists(world.list("events", "default")))
                .containsAll(gists(Recording.body("events-node.json").path("items")));

        world.controllers().machines().startKubelet("l-1");
        var back = Recording.body("node-ready.json");
        var well = world.awaitObject("nodes", "", "l-1", found -> taints(found).equals(taints(back)));
        assertThat(readyCondition(well)).isEqualTo(readyCondition(back));
        world.awaitGone("pods", "life", "short");
    }

    private static List<String> conditionsOf(JsonNode pod) {
        return StreamSupport.stream(pod.path("status").path("conditions").spliterator(), false)
                .filter(condition -> !condition.path("type").asText().equals("PodScheduled")).map(Recording::normal)
                .sorted().toList();
    }

    private static Set<String> gists(Iterable<? extends JsonNode> events) {
        return StreamSupport.stream(events.spliterator(), false).map(event -> {
            var copy = event.<ObjectNode>deepCopy();
            copy.remove(List.of("metadata", "kind", "apiVersion"));
            ((ObjectNode) copy.path("involvedObject")).remove(List.of("resourceVersion", "uid"));
            return Recording.normal(copy);
        }).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void aTaintWithoutTolerationEvictsAtOnce() {
        pod("long", 100_000);
        taint("NoExecute");
        world.awaitGone("pods", "life", "long");
        assertThat(world.events("TaintManagerEviction")).contains("Marking for deletion Pod life/long");
    }

    @Test
    void anUnreadyNodeIsTaintedUntilItIsReady() {
        world.editStatus("nodes", "", "l-1",
                status -> ((ObjectNode) status.path("conditions").path(0)).put("status", "False"));
        var recorded = Recording.body("node-not-ready-registered.json");
        world.awaitObject("nodes", "", "l-1", node -> taints(node).replace(",\"timeAdded\":\"TIME\"", "")
                .equals(taints(recorded).replace(",\"timeAdded\":\"TIME\"", "")));
        assertThat(conditions(recorded)).contains("KubeletNotReady");
    }

    @Test
    void podsOfADeletedNodeAreCollectedAfterAWhile() {
        pod("long", 100_000);
        world.delete("nodes", "", "l-1", tessera.demo.store.objects.SimulatedDeleteOptions.USUAL);
        world.awaitGone("pods", "life", "long");
    }
}
