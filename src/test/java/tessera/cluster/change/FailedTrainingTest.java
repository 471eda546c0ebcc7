package tessera.cluster.change;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.cluster.fixture.Seen;
import tessera.model.ClusterSnapshot;
import tessera.model.PodSummary;

import static org.assertj.core.api.Assertions.assertThat;

/** A training job whose pod fails tries again, or fails with it, as its replicas are told to. */
@Timeout(120)
class FailedTrainingTest extends ChangedCluster {

    private static final String JOBS = "/apis/kubeflow.org/v1/namespaces/default/pytorchjobs";

    private void create(String name, String policy, String command) throws Exception {
        console.create(JOBS,
                """
                        {"apiVersion": "kubeflow.org/v1", "kind": "PyTorchJob", "metadata": {"name": "%s", "namespace": "default"},
                         "spec": {"pytorchReplicaSpecs": {"Master": {"replicas": 1, "restartPolicy": "%s", "template": {"spec": {
                          "tolerations": [{"operator": "Exists"}], "containers": [{"name": "pytorch",
                          "image": "registry.example/train:1.0", "command": ["sh", "-c", "%s"]}]}}}}}}"""
                        .formatted(name, policy, command));
    }

    private static PodSummary master(ClusterSnapshot clusterSnapshot, String name) {
        return clusterSnapshot.findPod("default", name + "-master-0").orElseThrow();
    }

    @Test
    void whatASignalEndedIsTriedAgainByAnotherPod() throws Exception {
        create("killed", "ExitCode", "sleep 20; exit 137");
        var first = master(
                console.until(clusterSnapshot -> clusterSnapshot.findPod("default", "killed-master-0").isPresent()),
                "killed");
        console.until(clusterSnapshot -> clusterSnapshot.findPod("default", "killed-master-0")
                .filter(pod -> !pod.uid().equals(first.uid())).isPresent());
        console.delete(JOBS + "/killed");
    }

    @ParameterizedTest
    @CsvSource({"ExitCode", "Never"})
    void whatFailsForGoodFailsTheJob(String policy) throws Exception {
        var name = "wrong-" + policy.toLowerCase(Locale.ROOT);
        create(name, policy, "exit 3");
        Seen.await(() -> status(name)
                .contains("PyTorchJob %s is failed because 1 Master replica(s) failed.".formatted(name)));
        assertThat(status(name)).contains("\"replicaStatuses\":{\"Master\":{\"failed\":1}}");
    }

    private String status(String name) {
        try {
            return console.read(JOBS + "/" + name).path("status").toString();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
