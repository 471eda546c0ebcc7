package tessera.app;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** On GKE the cluster itself lets pods tolerate the taint of the devices that they ask for. */
@Timeout(180)
class GkeClusterTest extends ServedCluster {

    @Test
    void whatATrainJobSaysOtherwiseThanItsRuntimeIsNoPodOfItsOwn() throws Exception {
        var job = Files
                .writeString(home.resolve("tune.yaml"),
                        """
                                apiVersion: trainer.kubeflow.org/v1alpha1
                                kind: TrainJob
                                metadata: {name: tune, namespace: default}
                                spec:
                                  runtimeRef: {name: torch-distributed}
                                  trainer: {numNodes: 2, image: "registry.example/run:1", resourcesPerNode: {limits: {nvidia.com/gpu: 0.5}}}
                                  podTemplateOverrides:
                                  - targetJobs: [{name: node}]
                                    spec: {nodeSelector: {pool: none-such}, containers: [{name: node, env: [{name: A, value: b}]}]}
                                """)
                .toString();
        assertThat(there("lint", job).out()).doesNotContain("The selector excludes ").contains("(gpu-amount-not-whole");
    }

    @Test
    void aPodNeedNotTolerateWhatTheClusterHasItTolerate() throws Exception {
        var pod = Files
                .writeString(home.resolve("plain.yaml"),
                        """
                                apiVersion: v1
                                kind: Pod
                                metadata: {name: plain, namespace: default}
                                spec:
                                  containers:
                                  - {name: main, image: "registry.example/run:1", resources: {limits: {nvidia.com/gpu: 1, cpu: 1, memory: 1Gi}}}
                                """)
                .toString();
        assertThat(there("lint", pod).out()).contains("(cluster-taint-not-tolerated, ");
        assertThat(there("why", "-f", pod).out()).contains("taint nvidia.com/gpu=present:NoSchedule",
                "ExtendedResourceToleration");

        try (var admin = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            Colleague.insists(() -> admin.nodes().withName("h100-05").edit(each -> new NodeBuilder(each).editMetadata()
                    .addToLabels("cloud.google.com/gke-nodepool", "gpu").endMetadata().build()));
        }
        assertThat(there("lint", pod).out()).doesNotContain("cluster-taint-not-tolerated");
        assertThat(there("why", "-f", pod).out()).contains("Fits now on ").doesNotContain("ExtendedResourceToleration");
    }
}
