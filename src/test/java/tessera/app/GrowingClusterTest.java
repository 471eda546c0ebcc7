package tessera.app;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Where an autoscaler makes nodes for pods that find none, what no node has by now keeps nobody from launching. */
@Timeout(180)
class GrowingClusterTest extends ServedCluster {

    @Test
    void whatNoNodeHasIsAWarningOnceAnAutoscalerIsSeen() throws Exception {
        var spot = Files.writeString(home.resolve("spot.yaml"), there("launch", "spot").out()).toString();
        var refused = there("plan", "launch", "-f", spot, "--wait", "0");
        assertThat(refused.code()).as(refused.out()).isNotZero();
        assertThat(refused.out() + refused.err()).contains("The selector excludes ");
        assertThat(there("why", "-f", spot).out()).doesNotContainIgnoringCase("autoscaler");

        try (var admin = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            admin.configMaps().inNamespace("kube-system").resource(new ConfigMapBuilder().withNewMetadata()
                    .withName("cluster-autoscaler-status").endMetadata().build()).create();
        }
        var planned = there("plan", "launch", "-f", spot, "--wait", "0");
        assertThat(planned.code()).as(planned.err()).isZero();
        assertThat(planned.out()).contains("with the requested resources. The autoscaler may add a node.");

        assertThat(there("why", "-f", spot).out()).contains("Also unknown",
                "The cluster has an autoscaler. Whether it adds a node is known only once pods are pending.");
        var fits = Files.writeString(home.resolve("fits.yaml"), there("launch", "pod").out()).toString();
        assertThat(there("why", "-f", fits).out()).contains("Fits now").doesNotContainIgnoringCase("autoscaler");

        var typo = Files.writeString(home.resolve("typo.yaml"),
                there("launch", "pod").out().replace("nvidia.com/gpu: 1", "example.com/gpux: 1")).toString();
        assertThat(there("plan", "launch", "-f", typo, "--wait", "0").code()).as("nobody makes what nobody knows")
                .isNotZero();
    }
}
