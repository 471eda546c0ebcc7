package tessera.demo.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedDeleteOptions;

import static org.assertj.core.api.Assertions.assertThat;

/** Owners of pods have the pods they want. */
class WorkloadsTest {

    private static final String DEPLOYMENT = """
            kind: Deployment
            apiVersion: apps/v1
            metadata: {name: infer, namespace: work}
            spec:
              replicas: 2
              selector: {matchLabels: {app: infer}}
              strategy: {type: RollingUpdate, rollingUpdate: {maxUnavailable: 25%, maxSurge: 25%}}
              template:
                metadata: {labels: {app: infer}}
                spec:
                  containers:
                  - {name: main, image: 'registry.example/server:1.0', resources: {requests: {nvidia.com/gpu: '1'},
                     limits: {nvidia.com/gpu: '1'}}}
                  restartPolicy: Always
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
    void aDeploymentIsScheduledStartsAndBecomesAvailable() {
        world.create(DEPLOYMENT);
        world.awaitPods("work", 2, World::ready);
        var deployment = world.awaitObject("deployments.apps", "work", "infer",
                found -> replicas(found, "availableReplicas") == 2);
        assertThat(deployment.at("/metadata/annotations/deployment.kubernetes.io~1revision").asText()).isEqualTo("1");
        assertThat(deployment.at("/status/conditions/0/reason").asText()).isEqualTo("MinimumReplicasAvailable");
        var set = world.list("replicasets.apps", "work").getFirst();
        var pod = world.list("pods", "work").getFirst();
        assertThat(SimulatedStoreJsonCodec.textAt(pod, "metadata", "name"))
                .startsWith(SimulatedStoreJsonCodec.textAt(set, "metadata", "name") + "-");
        assertThat(pod.at("/status/containerStatuses/0/state/running").isMissingNode()).isFalse();
        assertThat(SimulatedStoreJsonCodec.textAt(pod, "status", "podIP")).startsWith("10.128.0.");
        assertThat(world.events("ScalingReplicaSet")).contains(
                "Scaled up replica set " + SimulatedStoreJsonCodec.textAt(set, "metadata", "name") + " from 0 to 2");
        assertThat(world.events("SuccessfulCreate")).hasSize(2);
        assertThat(world.events("Scheduled")).hasSize(2);
    }

    @Test
    void scalingDownTakesTheExpendableAndScalingUpMakesMore() {
        world.create(DEPLOYMENT);
        world.awaitPods("work", 2, World::ready);
        world.edit("deployments.apps", "work", "infer",
                object -> SimulatedStoreJsonCodec.childObject(object, "spec").put("replicas", 1));
        world.awaitPods("work", 1, World::ready);
        world.edit("deployments.apps", "work", "infer",
                object -> SimulatedStoreJsonCodec.childObject(object, "spec").put("replicas", 5));
        world.awaitPods("work", 5, World::ready);
    }

    @Test
    void theTimeForARolloutBeginsWithTheRollout() {
        world.create(DEPLOYMENT);
        world.awaitPods("work", 2, World::ready);
        world.editStatus("deployments.apps", "work", "infer", status -> status.path("conditions")
                .forEach(condition -> ((ObjectNode) condition).put("lastUpdateTime", "2020-01-01T00:00:00Z")));
        world.edit("deployments.apps", "work", "infer",
                object -> ((ObjectNode) object.at("/spec/template/spec/containers/0")).put("image",
                        "registry.example/server:2.0"));
        world.awaitObject("deployments.apps", "work", "infer",
                found -> found.at("/status/conditions/1/type").asText().equals("Progressing")
                        && !found.at("/status/conditions/1/lastUpdateTime").asText().startsWith("2020"));
        world.awaitObject("deployments.apps", "work", "infer", found -> replicas(found, "updatedReplicas") == 2);
    }

    @Test
    void aDeletedPodOfADeploymentComesBack() {
        world.create(DEPLOYMENT);
        var pod = world.awaitPods("work", 2, World::ready).getFirst();
        var name = SimulatedStoreJsonCodec.textAt(pod, "metadata", "name");
        world.delete("pods", "work", name, SimulatedDeleteOptions.USUAL);
        world.awaitPods("work", 2,
                object -> World.ready(object)
                        && !SimulatedStoreJsonCodec.textAt(object, "metadata", "name").equals(name)
                        && !object.path("metadata").has("deletionTimestamp"));
    }

    @Test
    void aNewTemplateIsRolledOutAndTheOldSetKeptForGoingBack() {
        world.create(DEPLOYMENT);
        world.awaitPods("work", 2, World::ready);
        world.edit("deployments.apps", "work", "infer",
                object -> ((ObjectNode) object.at("/spec/template/spec/containers/0")).put("image",
                        "registry.example/server:2.0"));
        world.awaitPods("work", 2, pod -> World.ready(pod)
                && pod.at("/spec/containers/0/image").asText().equals("registry.example/server:2.0"));
        world.awaitObject("deployments.apps", "work", "infer",
                found -> found.at("/metadata/annotations/deployment.kubernetes.io~1revision").asText().equals("2")
                        && replicas(found, "updatedReplicas") == 2 && replicas(found, "replicas") == 2);
        assertThat(world.list("replicasets.apps", "work")).hasSize(2);
    }

    @Test
    void aJobRunsToItsEnd() {
        world.create("""
                kind: Job
                apiVersion: batch/v1
                metadata: {name: train, namespace: work}
                spec:
                  completions: 3
                  parallelism: 2
                  completionMode: Indexed
                  backoffLimit: 1
                  template:
                    metadata: {labels: {app: train}}
                    spec:
                      restartPolicy: Never
                      containers:
                      - {name: main, image: 'registry.example/train:1', command: [sleep, '5'],
                         resources: {requests: {nvidia.com/gpu: '1'}, limits: {nvidia.com/gpu: '1'}}}
                """);
        var job = world.awaitObject("jobs.batch", "work", "train", found -> found.path("status").has("completionTime"));
        assertThat(job.at("/status/succeeded").asInt()).isEqualTo(3);
        assertThat(job.at("/status/completedIndexes").asText()).isEqualTo("0,1,2");
        assertThat(job.at("/status/conditions/1/type").asText()).isEqualTo("Complete");
        assertThat(world.list("pods", "work")).hasSize(3).allSatisfy(pod -> {
            assertThat(SimulatedStoreJsonCodec.textAt(pod, "status", "phase")).isEqualTo("Succeeded");
            assertThat(pod.path("metadata").path("finalizers")).isEmpty();
        });
    }

    @Test
    void aJobWhosePodsFailGivesUp() {
        world.create("""
                kind: Job
                apiVersion: batch/v1
                metadata: {name: broken, namespace: work}
                spec:
                  completions: 1
                  parallelism: 1
                  backoffLimit: 1
                  template:
                    spec:
                      restartPolicy: Never
                      containers: [{name: main, image: 'busybox:1', command: [sh, -c, exit 3]}]
                """);
        var job = world.awaitObject("jobs.batch", "work", "broken",
                found -> found.at("/status/conditions/1/type").asText().equals("Failed"));
        assertThat(job.at("/status/failed").asInt()).isEqualTo(2);
        assertThat(job.at("/status/conditions/1/reason").asText()).isEqualTo("BackoffLimitExceeded");
    }

    @Test
    void aJobThatRunsLongerThanItMayFailsAndItsPodsGo() {
        world.create("""
                kind: Job
                apiVersion: batch/v1
                metadata: {name: slow, namespace: work}
                spec:
                  activeDeadlineSeconds: 30
                  template:
                    spec:
                      restartPolicy: Never
                      containers: [{name: main, image: 'busybox:1', command: [sleep, infinity]}]
                """);
        var job = world.awaitObject("jobs.batch", "work", "slow",
                found -> found.at("/status/conditions/1/type").asText().equals("Failed"));
        assertThat(job.at("/status/conditions/1/reason").asText()).isEqualTo("DeadlineExceeded");
        world.awaitObject("jobs.batch", "work", "slow", found -> !found.path("status").has("active"));
    }

    @Test
    void aDaemonSetHasAPodOnEachNodeThatItWants() {
        world.create("""
                kind: DaemonSet
                apiVersion: apps/v1
                metadata: {name: plugin, namespace: work}
                spec:
                  selector: {matchLabels: {app: plugin}}
                  template:
                    metadata: {labels: {app: plugin}}
                    spec:
                      nodeSelector: {gpu: 'yes'}
                      containers: [{name: main, image: 'registry.example/plugin:1'}]
                """);
        world.awaitPods("work", 2, World::ready);
        world.node("w-3");
        world.awaitPods("work", 3,
                pod -> World.ready(pod) || SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName").equals("w-3"));
        world.edit("nodes", "", "w-1", node -> node.withObject("/metadata/labels").put("gpu", "no"));
        world.awaitPods("work", 2, pod -> !SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName").equals("w-1"));
        world.awaitObject("daemonsets.apps", "work", "plugin", found -> replicas(found, "desiredNumberScheduled") == 2);
    }

    @Test
    void aStatefulSetNumbersItsPodsAndTheirClaims() {
        world.create("{kind: StorageClass, apiVersion: storage.k8s.io/v1, metadata: {name: block}, "
                + "provisioner: rbd.csi.ceph.com, volumeBindingMode: Immediate}");
        world.create(
                """
                        kind: StatefulSet
                        apiVersion: apps/v1
                        metadata: {name: jupyter, namespace: work}
                        spec:
                          replicas: 2
                          serviceName: jupyter
                          selector: {matchLabels: {app: jupyter}}
                          template:
                            metadata: {labels: {app: jupyter}}
                            spec:
                              containers:
                              - {name: main, image: 'registry.example/notebook:1', volumeMounts: [{name: home, mountPath: /home}]}
                          volumeClaimTemplates:
                          - metadata: {name: home}
                            spec: {accessModes: [ReadWriteOnce], storageClassName: block,
                                   resources: {requests: {storage: 10Gi}}}
                        """);
        var pods = world.awaitPods("work", 2, World::ready);
        assertThat(pods).extracting(pod -> SimulatedStoreJsonCodec.textAt(pod, "metadata", "name"))
                .containsExactlyInAnyOrder("jupyter-0", "jupyter-1");
        assertThat(pods).allSatisfy(pod -> assertThat(pod.at("/spec/volumes").toString()).as("what it mounts")
                .contains("\"claimName\":\"home-" + SimulatedStoreJsonCodec.textAt(pod, "metadata", "name")));
        assertThat(world.list("persistentvolumeclaims", "work"))
                .extracting(claim -> SimulatedStoreJsonCodec.textAt(claim, "status", "phase"))
                .containsExactly("Bound", "Bound");
        world.edit("statefulsets.apps", "work", "jupyter",
                set -> SimulatedStoreJsonCodec.childObject(set, "spec").put("replicas", 1));
        assertThat(world.awaitPods("work", 1, World::ready))
                .extracting(pod -> SimulatedStoreJsonCodec.textAt(pod, "metadata", "name"))
                .containsExactly("jupyter-0");
    }

    @Test
    void deletingADeploymentInTheForegroundTakesItsPodsFirst() {
        world.create(DEPLOYMENT);
        world.awaitPods("work", 2, World::ready);
        world.delete("deployments.apps", "work", "infer",
                SimulatedControlPlaneComponent.propagationOptions("Foreground"));
        world.awaitPods("work", 0, _ -> true);
        world.awaitGone("deployments.apps", "work", "infer");
        assertThat(world.list("replicasets.apps", "work")).isEmpty();
    }

    @Test
    void deletingADeploymentAndOrphaningLeavesThePods() {
        world.create(DEPLOYMENT);
        world.awaitPods("work", 2, World::ready);
        world.delete("deployments.apps", "work", "infer", SimulatedControlPlaneComponent.propagationOptions("Orphan"));
        world.awaitGone("deployments.apps", "work", "infer");
        assertThat(world.list("replicasets.apps", "work")).hasSize(1)
                .allSatisfy(set -> assertThat(set.path("metadata").has("ownerReferences")).isFalse());
        assertThat(world.list("pods", "work")).hasSize(2);
    }
}
