package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.demo.store.SimulatedStoreJsonCodec;

import static org.assertj.core.api.Assertions.assertThat;

/** Owners of pods end up as a real controller manager left them, where no kubelet runs and pods become ready by hand. */
class WorkloadsContractTest {

    private World world;

    @BeforeEach
    void begin() throws IOException {
        world = new World(40).withoutKubelets().nodes(2).start();
    }

    @AfterEach
    void end() {
        world.close();
    }

    private static String status(JsonNode object) {
        return Recording.normal(object.path("status"));
    }

    private ObjectNode deployment() {
        var recorded = Recording.body("deployment-progressing.json");
        world.create(Recording.asSent(recorded));
        return world.awaitObject("deployments.apps", "work", "infer", found -> status(found).equals(status(recorded)));
    }

    private void makeReady(ObjectNode pod) {
        world.editStatus("pods", "work", SimulatedStoreJsonCodec.textAt(pod, "metadata", "name"), status -> {
            status.put("phase", "Running");
            status.withArrayProperty("conditions").addObject().put("type", "Ready").put("status", "True");
        });
    }

    @Test
    void aDeploymentWhosePodsAreNotReadyIsProgressing() {
        deployment();
        var set = world.list("replicasets.apps", "work").getFirst();
        var recorded = Recording.body("replicaset.json").path("items").path(0);
        assertThat(status(
                world.awaitObject("replicasets.apps", "work", SimulatedStoreJsonCodec.textAt(set, "metadata", "name"),
                        found -> status(found).equals(status(recorded)))))
                .isEqualTo(status(recorded));
        var annotations = "annotations";
        assertThat(Recording.normal(set.path("metadata").path(annotations)))
                .isEqualTo(Recording.normal(recorded.path("metadata").path(annotations)));
        assertThat(Recording.normal(set.path("metadata").path("ownerReferences")))
                .isEqualTo(Recording.normal(recorded.path("metadata").path("ownerReferences")));
    }

    @Test
    void aDeploymentWhosePodsAreReadyIsAvailable() {
        deployment();
        world.awaitPods("work", 2, pod -> !SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName").isEmpty())
                .forEach(this::makeReady);
        var recorded = Recording.body("deployment-available.json");
        world.awaitObject("deployments.apps", "work", "infer", found -> status(found).equals(status(recorded)));
    }

    @Test
    void eventsOfADeploymentAreThoseOfARealOne() {
        deployment();
        world.awaitPods("work", 2, pod -> !SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName").isEmpty())
                .forEach(this::makeReady);
        world.edit("deployments.apps", "work", "infer",
                object -> SimulatedStoreJsonCodec.childObject(object, "spec").put("replicas", 1));
        var recorded = StreamSupport.stream(Recording.body("events-deployment.json").path("items").spliterator(), false)
                .map(WorkloadsContractTest::gist).collect(Collectors.toCollection(TreeSet::new));
        world.await(
                () -> world.list("events", "work").stream().map(WorkloadsContractTest::gist)
                        .filter(text -> !text.contains("Killing")).collect(Collectors.toCollection(TreeSet::new)),
                recorded::equals);
    }

    /** All of an event but its times and names, and the node, which is chosen by lot. */
    private static String gist(JsonNode event) {
        var copy = event.<ObjectNode>deepCopy();
        copy.remove(List.of("metadata", "kind", "apiVersion"));
        ((ObjectNode) copy.path("involvedObject")).remove("resourceVersion");
        copy.put("reportingInstance", "");
        return Recording.normal(copy).replaceAll(" to (kn-1|dra-2|w-1|w-2)\"", " to NODE\"");
    }

    @Test
    void aFinishedIndexedJobIsCompleteAndItsPodsBearTheirIndex() {
        var recorded = Recording.body("job-complete.json");
        var job = Recording.asSent(recorded);
        ((ObjectNode) job.path("spec")).remove("selector");
        ((ObjectNode) job.at("/spec/template/metadata")).remove("labels");
        world.create(job);
        var pods = world.awaitPods("work", 2,
                pod -> !SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName").isEmpty());
        var expected = Recording.body("job-pods.json").path("items").path(0);
        assertThat(pods).anySatisfy(pod -> {
            assertThat(SimulatedStoreJsonCodec.textAt(pod, "metadata", "generateName")).isEqualTo("train-0-");
            assertThat(pod.path("metadata").path("annotations"))
                    .isEqualTo(expected.path("metadata").path("annotations"));
            assertThat(pod.path("metadata").path("finalizers")).isEqualTo(expected.path("metadata").path("finalizers"));
            assertThat(SimulatedStoreJsonCodec.textAt(pod, "spec", "hostname")).isEqualTo("train-0");
            assertThat(pod.at("/spec/containers/0/env/0/name").asText()).isEqualTo("JOB_COMPLETION_INDEX");
        });
        pods.forEach(pod -> world.editStatus("pods", "work", SimulatedStoreJsonCodec.textAt(pod, "metadata", "name"),
                status -> status.put("phase", "Succeeded")));
        world.awaitObject("jobs.batch", "work", "train", found -> status(found).equals(status(recorded)));
    }

    @Test
    void aDaemonSetCountsNodesAndPinsItsPods() {
        world.node("w-3");
        world.node("w-4");
        world.node("w-5");
        var recorded = Recording.body("daemonset-status.json");
        var set = Recording.asSent(recorded);
        ((ObjectNode) set.at("/spec/template/spec")).putObject("nodeSelector").put("gpu", "yes");
        world.create(set);
        world.awaitObject("daemonsets.apps", "work", "nvidia-device-plugin",
                found -> status(found).equals(status(recorded)));
        var pod = world.list("pods", "work").getFirst();
        var expected = Recording.body("daemonset-pods.json").path("items").path(0);
        var name = "/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms/0"
                + "/matchFields/0";
        assertThat(pod.at(name).path("key")).isEqualTo(expected.at(name).path("key"));
        assertThat(pod.at(name).path("values").path(0).asText())
                .isEqualTo(SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName"));
        assertThat(pod.path("spec").path("tolerations")).isEqualTo(expected.path("spec").path("tolerations"));
        assertThat(pod.path("metadata").path("labels").properties()).extracting(java.util.Map.Entry::getKey)
                .contains("controller-revision-hash", "pod-template-generation");
    }
}
