package tessera.insight;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.model.Owner;
import tessera.model.PodFacts;

import static org.assertj.core.api.Assertions.assertThat;

/** A pod is counted with what a user made, however many controllers stand between, and by its labels where none can be read. */
class OwnersTest {

    @ParameterizedTest
    @ValueSource(strings = {"Job", "StatefulSet", "PyTorchJob", "MPIJob", "RayCluster", "DaemonSet"})
    void whoControlsAPodIsItsOwnerWhereNothingStandsBetween(String kind) {
        assertThat(Owners.of(owned(kind, "train", Map.of()))).isEqualTo(new Owner(kind, "train"));
    }

    @Test
    void aReplicaSetOfADeploymentIsPassedOver() {
        assertThat(Owners.of(owned("ReplicaSet", "llm-5d9f", Map.of("pod-template-hash", "5d9f"))))
                .isEqualTo(new Owner("Deployment", "llm"));
        assertThat(Owners.of(owned("ReplicaSet", "by-hand", Map.of()))).isEqualTo(new Owner("ReplicaSet", "by-hand"));
    }

    private static PodFacts owned(String kind, String name, Map<String, String> labels) {
        var made = new Sample().with(Sample.node("a").has("nvidia.com/gpu", 1))
                .pod("x/1", "a", "nvidia.com/gpu", 1, labels)
                .snapshot().nodes().getFirst().pods().getFirst();
        return new PodFacts(made.namespace(), made.name(), made.uid(), made.node(), made.nominated(), made.phase(),
                made.status(), made.reason(), made.message(), made.requests(), new Owner(kind, name), made.labels(),
                made.priority(), made.created(), made.started(), made.deleting(), made.ready(), made.total(),
                made.restarts(), made.claims());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "trainer.kubeflow.org/trainjob-ancestor-step=trainer,jobset.sigs.k8s.io/jobset-name=tune | TrainJob | tune",
        "jobset.sigs.k8s.io/jobset-name=tune | JobSet | tune",
        "training.kubeflow.org/job-name=mpi,training.kubeflow.org/operator-name=mpi-operator | MPIJob | mpi",
        "training.kubeflow.org/job-name=ddp,training.kubeflow.org/operator-name=pytorchjob-controller | PyTorchJob | ddp",
        "ray.io/cluster=ray-x7,ray.io/originated-from-cr-name=ray,ray.io/originated-from-crd=RayJob | RayJob | ray",
        "ray.io/cluster=ray | RayCluster | ray",
        "leaderworkerset.sigs.k8s.io/name=llm | LeaderWorkerSet | llm",
        "serving.knative.dev/service=llm | Knative Service | llm",
        "kueue.x-k8s.io/queue-name=team,kueue.x-k8s.io/pod-group-name=batch | Workload | batch"})
    void labelsTellWhoseAPodIs(String labels, String kind, String name) {
        var marks = new HashMap<String, String>();
        for (var label : labels.split(",", -1)) {
            marks.put(label.substring(0, label.indexOf('=')), label.substring(label.indexOf('=') + 1));
        }
        var pod = new Sample().with(Sample.node("a").has("nvidia.com/gpu", 1))
                .pod("x/1", "a", "nvidia.com/gpu", 1, marks)
                .snapshot().nodes().getFirst().pods().getFirst();

        assertThat(Owners.of(pod)).isEqualTo(new Owner(kind, name));
    }
}
