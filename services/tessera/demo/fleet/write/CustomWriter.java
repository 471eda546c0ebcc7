package tessera.demo.fleet.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import tessera.demo.fleet.plan.CustomKind;
import tessera.demo.fleet.plan.PodPlan;
import tessera.demo.fleet.plan.PodState;
import tessera.demo.fleet.plan.Workload;

/** Kinds that operators brought, and the objects of those kinds. */
final class CustomWriter {

    private final Scribe scribe;
    private final Consumer<ObjectNode> out;
    private final Instant installed;

    CustomWriter(Scribe scribe, Consumer<ObjectNode> out) {
        this.scribe = scribe;
        this.out = out;
        installed = scribe.now().minus(Duration.ofDays(61));
    }

    void writeKinds() {
        CustomKind.all().forEach(kind -> out.accept(definition(kind)));
    }

    private ObjectNode definition(CustomKind kind) {
        var name = kind.plural() + "." + kind.group();
        var object = scribe.object("apiextensions.k8s.io/v1", "CustomResourceDefinition", "", name, installed);
        Scribe.metadata(object).put("generation", 1);
        var spec = object.putObject("spec").put("group", kind.group());
        addNames(spec.putObject("names"), kind);
        spec.put("scope", kind.cluster() ? "Cluster" : "Namespaced");
        var version = spec.putArray("versions").addObject().put("name", kind.version()).put("served", true)
                .put("storage", true);
        addSchema(version.putObject("schema").putObject("openAPIV3Schema"), kind);
        version.putObject("subresources").putObject("status");
        var columns = version.putArray("additionalPrinterColumns");
        new TreeMap<>(kind.columns()).forEach((column, path) -> columns.addObject().put("name", column)
                .put("type", "string").put("jsonPath", path));
        columns.addObject().put("name", "Age").put("type", "date").put("jsonPath", ".metadata.creationTimestamp");
        spec.putObject("conversion").put("strategy", "None");
        var status = object.putObject("status");
        var conditions = status.putArray("conditions");
        addCondition(conditions.addObject(), "NamesAccepted", "NoConflicts", "no conflicts found");
        addCondition(conditions.addObject(), "Established", "InitialNamesAccepted",
                "the initial names have been accepted");
        addNames(status.putObject("acceptedNames"), kind);
        status.putArray("storedVersions").add(kind.version());
        return object;
    }

    /** What it does not tell of is taken as it is. */
    private static void addSchema(ObjectNode schema, CustomKind kind) {
        schema.put("type", "object").put("x-kubernetes-preserve-unknown-fields", true);
        new TreeMap<>(kind.types()).forEach((type, fields) -> fields.forEach(field -> {
            var at = schema;
            for (var name : ("spec." + field).split("\\.", -1)) {
                at.put("type", "object").put("x-kubernetes-preserve-unknown-fields", true);
                at = at.withObjectProperty("properties").withObjectProperty(name);
            }
            at.put("type", type);
        }));
    }

    private void addCondition(ObjectNode condition, String type, String reason, String message) {
        condition.put("type", type).put("status", "True").put("lastTransitionTime", Times.seconds(installed))
                .put("reason", reason).put("message", message);
    }

    private static void addNames(ObjectNode names, CustomKind kind) {
        names.put("plural", kind.plural()).put("singular", kind.singular()).put("kind", kind.kind()).put("listKind",
                kind.kind() + "List");
    }

    /** The owner that an operator made pods for; nothing for other workloads. */
    void writeOwner(Workload workload) {
        switch (workload.line().kind()) {
            case "PyTorchJob" -> out.accept(pyTorchJob(workload));
            case "JobSet" -> out.accept(jobSet(workload));
            default -> {}
        }
        if (!workload.line().queue().isEmpty()) {
            workload.pods().stream().filter(pod -> pod.state() == PodState.GATED)
                    .forEach(pod -> out.accept(queued(pod)));
        }
    }

    private ObjectNode pyTorchJob(Workload workload) {
        var line = workload.line();
        var job = scribe.object("kubeflow.org/v1", "PyTorchJob", line.namespace(), line.name(), workload.createdAt());
        Scribe.metadata(job).put("generation", 1);
        var spec = job.putObject("spec").put("nprocPerNode", "8");
        var replicas = spec.putObject("pytorchReplicaSpecs");
        int workers = workload.pods().size() - 1;
        for (var role : workers > 0 ? List.of("Master", "Worker") : List.of("Master")) {
            replicas.putObject(role).put("replicas", role.equals("Master") ? 1 : workers)
                    .put("restartPolicy", "OnFailure").set("template", Templates.of(workload));
        }
        spec.putObject("runPolicy").put("cleanPodPolicy", "None").put("suspend", false);
        var status = job.putObject("status");
        var conditions = status.putArray("conditions");
        for (var type : List.of("Created", "Running")) {
            conditions.addObject().put("type", type).put("status", "True")
                    .put("lastTransitionTime", Times.seconds(workload.createdAt().plusSeconds(30)))
                    .put("lastUpdateTime", Times.seconds(workload.createdAt().plusSeconds(30)))
                    .put("reason", "PyTorchJob" + type)
                    .put("message", "PyTorchJob " + line.name() + " is " + type.toLowerCase(java.util.Locale.ROOT)
                            + ".");
        }
        var counts = status.putObject("replicaStatuses");
        counts.putObject("Master").put("active", 1);
        if (workers > 0) {
            counts.putObject("Worker").put("active", workload.ready() - 1);
        }
        status.put("startTime", Times.seconds(workload.createdAt()));
        FieldSets.add(job, "kubectl-client-side-apply", false, workload.createdAt(), List.of("spec"));
        FieldSets.add(job, "training-operator", true, workload.createdAt().plusSeconds(30), List.of("status"));
        return job;
    }

    private ObjectNode jobSet(Workload workload) {
        var line = workload.line();
        var set = scribe.object("jobset.x-k8s.io/v1alpha2", "JobSet", line.namespace(), line.name(),
                workload.createdAt());
        Scribe.metadata(set).put("generation", 1);
        var spec = set.putObject("spec");
        int pods = workload.pods().size();
        spec.putArray("replicatedJobs").addObject().put("name", "workers").put("replicas", 1).putObject("template")
                .putObject("spec").put("parallelism", pods).put("completions", pods)
                .put("completionMode", "Indexed").set("template", Templates.of(workload));
        spec.putObject("network").put("enableDNSHostnames", true);
        spec.put("suspend", false);
        var status = set.putObject("status").put("restarts", 0);
        status.putArray("replicatedJobsStatus").addObject().put("name", "workers").put("active", 1).put("ready", 1)
                .put("failed", 0).put("succeeded", 0).put("suspended", 0);
        FieldSets.add(set, "kubectl-client-side-apply", false, workload.createdAt(), List.of("spec"));
        FieldSets.add(set, "jobset-controller", true, workload.createdAt().plusSeconds(30), List.of("status"));
        return set;
    }

    /** Kueue's account of a group of pods of which one is not let in yet; it has the name of the group. */
    private ObjectNode queued(PodPlan pod) {
        var line = pod.workload().line();
        int wanted = line.wants().values().stream().mapToInt(Integer::intValue).sum();
        var workload = scribe.object("kueue.x-k8s.io/v1beta2", "Workload", line.namespace(), line.name(),
                pod.createdAt());
        scribe.own(workload, "v1", "Pod", pod.name());
        var spec = workload.putObject("spec").put("queueName", line.queue()).put("active", true);
        spec.putArray("podSets").addObject().put("name", "main").put("count", 1);
        workload.putObject("status").putArray("conditions").addObject().put("type", "QuotaReserved")
                .put("status", "False").put("lastTransitionTime", Times.seconds(pod.createdAt()))
                .put("reason", "WaitingForQuota").put("message", "couldn't assign flavors to pod set main: "
                        + "insufficient unused quota for nvidia.com/gpu in flavor h100, %d more needed"
                                .formatted(wanted));
        FieldSets.add(workload, "kueue", true, pod.createdAt(), List.of("status"));
        return workload;
    }

    /** Queues through which the speech team's pods go. */
    void writeQueues() {
        var flavor = scribe.object("kueue.x-k8s.io/v1beta2", "ResourceFlavor", "", "h100", installed);
        Scribe.put(flavor.putObject("spec"), "nodeLabels",
                Map.of("nvidia.com/gpu.product", "NVIDIA-H100-80GB-HBM3"));
        out.accept(flavor);
        // One of them lent what the other now waits for.
        writeQueue("speech", "gpus", 1, 6, 0);
        writeQueue("research", "gpus", 0, 10, 2);
        writeQueue("batch", "", 0, 0, 0);
    }

    private void writeQueue(String name, String cohort, int pending, int used, int borrowed) {
        var cluster = scribe.object("kueue.x-k8s.io/v1beta2", "ClusterQueue", "", name, installed);
        var spec = cluster.putObject("spec").put("queueingStrategy", "BestEffortFIFO");
        if (!cohort.isEmpty()) {
            spec.put("cohortName", cohort);
        }
        var group = spec.putArray("resourceGroups").addObject();
        group.putArray("coveredResources").add("nvidia.com/gpu");
        group.putArray("flavors").addObject().put("name", "h100").putArray("resources").addObject()
                .put("name", "nvidia.com/gpu").put("nominalQuota", "8");
        int admitted = used / 2;
        var status = cluster.putObject("status").put("pendingWorkloads", pending).put("admittedWorkloads", admitted);
        status.putArray("flavorsUsage").addObject().put("name", "h100").putArray("resources").addObject()
                .put("name", "nvidia.com/gpu").put("total", Integer.toString(used))
                .put("borrowed", Integer.toString(borrowed));
        out.accept(cluster);
        var local = scribe.object("kueue.x-k8s.io/v1beta2", "LocalQueue", name, name, installed);
        local.putObject("spec").put("clusterQueue", name);
        local.putObject("status").put("pendingWorkloads", pending).put("admittedWorkloads", admitted);
        out.accept(local);
    }
}
