package tessera.demo.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedDeleteOptions;

import static org.assertj.core.api.Assertions.assertThat;

/** Pods get nodes, or are told why not, and get one when that changes. */
class PlacerTest {

    private World world;

    @BeforeEach
    void begin() throws IOException {
        world = new World(40).nodes(1).start();
        world.create("{kind: PriorityClass, apiVersion: scheduling.k8s.io/v1, metadata: {name: high}, value: 1000}");
    }

    @AfterEach
    void end() {
        world.close();
    }

    private void pod(String name, int gpus, String more) {
        world.create("""
                kind: Pod
                apiVersion: v1
                metadata: {name: %s, namespace: work}
                spec:
                  restartPolicy: Never
                  containers:
                  - {name: main, image: 'registry.example/job:1', command: [sleep, infinity],
                     resources: {limits: {nvidia.com/gpu: '%d'}}}
                %s
                """.formatted(name, gpus, more.indent(2)));
    }

    private ObjectNode awaitRefusal(String name) {
        return world.awaitObject("pods", "work", name,
                pod -> pod.at("/status/conditions/0/reason").asText().equals("Unschedulable"));
    }

    @Test
    void aPodThatFitsNowhereSaysWhyInItsConditionAndInAnEvent() {
        pod("huge", 16, "");
        var pod = awaitRefusal("huge");
        var message = "0/1 nodes are available: 1 Insufficient nvidia.com/gpu. no new claims to deallocate, preemption: "
                + "0/1 nodes are available: 1 Preemption is not helpful for scheduling.";
        assertThat(pod.at("/status/conditions/0/message").asText()).isEqualTo(message);
        world.await(() -> world.events("FailedScheduling"), events -> events.equals(java.util.List.of(message)));
    }

    @Test
    void aWaitingPodGetsTheRoomThatAnotherLeaves() {
        pod("first", 8, "");
        world.awaitObject("pods", "work", "first", World::ready);
        pod("second", 8, "");
        awaitRefusal("second");
        world.delete("pods", "work", "first", SimulatedDeleteOptions.USUAL);
        world.awaitObject("pods", "work", "second", World::ready);
    }

    @Test
    void aWaitingPodGetsANewNode() {
        pod("first", 8, "");
        world.awaitObject("pods", "work", "first", World::ready);
        pod("second", 8, "");
        awaitRefusal("second");
        world.node("w-2");
        world.awaitObject("pods", "work", "second",
                pod -> SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName").equals("w-2"));
    }

    @Test
    void aGatedPodWaitsUntilItsGatesAreTaken() {
        pod("gated", 1, "schedulingGates: [{name: example.com/wait}]");
        world.awaitObject("pods", "work", "gated",
                pod -> pod.at("/status/conditions/0/reason").asText().equals("SchedulingGated"));
        world.edit("pods", "work", "gated",
                pod -> SimulatedStoreJsonCodec.childObject(pod, "spec").remove("schedulingGates"));
        world.awaitObject("pods", "work", "gated", World::ready);
        assertThat(world.events("FailedScheduling")).isEmpty();
    }

    @Test
    void aMoreImportantPodTakesTheRoomOfALessImportantOne() {
        pod("low", 8, "");
        world.awaitObject("pods", "work", "low", World::ready);
        pod("urgent", 8, "priorityClassName: high");
        world.awaitObject("pods", "work", "urgent", World::ready);
        world.awaitGone("pods", "work", "low");
        assertThat(world.events("Preempted")).singleElement().asString().startsWith("Preempted by pod ")
                .endsWith(" on node w-1");
    }

    @Test
    void aPodOfAnotherSchedulerIsLeftAlone() {
        pod("foreign", 1, "schedulerName: volcano");
        pod("own", 1, "");
        world.awaitObject("pods", "work", "own", World::ready);
        assertThat(world.list("pods", "work"))
                .filteredOn(pod -> SimulatedStoreJsonCodec.textAt(pod, "metadata", "name").equals("foreign"))
                .allSatisfy(pod -> assertThat(pod.path("status").path("conditions")).isEmpty());
    }

    @Test
    void aQuotaLeavesTheOwnerWithAnEventAndNoPodUntilThereIsRoom() {
        world.create("{kind: ResourceQuota, apiVersion: v1, metadata: {name: team, namespace: work}, "
                + "spec: {hard: {requests.nvidia.com/gpu: '1'}}}");
        world.awaitObject("resourcequotas", "work", "team", quota -> quota.at("/status/used").size() == 1);
        world.create("""
                kind: Deployment
                apiVersion: apps/v1
                metadata: {name: infer, namespace: work}
                spec:
                  replicas: 2
                  selector: {matchLabels: {app: infer}}
                  template:
                    metadata: {labels: {app: infer}}
                    spec:
                      containers: [{name: main, image: 'registry.example/server:1',
                                    resources: {limits: {nvidia.com/gpu: '1'}}}]
                """);
        world.awaitObject("deployments.apps", "work", "infer",
                found -> found.path("status").path("conditions").toString().contains("ReplicaFailure")
                        && found.path("status").path("conditions").toString().contains("exceeded quota: team"));
        assertThat(world.events("FailedCreate")).isNotEmpty()
                .allSatisfy(message -> assertThat(message).startsWith("Error creating: pods \"infer-"));
        world.edit("resourcequotas", "work", "team",
                quota -> quota.withObject("/spec/hard").put("requests.nvidia.com/gpu", "2"));
        world.awaitPods("work", 2, World::ready);
        world.awaitObject("deployments.apps", "work", "infer",
                found -> !found.path("status").path("conditions").toString().contains("ReplicaFailure"));
    }
}
