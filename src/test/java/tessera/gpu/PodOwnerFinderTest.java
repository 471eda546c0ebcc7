package tessera.gpu;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.model.ControllerRef;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.plan.intent.WorkloadKind;

import static org.assertj.core.api.Assertions.assertThat;

/** A pod is counted with what a user made, however many controllers stand between, and by its labels where none can be read. */
class PodOwnerFinderTest {

    @ParameterizedTest
    @ValueSource(strings = {"Job", "StatefulSet", "PyTorchJob", "MPIJob", "RayCluster", "DaemonSet"})
    void whoControlsAPodIsItsOwnerWhereNothingStandsBetween(String kind) {
        assertThat(PodOwnerFinder.ownerOf(owned(kind, "train", Map.of()))).isEqualTo(new ControllerRef(kind, "train"));
    }

    @Test
    void aReplicaSetOfADeploymentIsPassedOver() {
        assertThat(PodOwnerFinder.ownerOf(owned("ReplicaSet", "llm-5d9f", Map.of("pod-template-hash", "5d9f"))))
                .isEqualTo(new ControllerRef("apps/v1", "Deployment", "llm"));
        assertThat(PodOwnerFinder.ownerOf(owned("ReplicaSet", "by-hand", Map.of())))
                .isEqualTo(new ControllerRef("ReplicaSet", "by-hand"));
    }

    private static PodSummary owned(String kind, String name, Map<String, String> labels) {
        return owned(new ControllerRef(kind, name), labels);
    }

    private static PodSummary owned(ControllerRef owner, Map<String, String> labels) {
        var made = new Sample().with(Sample.node("a").has("nvidia.com/gpu", 1))
                .pod("x/1", "a", "nvidia.com/gpu", 1, labels).snapshot().nodes().getFirst().pods().getFirst();
        return new PodSummary(made.namespace(), made.name(), made.uid(), made.node(), made.nominated(), made.phase(),
                made.status(), made.reason(), made.message(), made.requests(), owner, made.labels(), made.priority(),
                made.created(), made.started(), made.deleting(), made.ready(), made.total(), made.restarts(),
                made.claims());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "trainer.kubeflow.org/trainjob-ancestor-step=trainer,jobset.sigs.k8s.io/jobset-name=tune | TrainJob | tune",
        "jobset.sigs.k8s.io/jobset-name=tune | JobSet | tune",
        "training.kubeflow.org/job-name=mpi,training.kubeflow.org/operator-name=mpi-operator | MPIJob | mpi",
        "training.kubeflow.org/job-name=ddp,training.kubeflow.org/operator-name=pytorchjob-controller | PyTorchJob | ddp",
        "ray.io/cluster=ray-x7,ray.io/originated-from-cr-name=ray,ray.io/originated-from-crd=RayJob | RayJob | ray",
        "ray.io/cluster=ray | RayCluster | ray", "leaderworkerset.sigs.k8s.io/name=llm | LeaderWorkerSet | llm",
        "serving.knative.dev/service=llm | Knative Service | llm",
        "kueue.x-k8s.io/queue-name=team,kueue.x-k8s.io/pod-group-name=batch | Workload | batch"})
    void labelsTellWhoseAPodIs(String labels, String kind, String name) {
        var marks = new HashMap<String, String>();
        for (var label : labels.split(",", -1)) {
            marks.put(label.substring(0, label.indexOf('=')), label.substring(label.indexOf('=') + 1));
        }
        var pod = new Sample().with(Sample.node("a").has("nvidia.com/gpu", 1))
                .pod("x/1", "a", "nvidia.com/gpu", 1, marks).snapshot().nodes().getFirst().pods().getFirst();

        var owner = PodOwnerFinder.ownerOf(pod);
        assertThat(owner.isSameOwner(new ControllerRef(kind, name))).as(owner.toString()).isTrue();
        assertThat(owner.apiVersion()).as("one asks the cluster where it is").contains("/v");
        assertThat(PodOwnerFinder.isMaker(PodOwnerFinder.objectOf("x", owner).orElseThrow(), pod)).isTrue();
    }

    @Test
    void whatIsCalledAsAnotherKindIsSoughtAsTheApiCallsIt() {
        assertThat(PodOwnerFinder.objectOf("serving",
                new ControllerRef("serving.knative.dev/v1", "Knative Service", "llm")))
                .contains(ObjectRef.unresolved("serving.knative.dev/v1", "Service", "serving", "llm"));
        assertThat(PodOwnerFinder.objectOf("kube-system", new ControllerRef("v1", "Node", "gpu-01")))
                .contains(ObjectRef.node("gpu-01"));
        assertThat(PodOwnerFinder.objectOf("x", ControllerRef.NONE)).isEmpty();
    }

    @Test
    void thePodsOfAJobAreNotThoseOfAnotherKindOfJobThatIsCalledAlike() {
        var pod = owned("Job", "train", Map.of("volcano.sh/job-name", "train"));
        assertThat(PodOwnerFinder.isMaker(ObjectRef.unresolved("batch.volcano.sh/v1alpha1", "Job", "x", "train"), pod))
                .isTrue();
        var plain = owned(new ControllerRef("batch/v1", "Job", "train"), Map.of());
        assertThat(PodOwnerFinder.isMaker(ObjectRef.unresolved("batch/v1", "Job", "x", "train"), plain)).isTrue();
        assertThat(
                PodOwnerFinder.isMaker(ObjectRef.unresolved("batch.volcano.sh/v1alpha1", "Job", "x", "train"), plain))
                .isFalse();
        assertThat(WorkloadKind.of(new ControllerRef("batch.volcano.sh/v1alpha1", "Job", "train"))).isEmpty();
        assertThat(WorkloadKind.of(plain.owner())).contains(WorkloadKind.JOB);
    }
}
