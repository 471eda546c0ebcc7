package tessera.gpu;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.model.ControllerRef;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;

/** Finds the owner of a pod: the object that a user made, behind the controllers of Kubernetes. */
public final class PodOwnerFinder {

    private static final String TEMPLATE_HASH = "pod-template-hash";
    private static final String RAY = "ray.io/v1";
    private static final String KUBEFLOW = "kubeflow.org/v1";
    private static final String TRAIN_JOB = "TrainJob";

    /**
     * A label by which a system marks the pods of its jobs.
     *
     * @param apiVersion of the thing that its value names; a cluster may serve it in others
     * @param kind       as people call it
     */
    private record JobPodLabel(String label, String apiVersion, String kind) {}

    private static final List<JobPodLabel> MARKS = List.of(
            new JobPodLabel("ray.io/originated-from-cr-name", RAY, "Ray"),
            new JobPodLabel("ray.io/cluster", RAY, "RayCluster"),
            new JobPodLabel("trainer.kubeflow.org/trainjob-ancestor-step", "trainer.kubeflow.org/v1alpha1", TRAIN_JOB),
            new JobPodLabel("jobset.sigs.k8s.io/jobset-name", "jobset.x-k8s.io/v1alpha2", "JobSet"),
            new JobPodLabel("leaderworkerset.sigs.k8s.io/name", "leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet"),
            new JobPodLabel("serving.knative.dev/service", "serving.knative.dev/v1", "Knative Service"),
            new JobPodLabel("serving.kserve.io/inferenceservice", "serving.kserve.io/v1beta1", "InferenceService"),
            new JobPodLabel("volcano.sh/job-name", "batch.volcano.sh/v1alpha1", "VolcanoJob"),
            new JobPodLabel("workflows.argoproj.io/workflow", "argoproj.io/v1alpha1", "Workflow"),
            new JobPodLabel("sparkoperator.k8s.io/app-name", "sparkoperator.k8s.io/v1beta2", "SparkApplication"),
            new JobPodLabel("training.kubeflow.org/job-name", KUBEFLOW, "Kubeflow"),
            new JobPodLabel("mpi-job-name", KUBEFLOW, "MPIJob"));
    /** What the operators of Kubeflow call themselves on pods, and what they make pods for. */
    private static final Map<String, String> OPERATORS = Map.of("pytorchjob-controller", "PyTorchJob", "mpi-operator",
            "MPIJob", "mpijob-controller", "MPIJob", "tfjob-controller", "TFJob", "xgboostjob-controller", "XGBoostJob",
            "paddlejob-controller", "PaddleJob", "jaxjob-controller", "JAXJob");
    /** Pods that nobody controls, and that a queue lets in together or not at all. */
    private static final String QUEUED = "kueue.x-k8s.io/pod-group-name";
    private static final String JOB_SET = "jobset.sigs.k8s.io/jobset-name";
    /** Kinds whose names others have, too, so that people call them otherwise than the API does. */
    private static final Map<String, String> IN_THE_API = Map.of("Knative Service", "Service", "VolcanoJob", "Job");

    private PodOwnerFinder() {}

    /** Returns the topmost owner that can be told from the pod alone; {@link ControllerRef#NONE} for a pod that nobody controls. */
    public static ControllerRef ownerOf(PodSummary pod) {
        for (var podLabel : MARKS) {
            var name = pod.labels().get(podLabel.label());
            if (name != null && !name.isEmpty()) {
                return markedOwner(podLabel, name, pod);
            }
        }
        var owner = pod.owner();
        var hash = pod.labels().getOrDefault(TEMPLATE_HASH, "");
        if (owner.kind().equals("ReplicaSet") && !hash.isEmpty() && owner.name().endsWith("-" + hash)) {
            return new ControllerRef("apps/v1", "Deployment",
                    owner.name().substring(0, owner.name().length() - hash.length() - 1));
        }
        var group = pod.labels().getOrDefault(QUEUED, "");
        if (owner.exists() || group.isEmpty()) {
            return owner;
        }
        return new ControllerRef("kueue.x-k8s.io/v1beta2", "Workload", group);
    }

    private static ControllerRef markedOwner(JobPodLabel podLabel, String label, PodSummary pod) {
        var kind = kindOf(podLabel, pod);
        // A JobSet of a TrainJob is called as the TrainJob is.
        var name = kind.equals(TRAIN_JOB) ? pod.labels().getOrDefault(JOB_SET, label) : label;
        var owner = new ControllerRef(podLabel.apiVersion(), kind, name);
        // The pod's own controller says it better, and in which version it was made.
        return kind.isEmpty() || owner.isSameOwner(pod.owner()) ? pod.owner() : owner;
    }

    /** Returns the kind of a marked job; empty if the pod's own controller says it better. */
    private static String kindOf(JobPodLabel podLabel, PodSummary pod) {
        return switch (podLabel.kind()) {
            case "Ray" -> pod.labels().getOrDefault("ray.io/originated-from-crd", "RayCluster");
            case "Kubeflow" ->
                OPERATORS.getOrDefault(pod.labels().getOrDefault("training.kubeflow.org/operator-name", ""), "");
            default -> podLabel.kind();
        };
    }

    /** Returns the owner as an object reference whose location the cluster may resolve; empty if there is none. */
    public static Optional<ObjectRef> objectOf(String namespace, ControllerRef owner) {
        if (!owner.exists()) {
            return Optional.empty();
        }
        return Optional.of(owner.kind().equals("Node") ? ObjectRef.node(owner.name())
                : ObjectRef.unresolved(owner.apiVersion(), IN_THE_API.getOrDefault(owner.kind(), owner.kind()),
                        namespace, owner.name()));
    }

    /** Returns whether an object made a pod, directly or through objects of its own. */
    public static boolean isMaker(ObjectRef object, PodSummary pod) {
        return pod.namespace().equals(object.namespace())
                && (isOwner(object, ownerOf(pod)) || isOwner(object, pod.owner())
                        || MARKS.stream().anyMatch(podLabel -> isOwner(object, new ControllerRef(podLabel.apiVersion(),
                                podLabel.kind(), pod.labels().getOrDefault(podLabel.label(), "")))));
    }

    private static boolean isOwner(ObjectRef object, ControllerRef owner) {
        return objectOf(object.namespace(), owner).filter(other -> other.kind().equals(object.kind())
                && other.name().equals(object.name()) && (other.apiVersion().isEmpty() || object.apiVersion().isEmpty()
                        || other.group().equals(object.group())))
                .isPresent();
    }
}
