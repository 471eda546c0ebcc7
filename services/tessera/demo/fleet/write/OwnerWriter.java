package tessera.demo.fleet.write;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import tessera.demo.fleet.plan.Operand;
import tessera.demo.fleet.plan.PodState;
import tessera.demo.fleet.plan.Policy;
import tessera.demo.fleet.plan.Workload;

/** The owners of pods that Kubernetes itself knows, with the statuses that their pods give them. */
final class OwnerWriter {

    private final Scribe scribe;
    private final Consumer<ObjectNode> out;

    OwnerWriter(Scribe scribe, Consumer<ObjectNode> out) {
        this.scribe = scribe;
        this.out = out;
    }

    void write(Workload workload) {
        switch (workload.line().kind()) {
            case "Deployment" -> {
                out.accept(deployment(workload));
                out.accept(replicaSet(workload));
            }
            case "StatefulSet" -> out.accept(statefulSet(workload));
            case "DaemonSet" -> out.accept(daemonSet(workload));
            case "Job", "JobSet" -> out.accept(job(workload));
            default -> {}
        }
    }

    private ObjectNode start(Workload workload, String apiVersion, String kind, String name) {
        var object = scribe.object(apiVersion, kind, workload.line().namespace(), name, workload.createdAt());
        Scribe.metadata(object).put("generation", 1);
        return object;
    }

    /** The labels a selector goes by: those without anything that differs between revisions. */
    static Map<String, String> selector(Workload workload) {
        return new TreeMap<>(workload.line().labels());
    }

    private ObjectNode deployment(Workload workload) {
        var deployment = start(workload, "apps/v1", "Deployment", workload.line().name());
        var metadata = Scribe.metadata(deployment);
        Scribe.put(metadata, "labels", selector(workload));
        metadata.putObject("annotations").put("deployment.kubernetes.io/revision", "1");
        var spec = deployment.putObject("spec").put("replicas", workload.wanted());
        Scribe.put(spec.putObject("selector"), "matchLabels", selector(workload));
        var template = Templates.of(workload);
        ((ObjectNode) template.path("metadata").path("labels")).remove("pod-template-hash");
        spec.set("template", template);
        spec.putObject("strategy").put("type", "RollingUpdate").putObject("rollingUpdate")
                .put("maxUnavailable", "25%").put("maxSurge", "25%");
        spec.put("revisionHistoryLimit", 10).put("progressDeadlineSeconds", 600);
        addDeploymentStatus(deployment.putObject("status"), workload);
        FieldSets.add(deployment, "kubectl-client-side-apply", false, workload.createdAt(),
                List.of("metadata.labels", "spec"));
        FieldSets.add(deployment, "kube-controller-manager", true, workload.createdAt().plusSeconds(60),
                List.of("metadata.annotations", "status"));
        return deployment;
    }

    private void addDeploymentStatus(ObjectNode status, Workload workload) {
        int active = workload.active();
        int ready = workload.ready();
        status.put("observedGeneration", 1).put("replicas", active).put("updatedReplicas", active);
        putUnlessZero(status, "readyReplicas", ready);
        putUnlessZero(status, "availableReplicas", ready);
        putUnlessZero(status, "unavailableReplicas", workload.wanted() - ready);
        status.put("terminatingReplicas", (int) workload.pods().stream().filter(pod -> pod.state().deleted()).count());
        var conditions = status.putArray("conditions");
        // A quarter may be missing, rounded down.
        boolean available = ready >= workload.wanted() - workload.wanted() / 4;
        deploymentCondition(conditions, workload, "Available", available)
                .put("reason", available ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable")
                .put("message", available
                        ? "Deployment has minimum availability."
                        : "Deployment does not have minimum availability.");
        boolean done = ready == workload.wanted();
        var old = scribe.now().minusSeconds(600).isAfter(workload.createdAt());
        var set = "ReplicaSet \"" + workload.replicaSet() + "\" ";
        deploymentCondition(conditions, workload, "Progressing", done || !old || available)
                .put("reason", done || available
                        ? "NewReplicaSetAvailable"
                        : old ? "ProgressDeadlineExceeded" : "ReplicaSetUpdated")
                .put("message", set + (done || available
                        ? "has successfully progressed."
                        : old ? "has timed out progressing." : "is progressing."));
        if (workload.line().blocked() > 0) {
            deploymentCondition(conditions, workload, "ReplicaFailure", true).put("reason", "FailedCreate")
                    .put("message", EventWriter.quotaRefusal(workload, scribe));
        }
    }

    private static ObjectNode deploymentCondition(ArrayNode conditions, Workload workload, String type,
            boolean holds) {
        var at = Times.seconds(workload.createdAt().plusSeconds(45));
        return conditions.addObject().put("type", type).put("status", holds ? "True" : "False")
                .put("lastUpdateTime", at).put("lastTransitionTime", at);
    }

    private ObjectNode replicaSet(Workload workload) {
        var set = start(workload, "apps/v1", "ReplicaSet", workload.replicaSet());
        var metadata = Scribe.metadata(set);
        var labels = selector(workload);
        labels.put("pod-template-hash", workload.revision());
        Scribe.put(metadata, "labels", labels);
        int wanted = workload.wanted();
        metadata.putObject("annotations").put("deployment.kubernetes.io/desired-replicas", Integer.toString(wanted))
                .put("deployment.kubernetes.io/max-replicas", Integer.toString(wanted + (wanted + 3) / 4))
                .put("deployment.kubernetes.io/revision", "1");
        scribe.own(set, "apps/v1", "Deployment", workload.line().name());
        var spec = set.putObject("spec").put("replicas", wanted);
        Scribe.put(spec.putObject("selector"), "matchLabels", labels);
        spec.set("template", Templates.of(workload));
        var status = set.putObject("status").put("replicas", workload.active())
                .put("fullyLabeledReplicas", workload.active());
        putUnlessZero(status, "readyReplicas", workload.ready());
        putUnlessZero(status, "availableReplicas", workload.ready());
        status.put("terminatingReplicas", (int) workload.pods().stream().filter(pod -> pod.state().deleted()).count())
                .put("observedGeneration", 1);
        if (workload.line().blocked() > 0) {
            status.putArray("conditions").addObject().put("type", "ReplicaFailure").put("status", "True")
                    .put("lastTransitionTime", Times.seconds(workload.createdAt())).put("reason", "FailedCreate")
                    .put("message", EventWriter.quotaRefusal(workload, scribe));
        }
        return finish(set, workload);
    }

    private ObjectNode statefulSet(Workload workload) {
        var set = start(workload, "apps/v1", "StatefulSet", workload.line().name());
        Scribe.put(Scribe.metadata(set), "labels", selector(workload));
        var spec = set.putObject("spec").put("replicas", workload.wanted());
        Scribe.put(spec.putObject("selector"), "matchLabels", selector(workload));
        var template = Templates.of(workload);
        ((ObjectNode) template.path("metadata").path("labels")).remove("controller-revision-hash");
        spec.set("template", template);
        spec.put("serviceName", workload.line().serviceName()).put("podManagementPolicy", "Parallel");
        spec.putObject("updateStrategy").put("type", "RollingUpdate").putObject("rollingUpdate").put("partition", 0);
        spec.put("revisionHistoryLimit", 10);
        spec.putObject("persistentVolumeClaimRetentionPolicy").put("whenDeleted", "Retain").put("whenScaled",
                "Retain");
        var revision = workload.line().name() + "-" + workload.revision();
        int active = workload.active();
        var status = set.putObject("status").put("observedGeneration", 1).put("replicas", active);
        putUnlessZero(status, "readyReplicas", workload.ready());
        putUnlessZero(status, "currentReplicas", active);
        putUnlessZero(status, "updatedReplicas", active);
        status.put("currentRevision", revision).put("updateRevision", revision).put("collisionCount", 0)
                .put("availableReplicas", workload.ready());
        return finish(set, workload);
    }

    private ObjectNode daemonSet(Workload workload) {
        var set = start(workload, "apps/v1", "DaemonSet", workload.line().name());
        var metadata = Scribe.metadata(set);
        Scribe.put(metadata, "labels", selector(workload));
        metadata.putObject("annotations").put("deprecated.daemonset.template.generation", "1");
        var spec = set.putObject("spec");
        Scribe.put(spec.putObject("selector"), "matchLabels", OperandTemplates.selector(workload.line()));
        spec.set("template", Templates.of(workload));
        var operand = Operand.of(workload.line().name());
        operand.ifPresent(each -> {
            scribe.own(set, "nvidia.com/v1", "ClusterPolicy", "cluster-policy");
            metadata.withObjectProperty("annotations").put(OperandTemplates.APPLIED, OperandTemplates.applied(each));
        });
        spec.set("updateStrategy", operand.map(each -> OperandTemplates.strategy(each, new Policy(Policy.usual())))
                .orElseGet(OwnerWriter::oneByOne));
        spec.put("revisionHistoryLimit", 10);
        // Where a node is lost, its pods stay, but only those that tolerate everything belong there.
        boolean everywhere = workload.line().tolerate().contains(":");
        int lost = (int) workload.pods().stream().filter(pod -> pod.state() == PodState.LOST && !everywhere).count();
        int pods = workload.pods().size() - lost;
        int ready = workload.ready();
        var status = set.putObject("status").put("currentNumberScheduled", pods).put("numberMisscheduled", lost)
                .put("desiredNumberScheduled", pods).put("numberReady", ready).put("observedGeneration", 1)
                .put("updatedNumberScheduled", pods);
        putUnlessZero(status, "numberAvailable", ready);
        putUnlessZero(status, "numberUnavailable", pods - ready);
        return finish(set, workload);
    }

    private static ObjectNode oneByOne() {
        var strategy = JsonNodeFactory.instance.objectNode().put("type", "RollingUpdate");
        strategy.putObject("rollingUpdate").put("maxUnavailable", 1).put("maxSurge", 0);
        return strategy;
    }

    private ObjectNode job(Workload workload) {
        var job = start(workload, "batch/v1", "Job", workload.job());
        var line = workload.line();
        if (line.kind().equals("JobSet")) {
            scribe.own(job, "jobset.x-k8s.io/v1alpha2", "JobSet", line.name());
        }
        var uid = Scribe.metadata(job).path("uid").asText();
        var tracking = new TreeMap<String, String>(Map.of("batch.kubernetes.io/controller-uid", uid,
                "batch.kubernetes.io/job-name", workload.job(), "controller-uid", uid, "job-name", workload.job()));
        Scribe.put(Scribe.metadata(job), "labels", tracking);
        int active = workload.active();
        int completions = Math.max(1, active + workload.succeeded());
        var spec = job.putObject("spec").put("parallelism", Math.max(1, active)).put("completions", completions)
                .put("backoffLimit", workload.active() == 0 && workload.failed() > 0 ? 0 : 6);
        spec.putObject("selector").putObject("matchLabels").put("batch.kubernetes.io/controller-uid", uid);
        spec.put("manualSelector", false);
        var template = Templates.of(workload);
        var labels = template.withObject("/metadata/labels");
        tracking.forEach(labels::put);
        spec.set("template", template);
        spec.put("completionMode", line.kind().equals("JobSet") ? "Indexed" : "NonIndexed").put("suspend", false)
                .put("podReplacementPolicy", "TerminatingOrFailed");
        addJobStatus(job.putObject("status"), workload, completions);
        return finish(job, workload);
    }

    private void addJobStatus(ObjectNode status, Workload workload, int completions) {
        boolean complete = workload.succeeded() >= completions;
        boolean failed = !complete && workload.active() == 0;
        if (complete || failed) {
            var conditions = status.putArray("conditions");
            var reason = complete ? "CompletionsReached" : "BackoffLimitExceeded";
            var message = complete
                    ? "Reached expected number of succeeded pods"
                    : "Job has reached the specified backoff limit";
            for (var type : complete
                    ? List.of("SuccessCriteriaMet", "Complete")
                    : List.of("FailureTarget", "Failed")) {
                conditions.addObject().put("type", type).put("status", "True")
                        .put("lastProbeTime", Times.seconds(end(workload)))
                        .put("lastTransitionTime", Times.seconds(end(workload))).put("reason", reason)
                        .put("message", message);
            }
        }
        status.put("startTime", Times.seconds(workload.createdAt()));
        if (complete) {
            status.put("completionTime", Times.seconds(end(workload)));
        }
        putUnlessZero(status, "active", workload.active());
        putUnlessZero(status, "succeeded", workload.succeeded());
        putUnlessZero(status, "failed", workload.failed());
        status.put("terminating", 0).putObject("uncountedTerminatedPods");
        status.put("ready", workload.ready());
    }

    private Instant end(Workload workload) {
        var later = workload.createdAt().plusSeconds(180);
        return later.isAfter(scribe.now()) ? scribe.now() : later;
    }

    private ObjectNode finish(ObjectNode object, Workload workload) {
        FieldSets.add(object, "kubectl-client-side-apply", false, workload.createdAt(),
                List.of("metadata.labels", "metadata.annotations", "metadata.ownerReferences", "spec"));
        FieldSets.add(object, "kube-controller-manager", true, workload.createdAt().plusSeconds(60),
                List.of("status"));
        return object;
    }

    static void putUnlessZero(ObjectNode object, String field, int number) {
        if (number != 0) {
            object.put(field, number);
        }
    }
}
