package tessera.demo.control;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedDeleteOptions;

import static org.assertj.core.api.Assertions.assertThat;

/** Accounts are kept, and what is left behind is tidied up. */
class UpkeepTest {

    private World world;

    @BeforeEach
    void begin() throws IOException {
        world = new World(100).nodes(1).start();
    }

    @AfterEach
    void end() {
        world.close();
    }

    private void pod(String name, String labels) {
        world.create("""
                kind: Pod
                apiVersion: v1
                metadata: {name: %s, namespace: work, labels: %s}
                spec:
                  containers: [{name: main, image: 'busybox:1', command: [sleep, infinity],
                                resources: {limits: {nvidia.com/gpu: '2'}}}]
                """.formatted(name, labels));
        world.awaitObject("pods", "work", name, World::ready);
    }

    @Test
    void aBudgetCountsTheHealthyAmongItsPods() {
        world.create("""
                kind: PodDisruptionBudget
                apiVersion: policy/v1
                metadata: {name: guard, namespace: work}
                spec: {minAvailable: 1, selector: {matchLabels: {app: a}}}
                """);
        pod("a-1", "{app: a}");
        pod("a-2", "{app: a}");
        pod("b-1", "{app: b}");
        world.awaitObject("poddisruptionbudgets.policy", "work", "guard",
                budget -> budget.at("/status/disruptionsAllowed").asInt() == 1
                        && budget.at("/status/expectedPods").asInt() == 2
                        && budget.at("/status/conditions/0/reason").asText().equals("SufficientPods"));
        world.delete("pods", "work", "a-1", SimulatedDeleteOptions.USUAL);
        world.awaitObject("poddisruptionbudgets.policy", "work", "guard",
                budget -> budget.at("/status/disruptionsAllowed").asInt() == 0
                        && budget.at("/status/currentHealthy").asInt() == 1);
    }

    @ParameterizedTest
    @CsvSource({"maxUnavailable: 1, 0", "minAvailable: 50%, 0", "minAvailable: 1, 1"})
    void ofPodsWithoutAControllerAShareOrAMaximumLetsNoneGo(String spec, int allowed) {
        pod("a-1", "{app: a}");
        pod("a-2", "{app: a}");
        world.awaitPods("work", 2, World::ready);
        world.create("{kind: PodDisruptionBudget, apiVersion: policy/v1, metadata: {name: guard, namespace: work}, "
                + "spec: {%s, selector: {matchLabels: {app: a}}}}".formatted(spec));
        world.awaitObject("poddisruptionbudgets.policy", "work", "guard",
                budget -> budget.at("/status/conditions/0/reason").asText()
                        .equals(allowed > 0 ? "SufficientPods" : "InsufficientPods")
                        && budget.at("/status/disruptionsAllowed").asInt() == allowed);
    }

    @Test
    void aBudgetThatAsksForTheScaleOfAJobCannotBeCounted() {
        world.create(
                """
                        kind: Job
                        apiVersion: batch/v1
                        metadata: {name: once, namespace: work}
                        spec:
                          template:
                            metadata: {labels: {app: once}}
                            spec: {restartPolicy: Never, containers: [{name: main, image: 'busybox:1', command: [sleep, infinity]}]}
                        """);
        world.awaitPods("work", 1, World::ready);
        world.create("{kind: PodDisruptionBudget, apiVersion: policy/v1, metadata: {name: guard, namespace: work}, "
                + "spec: {maxUnavailable: 1, selector: {matchLabels: {app: once}}}}");
        world.awaitObject("poddisruptionbudgets.policy", "work", "guard",
                budget -> budget.at("/status/conditions/0/reason").asText().equals("SyncFailed")
                        && budget.at("/status/conditions/0/message").asText()
                                .equals("jobs.batch does not implement the scale subresource")
                        && budget.at("/status/disruptionsAllowed").asInt(-1) == 0);
    }

    @Test
    void noMorePodsAreLetGoThanABudgetAllowsHoweverFastOneAsks() throws InterruptedException {
        world.create("""
                kind: PodDisruptionBudget
                apiVersion: policy/v1
                metadata: {name: guard, namespace: work}
                spec: {minAvailable: 12, selector: {matchLabels: {app: c}}}
                """);
        var names = IntStream.range(0, 32).mapToObj(number -> "c-" + number).toList();
        names.forEach(name -> world.create("""
                kind: Pod
                apiVersion: v1
                metadata: {name: %s, namespace: work, labels: {app: c}}
                spec: {containers: [{name: main, image: 'busybox:1', command: [sleep, infinity]}]}
                """.formatted(name)));
        pod("other", "{}");
        world.awaitPods("work", names.size() + 1, World::ready);
        world.awaitObject("poddisruptionbudgets.policy", "work", "guard",
                budget -> budget.at("/status/disruptionsAllowed").asInt() == 20);
        var done = new AtomicBoolean();
        // Whatever becomes of any pod has the budget counted anew.
        var busy = Thread.ofVirtual().start(() -> {
            for (int round = 0; !done.get(); round++) {
                var value = Integer.toString(round);
                world.edit("pods", "work", "other",
                        pod -> SimulatedStoreJsonCodec
                                .childObject(SimulatedStoreJsonCodec.childObject(pod, "metadata"), "labels")
                                .put("round", value));
            }
        });
        int gone = 0;
        for (int round = 0; round < 40; round++) {
            for (var name : names) {
                gone += evicted(name) ? 1 : 0;
            }
        }
        done.set(true);
        busy.join();
        assertThat(gone).isEqualTo(20);
    }

    /** Whether a pod that is there and stays otherwise was let go. */
    private boolean evicted(String name) {
        var pod = world.find("pods", "work", name);
        if (pod == null || pod.path("metadata").has("deletionTimestamp")) {
            return false;
        }
        try {
            world.objects().evictPod("work", name, SimulatedDeleteOptions.USUAL);
            return true;
        } catch (SimulatedApiException refused) {
            assertThat(refused.code()).isEqualTo(429);
            return false;
        }
    }

    @Test
    void aQuotaIsReleasedWhenPodsAreReallyGone() {
        world.create("{kind: ResourceQuota, apiVersion: v1, metadata: {name: team, namespace: work}, "
                + "spec: {hard: {requests.nvidia.com/gpu: '8', pods: '9'}}}");
        pod("holder", "{}");
        world.awaitObject("resourcequotas", "work", "team",
                quota -> quota.at("/status/used/requests.nvidia.com~1gpu").asText().equals("2")
                        && quota.at("/status/used/pods").asText().equals("1"));
        world.delete("pods", "work", "holder", SimulatedDeleteOptions.USUAL);
        world.awaitObject("resourcequotas", "work", "team",
                quota -> quota.at("/status/used/requests.nvidia.com~1gpu").asText().equals("0"));
    }

    @Test
    void aDeletedNamespaceIsEmptiedAndGoes() {
        pod("inhabitant", "{}");
        world.create("{kind: ConfigMap, apiVersion: v1, metadata: {name: notes, namespace: work}, data: {a: b}}");
        world.delete("namespaces", "", "work", SimulatedDeleteOptions.USUAL);
        world.awaitGone("namespaces", "", "work");
        assertThat(world.list("pods", "work")).isEmpty();
        assertThat(world.list("configmaps", "work")).isEmpty();
    }

    @Test
    void aNamespaceWaitsForWhatAFinalizerHoldsAndSaysSo() {
        world.create("{kind: ConfigMap, apiVersion: v1, metadata: {name: held, namespace: work, "
                + "finalizers: [example.com/hold]}}");
        world.delete("namespaces", "", "work", SimulatedDeleteOptions.USUAL);
        world.awaitObject("namespaces", "", "work",
                found -> found.path("status").toString().contains("example.com/hold")
                        && SimulatedStoreJsonCodec.textAt(found, "status", "phase").equals("Terminating"));
        world.edit("configmaps", "work", "held",
                map -> SimulatedStoreJsonCodec.childObject(map, "metadata").remove("finalizers"));
        world.awaitGone("namespaces", "", "work");
    }

    @Test
    void whatAGoneOwnerLeavesIsDeletedUnlessAnotherOwnerIsLeft() {
        var one = world.create("{kind: ConfigMap, apiVersion: v1, metadata: {name: one, namespace: work}}");
        var two = world.create("{kind: ConfigMap, apiVersion: v1, metadata: {name: two, namespace: work}}");
        var owner = "{apiVersion: v1, kind: ConfigMap, name: %s, uid: %s}";
        var first = owner.formatted("one", SimulatedStoreJsonCodec.textAt(one, "metadata", "uid"));
        var second = owner.formatted("two", SimulatedStoreJsonCodec.textAt(two, "metadata", "uid"));
        world.create("{kind: Secret, apiVersion: v1, metadata: {name: single, namespace: work, ownerReferences: ["
                + first + "]}}");
        world.create("{kind: Secret, apiVersion: v1, metadata: {name: shared, namespace: work, ownerReferences: ["
                + first + "," + second + "]}}");
        world.delete("configmaps", "work", "one", SimulatedDeleteOptions.USUAL);
        world.awaitGone("secrets", "work", "single");
        assertThat(world.find("secrets", "work", "shared")).isNotNull();
        world.delete("configmaps", "work", "two", SimulatedDeleteOptions.USUAL);
        world.awaitGone("secrets", "work", "shared");
    }

    @Test
    void eventsAreForgottenAfterAnHour() {
        pod("talker", "{}");
        world.await(() -> world.events("Started"), events -> !events.isEmpty());
        // An hour of this cluster takes 36 seconds; old events are as good.
        world.create("""
                kind: Event
                apiVersion: v1
                metadata: {name: old, namespace: work}
                involvedObject: {kind: Pod, namespace: work, name: talker}
                reason: Old
                message: long ago
                lastTimestamp: '2020-01-01T00:00:00Z'
                firstTimestamp: '2020-01-01T00:00:00Z'
                type: Normal
                count: 1
                """);
        world.awaitGone("events", "work", "old");
    }
}
