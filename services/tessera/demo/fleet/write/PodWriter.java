package tessera.demo.fleet.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.demo.fleet.plan.Line;
import tessera.demo.fleet.plan.NodeLabels;
import tessera.demo.fleet.plan.NodePlan;
import tessera.demo.fleet.plan.PodPlan;
import tessera.demo.fleet.plan.PodState;
import tessera.demo.fleet.plan.Workload;
import tessera.demo.object.TemplateHash;

/** Pods, from their templates and with all that the API server and the controllers add. */
final class PodWriter {

    private static final String ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";
    private static final Map<String, Integer> PRIORITIES = Map.of("standard", 1000, "serving", 10_000, "scavenger", 10,
            "system-cluster-critical", 2_000_000_000, "system-node-critical", 2_000_001_000);

    private final Scribe scribe;
    private final PodStatusWriter statuses;
    private final Map<NodePlan, Integer> addresses = new HashMap<>();

    PodWriter(Scribe scribe) {
        this.scribe = scribe;
        statuses = new PodStatusWriter(scribe);
    }

    /** @param message why no node takes it; empty for a pod that does not wait */
    ObjectNode pod(PodPlan plan, String message) {
        var workload = plan.workload();
        var line = workload.line();
        var pod = scribe.object("v1", "Pod", line.namespace(), plan.name(), plan.createdAt());
        var metadata = Scribe.metadata(pod);
        metadata.put("generation", plan.state().deleted() ? 2 : 1);
        if (plan.state().deleted()) {
            metadata.put("deletionTimestamp", Times.seconds(deletedAt(plan).plusSeconds(30)))
                    .put("deletionGracePeriodSeconds", 30);
        }
        var template = Templates.of(workload);
        Scribe.put(metadata, "labels", labels(plan, template));
        addOwner(pod, metadata, workload, plan);
        var spec = (ObjectNode) template.path("spec");
        pod.set("spec", spec);
        // Nobody is recorded as the writer of what the API server adds.
        FieldSets.add(pod, creator(line), false, plan.createdAt(), List.of("metadata.annotations",
                "metadata.generateName", "metadata.labels", "metadata.ownerReferences", "spec"));
        complete(spec, plan);
        var node = plan.node();
        if (node != null) {
            metadata.withObjectProperty("labels").put("topology.kubernetes.io/region", NodeLabels.REGION)
                    .put("topology.kubernetes.io/zone", NodeLabels.zone(node));
        }
        pod.set("status", statuses.status(pod, plan, address(plan), message));
        if (plan.state() == PodState.WAITING) {
            FieldSets.add(pod, "kube-scheduler", true, plan.createdAt(), List.of("status.conditions"));
        } else if (plan.state() != PodState.GATED) {
            FieldSets.add(pod, "kubelet", true, plan.createdAt().plusSeconds(20), List.of("status.containerStatuses",
                    "status.hostIP", "status.phase", "status.podIP", "status.startTime"));
        }
        return pod;
    }

    private static String creator(Line line) {
        return switch (line.kind()) {
            case "PyTorchJob" -> "training-operator";
            case "Pod" -> "kubectl-create";
            case "Static" -> "kubelet";
            default -> "kube-controller-manager";
        };
    }

    /** When its deletion was asked for. */
    private Instant deletedAt(PodPlan plan) {
        return scribe.now().minusSeconds(plan.state() == PodState.STRANDED ? 70 : 9);
    }

    private static Map<String, String> labels(PodPlan plan, ObjectNode template) {
        var labels = new TreeMap<>(Templates.labels(plan.workload()));
        var index = Integer.toString(plan.index());
        switch (plan.workload().line().kind()) {
            case "StatefulSet" -> {
                labels.put("apps.kubernetes.io/pod-index", index);
                labels.put("statefulset.kubernetes.io/pod-name", plan.name());
            }
            case "DaemonSet" -> {
                labels.put("pod-template-generation", "1");
                labels.put("controller-revision-hash", TemplateHash.of(template));
            }
            case "Job", "JobSet" -> {
                labels.put("batch.kubernetes.io/job-name", plan.workload().job());
                labels.put("job-name", plan.workload().job());
                if (plan.workload().line().kind().equals("JobSet")) {
                    labels.put("batch.kubernetes.io/job-completion-index", index);
                }
            }
            case "PyTorchJob" -> {
                labels.put("training.kubeflow.org/replica-type", plan.index() == 0 ? "master" : "worker");
                labels.put("training.kubeflow.org/replica-index", Integer.toString(Math.max(0, plan.index() - 1)));
                if (plan.index() == 0) {
                    labels.put("training.kubeflow.org/job-role", "master");
                }
            }
            default -> {}
        }
        return labels;
    }

    private void addOwner(ObjectNode pod, ObjectNode metadata, Workload workload, PodPlan plan) {
        var line = workload.line();
        switch (line.kind()) {
            case "Deployment" -> {
                metadata.put("generateName", workload.replicaSet() + "-");
                scribe.own(pod, "apps/v1", "ReplicaSet", workload.replicaSet());
            }
            case "StatefulSet", "DaemonSet" -> {
                metadata.put("generateName", line.name() + "-");
                scribe.own(pod, "apps/v1", line.kind(), line.name());
            }
            case "Job", "JobSet" -> {
                metadata.put("generateName", workload.job() + "-");
                scribe.own(pod, "batch/v1", "Job", workload.job());
                if (!plan.state().over()) {
                    metadata.putArray("finalizers").add("batch.kubernetes.io/job-tracking");
                }
                var job = scribe.mint().uid("Job", line.namespace(), workload.job());
                metadata.withObjectProperty("labels").put("batch.kubernetes.io/controller-uid", job)
                        .put("controller-uid", job);
            }
            case "PyTorchJob" -> scribe.own(pod, "kubeflow.org/v1", "PyTorchJob", line.name());
            case "Static" -> {
                var hash = scribe.mint().hex("static/" + plan.name(), 32);
                metadata.putObject("annotations").put("kubernetes.io/config.hash", hash)
                        .put("kubernetes.io/config.mirror", hash).put("kubernetes.io/config.source", "file");
                if (plan.node() != null) {
                    scribe.own(pod, "v1", "Node", plan.node().name());
                }
            }
            default -> {}
        }
    }

    private void complete(ObjectNode spec, PodPlan plan) {
        var line = plan.workload().line();
        if (!line.kind().equals("Static")) {
            addAccount(spec, plan);
        }
        if (plan.node() != null) {
            spec.put("nodeName", plan.node().name());
        }
        if (line.kind().equals("StatefulSet")) {
            spec.put("hostname", plan.name());
        }
        if (plan.state() == PodState.GATED) {
            spec.putArray("schedulingGates").addObject().put("name", "kueue.x-k8s.io/admission");
        }
        if (line.kind().equals("DaemonSet") && plan.node() != null) {
            spec.putObject("affinity").putObject("nodeAffinity")
                    .putObject("requiredDuringSchedulingIgnoredDuringExecution").putArray("nodeSelectorTerms")
                    .addObject().putArray("matchFields").addObject().put("key", "metadata.name")
                    .put("operator", "In").putArray("values").add(plan.node().name());
        }
        addTolerations(spec, line.kind());
        spec.put("priority", priority(line)).put("enableServiceLinks", true)
                .put("preemptionPolicy", line.priority().equals("scavenger") ? "Never" : "PreemptLowerPriority");
    }

    static int priority(Line line) {
        return PRIORITIES.getOrDefault(line.priority(), 0);
    }

    private static void addTolerations(ObjectNode spec, String kind) {
        var tolerations = spec.withArrayProperty("tolerations");
        boolean daemon = kind.equals("DaemonSet");
        for (var problem : List.of("not-ready", "unreachable")) {
            var toleration = tolerations.addObject().put("key", "node.kubernetes.io/" + problem)
                    .put("operator", "Exists").put("effect", "NoExecute");
            if (!daemon) {
                toleration.put("tolerationSeconds", 300);
            }
        }
        if (daemon) {
            for (var problem : List.of("disk-pressure", "memory-pressure", "pid-pressure", "unschedulable")) {
                tolerations.addObject().put("key", "node.kubernetes.io/" + problem).put("operator", "Exists")
                        .put("effect", "NoSchedule");
            }
        }
    }

    private void addAccount(ObjectNode spec, PodPlan plan) {
        var name = "kube-api-access-" + scribe.mint().letters("account/" + plan.name(), 5);
        var projected = spec.withArrayProperty("volumes").addObject().put("name", name).putObject("projected");
        var sources = projected.putArray("sources");
        sources.addObject().putObject("serviceAccountToken").put("expirationSeconds", 3607).put("path", "token");
        sources.addObject().putObject("configMap").put("name", "kube-root-ca.crt").putArray("items").addObject()
                .put("key", "ca.crt").put("path", "ca.crt");
        sources.addObject().putObject("downwardAPI").putArray("items").addObject().put("path", "namespace")
                .putObject("fieldRef").put("apiVersion", "v1").put("fieldPath", "metadata.namespace");
        projected.put("defaultMode", 420);
        for (var containers : List.of("initContainers", "containers")) {
            spec.path(containers).forEach(container -> ((ObjectNode) container).withArrayProperty("volumeMounts")
                    .addObject().put("name", name).put("readOnly", true).put("mountPath", ACCOUNT));
        }
        spec.put("serviceAccountName", "default").put("serviceAccount", "default");
    }

    /** Empty while it has none. */
    private String address(PodPlan plan) {
        var node = plan.node();
        if (node == null || plan.state() == PodState.REFUSED) {
            return "";
        }
        return plan.workload().line().hostNetwork()
                ? NodeWriter.address(node)
                : NodeWriter.podAddress(node, addresses.merge(node, 1, Integer::sum) + 1);
    }
}
