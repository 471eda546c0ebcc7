package tessera.insight;

import java.util.List;
import java.util.Map;
import tessera.model.Owner;
import tessera.model.PodFacts;

/** Whose pod it is: the thing a user made, found behind the controllers that Kubernetes put between. */
public final class Owners {

    private static final String TEMPLATE_HASH = "pod-template-hash";

    /** Labels by which a system marks the pods of its jobs, and what kind of thing their value names. */
    private static final List<Map.Entry<String, String>> MARKS = List.of(
            Map.entry("ray.io/originated-from-cr-name", "Ray"), Map.entry("ray.io/cluster", "RayCluster"),
            Map.entry("trainer.kubeflow.org/trainjob-ancestor-step", "TrainJob"),
            Map.entry("jobset.sigs.k8s.io/jobset-name", "JobSet"),
            Map.entry("leaderworkerset.sigs.k8s.io/name", "LeaderWorkerSet"),
            Map.entry("serving.knative.dev/service", "Knative Service"),
            Map.entry("serving.kserve.io/inferenceservice", "InferenceService"),
            Map.entry("volcano.sh/job-name", "VolcanoJob"), Map.entry("workflows.argoproj.io/workflow", "Workflow"),
            Map.entry("sparkoperator.k8s.io/app-name", "SparkApplication"),
            Map.entry("training.kubeflow.org/job-name", "Kubeflow"), Map.entry("mpi-job-name", "MPIJob"));
    /** What the operators of Kubeflow call themselves on pods, and what they make pods for. */
    private static final Map<String, String> OPERATORS = Map.of("pytorchjob-controller", "PyTorchJob",
            "mpi-operator", "MPIJob", "mpijob-controller", "MPIJob", "tfjob-controller", "TFJob",
            "xgboostjob-controller", "XGBoostJob", "paddlejob-controller", "PaddleJob", "jaxjob-controller", "JAXJob");
    /** Pods that nobody controls, and that a queue lets in together or not at all. */
    private static final String QUEUED = "kueue.x-k8s.io/pod-group-name";
    private static final String JOB_SET = "jobset.sigs.k8s.io/jobset-name";

    private Owners() {}

    /** The topmost owner that can be told from the pod alone; {@link Owner#NONE} for a pod that nobody controls. */
    public static Owner of(PodFacts pod) {
        for (var mark : MARKS) {
            var name = pod.labels().get(mark.getKey());
            if (name != null && !name.isEmpty()) {
                var kind = kind(mark, pod);
                // A JobSet of a TrainJob is called as the TrainJob is.
                return kind.isEmpty() ? pod.owner()
                        : new Owner(kind, kind.equals("TrainJob") ? pod.labels().getOrDefault(JOB_SET, name) : name);
            }
        }
        var owner = pod.owner();
        var hash = pod.labels().getOrDefault(TEMPLATE_HASH, "");
        if (owner.kind().equals("ReplicaSet") && !hash.isEmpty() && owner.name().endsWith("-" + hash)) {
            return new Owner("Deployment", owner.name().substring(0, owner.name().length() - hash.length() - 1));
        }
        var group = pod.labels().getOrDefault(QUEUED, "");
        return owner.exists() || group.isEmpty() ? owner : new Owner("Workload", group);
    }

    /** Empty where the pod's own controller says it better. */
    private static String kind(Map.Entry<String, String> mark, PodFacts pod) {
        return switch (mark.getValue()) {
            case "Ray" -> pod.labels().getOrDefault("ray.io/originated-from-crd", "RayCluster");
            case "Kubeflow" -> OPERATORS.getOrDefault(
                    pod.labels().getOrDefault("training.kubeflow.org/operator-name", ""), "");
            default -> mark.getValue();
        };
    }
}
