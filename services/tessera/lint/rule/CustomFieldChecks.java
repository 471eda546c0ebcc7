package tessera.lint.rule;

import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.lint.source.Edits;
import tessera.lint.source.Value;
import tessera.lint.subject.KubeObject;

/**
 * Fields of kinds that others define, and of claims, as far as pods or devices come from them: servers drop those that they do not know, and with them
 * the pods. Of such kinds newer versions have more fields, so that only what is mistyped is told.
 */
final class CustomFieldChecks implements Check {

    private static final String KUBEFLOW = "kubeflow.org/";
    private static final String DEVICES = "resource.k8s.io/";
    private static final Set<String> CLAIMED = Set.of("requests", "constraints", "config");
    private static final Set<String> REPLICAS = Set.of("replicas", "template", "restartPolicy");

    /** Fields by the group, the kind and the path to what has them; a star stands for each entry. */
    private static final Map<String, Set<String>> FIELDS = Map.ofEntries(
            Map.entry(KUBEFLOW + "PyTorchJob spec", Set.of("pytorchReplicaSpecs", "runPolicy", "elasticPolicy",
                    "nprocPerNode")),
            Map.entry(KUBEFLOW + "PyTorchJob spec pytorchReplicaSpecs", Set.of("Master", "Worker")),
            Map.entry(KUBEFLOW + "PyTorchJob spec pytorchReplicaSpecs *", REPLICAS),
            Map.entry(KUBEFLOW + "MPIJob spec", Set.of("mpiReplicaSpecs", "runPolicy", "slotsPerWorker",
                    "runLauncherAsWorker", "sshAuthMountPath", "launcherCreationPolicy", "mpiImplementation",
                    "cleanPodPolicy", "mainContainer")),
            Map.entry(KUBEFLOW + "MPIJob spec mpiReplicaSpecs", Set.of("Launcher", "Worker")),
            Map.entry(KUBEFLOW + "MPIJob spec mpiReplicaSpecs *", REPLICAS),
            Map.entry("trainer.kubeflow.org/TrainJob spec", Set.of("runtimeRef", "trainer", "initializer",
                    "runtimePatches", "podTemplateOverrides", "podSpecOverrides", "suspend", "managedBy", "labels",
                    "annotations", "activeDeadlineSeconds")),
            Map.entry("trainer.kubeflow.org/TrainJob spec trainer", Set.of("image", "command", "args", "env",
                    "numNodes", "resourcesPerNode", "numProcPerNode")),
            Map.entry("jobset.x-k8s.io/JobSet spec", Set.of("replicatedJobs", "network", "successPolicy",
                    "failurePolicy", "startupPolicy", "suspend", "coordinator", "managedBy", "ttlSecondsAfterFinished",
                    "volumeClaimPolicies")),
            Map.entry("jobset.x-k8s.io/JobSet spec replicatedJobs *", Set.of("name", "groupName", "template",
                    "replicas", "dependsOn")),
            Map.entry("leaderworkerset.x-k8s.io/LeaderWorkerSet spec", Set.of("replicas", "leaderWorkerTemplate",
                    "rolloutStrategy", "startupPolicy", "networkConfig")),
            Map.entry("leaderworkerset.x-k8s.io/LeaderWorkerSet spec leaderWorkerTemplate", Set.of("leaderTemplate",
                    "workerTemplate", "size", "restartPolicy", "subGroupPolicy", "volumeClaimTemplates",
                    "persistentVolumeClaimRetentionPolicy")),
            Map.entry(DEVICES + "ResourceClaim spec devices", CLAIMED),
            Map.entry(DEVICES + "ResourceClaimTemplate spec spec devices", CLAIMED),
            Map.entry("serving.knative.dev/Service spec template spec containers *", Set.of("name", "image", "command",
                    "args", "env", "envFrom", "ports", "resources", "volumeMounts", "livenessProbe", "readinessProbe",
                    "startupProbe", "securityContext", "imagePullPolicy", "workingDir")),
            Map.entry("serving.knative.dev/Service spec template spec containers * ports *", Set.of("name",
                    "containerPort", "protocol")),
            Map.entry("ray.io/RayJob spec", Set.of("entrypoint", "rayClusterSpec", "clusterSelector", "runtimeEnvYAML",
                    "jobId", "shutdownAfterJobFinishes", "ttlSecondsAfterFinished", "submissionMode", "suspend",
                    "submitterPodTemplate", "submitterConfig", "activeDeadlineSeconds", "backoffLimit", "metadata",
                    "entrypointNumCpus", "entrypointNumGpus", "entrypointResources", "managedBy", "deletionStrategy")),
            Map.entry("ray.io/RayJob spec rayClusterSpec", Set.of("headGroupSpec", "workerGroupSpecs", "rayVersion",
                    "enableInTreeAutoscaling", "autoscalerOptions", "suspend", "managedBy", "authOptions",
                    "headServiceAnnotations", "gcsFaultToleranceOptions", "upgradeStrategy")),
            Map.entry("ray.io/RayJob spec rayClusterSpec workerGroupSpecs *", Set.of("groupName", "replicas",
                    "minReplicas", "maxReplicas", "rayStartParams", "template", "numOfHosts", "suspend",
                    "scaleStrategy", "idleTimeoutSeconds", "resources", "labels")));

    @Override
    public void object(KubeObject object, Look look) {
        var kind = object.group() + "/" + object.kind();
        if (!object.live()) {
            FIELDS.forEach((key, fields) -> {
                var path = List.of(key.split(" "));
                if (path.getFirst().equals(kind)) {
                    look(object.root(), path.subList(1, path.size()), fields, look);
                }
            });
        }
    }

    private static void look(Value value, List<String> path, Set<String> fields, Look look) {
        if (path.isEmpty()) {
            value.entries().stream().filter(entry -> !fields.contains(entry.name()))
                    .forEach(entry -> mistyped(value, entry.key(), fields, look));
        } else if (path.getFirst().equals("*")) {
            value.items().forEach(item -> look(item, path.subList(1, path.size()), fields, look));
            value.entries().forEach(entry -> look(entry.value(), path.subList(1, path.size()), fields, look));
        } else {
            look(value.at(path.getFirst()), path.subList(1, path.size()), fields, look);
        }
    }

    private static void mistyped(Value around, Value key, Set<String> fields, Look look) {
        FieldChecks.meant(key.text(), fields).filter(name -> !around.at(name).written())
                .ifPresent(name -> look.note("field-unknown", key, "%s has no field “%s”; there is %s"
                        .formatted(around.key().text().isEmpty() ? "It" : around.key().text(), key.text(), name),
                        Edits.fix("Write " + name, Edits.replace(key, name))));
    }
}
