package tessera.demo.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.demo.store.SimulatedStoreJsonCodec;

import static org.assertj.core.api.Assertions.assertThat;

/** Who owns pods, and what becomes of them when that changes. */
class OwnersTest {

    private static final String DEPLOYMENT = """
            kind: Deployment
            apiVersion: apps/v1
            metadata: {name: infer, namespace: work}
            spec:
              replicas: 2
              selector: {matchLabels: {app: infer}}
              template:
                metadata: {labels: {app: infer}}
                spec: {containers: [{name: main, image: 'registry.example/vllm:1'}]}
            """;

    private World world;

    @BeforeEach
    void begin() throws IOException {
        world = new World(40).nodes(2).start();
    }

    @AfterEach
    void end() {
        world.close();
    }

    private static int replicas(ObjectNode deployment, String field) {
        return deployment.path("status").path(field).asInt();
    }

    @Test
    void aDeploymentMadeAnewTakesOverWhatTheOldOneLeftBehind() {
        world.create(DEPLOYMENT);
        var pods = names(world.awaitPods("work", 2, World::ready));
        var set = SimulatedStoreJsonCodec.textAt(world.list("replicasets.apps", "work").getFirst(), "metadata", "name");
        world.delete("deployments.apps", "work", "infer", SimulatedControlPlaneComponent.propagationOptions("Orphan"));
        world.awaitObject("replicasets.apps", "work", set, found -> !found.path("metadata").has("ownerReferences"));
        world.awaitGone("deployments.apps", "work", "infer");
        world.create(DEPLOYMENT);
        world.awaitObject("deployments.apps", "work", "infer", found -> replicas(found, "availableReplicas") == 2);
        assertThat(names(world.list("pods", "work"))).isEqualTo(pods);
        assertThat(world.list("replicasets.apps", "work")).hasSize(1);
    }

    private static List<String> names(List<ObjectNode> objects) {
        return objects.stream().map(object -> SimulatedStoreJsonCodec.textAt(object, "metadata", "name")).toList();
    }

    @Test
    void aPodThatLosesItsLabelIsLeftAloneAndReplacedAndComesBackWithIt() {
        world.create(DEPLOYMENT);
        var name = names(world.awaitPods("work", 2, World::ready)).getFirst();
        world.edit("pods", "work", name,
                pod -> SimulatedStoreJsonCodec
                        .childObject(SimulatedStoreJsonCodec.childObject(pod, "metadata"), "labels")
                        .put("app", "under-inspection"));
        world.awaitPods("work", 3, World::ready);
        world.awaitObject("pods", "work", name, pod -> pod.path("metadata").path("ownerReferences").isEmpty());
        world.edit("pods", "work", name, pod -> SimulatedStoreJsonCodec
                .childObject(SimulatedStoreJsonCodec.childObject(pod, "metadata"), "labels").put("app", "infer"));
        world.awaitPods("work", 2, World::ready);
    }

    @Test
    void whileADeploymentIsPausedNothingIsUpToDate() {
        world.create(DEPLOYMENT);
        world.awaitObject("deployments.apps", "work", "infer", found -> replicas(found, "updatedReplicas") == 2);
        world.edit("deployments.apps", "work", "infer", object -> {
            var spec = SimulatedStoreJsonCodec.childObject(object, "spec").put("paused", true);
            SimulatedStoreJsonCodec
                    .childObject(SimulatedStoreJsonCodec
                            .childObject(SimulatedStoreJsonCodec.childObject(spec, "template"), "metadata"), "labels")
                    .put("version", "2");
        });
        world.awaitObject("deployments.apps", "work", "infer", found -> replicas(found, "updatedReplicas") == 0);
        assertThat(world.list("replicasets.apps", "work")).hasSize(1);
    }

    @Test
    void deletingAJobTakesItsRunningPods() {
        for (var how : List.of("Background", "Foreground")) {
            world.create("""
                    kind: Job
                    apiVersion: batch/v1
                    metadata: {name: long, namespace: work}
                    spec:
                      parallelism: 2
                      template:
                        spec:
                          restartPolicy: Never
                          containers: [{name: main, image: 'busybox:1', command: [sleep, infinity]}]
                    """);
            world.awaitPods("work", 2, World::ready);
            world.delete("jobs.batch", "work", "long", SimulatedControlPlaneComponent.propagationOptions(how));
            world.awaitPods("work", 0, _ -> true);
            world.awaitGone("jobs.batch", "work", "long");
        }
    }

    @Test
    void aJobLeavesItsPodsBehindFreeOfIt() {
        world.create("""
                kind: Job
                apiVersion: batch/v1
                metadata: {name: long, namespace: work}
                spec:
                  template:
                    spec:
                      restartPolicy: Never
                      containers: [{name: main, image: 'busybox:1', command: [sleep, infinity]}]
                """);
        world.awaitPods("work", 1, World::ready);
        world.delete("jobs.batch", "work", "long", SimulatedControlPlaneComponent.propagationOptions("Orphan"));
        world.awaitPods("work", 1, pod -> pod.path("metadata").path("finalizers").isEmpty());
    }
}
