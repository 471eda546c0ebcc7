package tessera.demo.fleet.write;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import tessera.demo.fleet.plan.Line;
import tessera.demo.fleet.plan.Plan;
import tessera.demo.fleet.plan.Story;
import tessera.demo.fleet.plan.Workload;

/** What the cluster has before anyone uses it: namespaces, classes, quotas and what the workloads lean on. */
final class ClusterWriter {

    private static final String GATEWAY = "10.96.0.1";

    private final Scribe scribe;
    private final Plan plan;
    private final Consumer<ObjectNode> out;
    private final Instant founded;

    ClusterWriter(Scribe scribe, Consumer<ObjectNode> out) {
        this.scribe = scribe;
        plan = scribe.plan();
        this.out = out;
        founded = plan.now().minus(Duration.ofDays(200));
    }

    void writeNamespaces() {
        var names = new TreeSet<>(List.of("default", "kube-system", "kube-public", "kube-node-lease"));
        plan.teams().forEach(team -> names.add(team.namespace()));
        plan.workloads().forEach(workload -> names.add(workload.line().namespace()));
        plan.stack().forEach(workload -> names.add(workload.line().namespace()));
        for (var name : names) {
            var namespace = scribe.object("v1", "Namespace", "", name, founded);
            var labels = Scribe.metadata(namespace).putObject("labels").put("kubernetes.io/metadata.name", name);
            if (name.equals("gpu-operator") || name.endsWith("-gpu") || name.equals("monitoring")) {
                labels.put("pod-security.kubernetes.io/enforce", "privileged");
            }
            namespace.putObject("spec").putArray("finalizers").add("kubernetes");
            namespace.putObject("status").put("phase", "Active");
            finish(namespace, "kubectl-create", "metadata.labels");
            var bundle = scribe.object("v1", "ConfigMap", name, "kube-root-ca.crt", founded);
            bundle.putObject("data").put("ca.crt", "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n");
            finish(bundle, "kube-controller-manager", "data");
            var account = scribe.object("v1", "ServiceAccount", name, "default", founded);
            out.accept(account);
        }
    }

    void writeClasses() {
        priority("system-node-critical", 2_000_001_000, false,
                "Used for system critical pods that must not be moved from their current node.");
        priority("system-cluster-critical", 2_000_000_000, false,
                "Used for system critical pods that must run in the cluster, but can be moved to another node if "
                        + "necessary.");
        priority("serving", 10_000, false, "Answers users");
        priority("standard", 1000, true, "Everything that does not say otherwise");
        priority("scavenger", 10, false, "Uses what is left over, and never takes it from others");
        out.accept(finished(scribe.object("node.k8s.io/v1", "RuntimeClass", "", "nvidia", founded).put("handler",
                "nvidia"), "gpu-operator", "handler"));
        storageClass("ceph-block", "rbd.csi.ceph.com", "Immediate", true);
        storageClass("local-nvme", "kubernetes.io/no-provisioner", "WaitForFirstConsumer", false);
        var service = scribe.object("v1", "Service", "default", "kubernetes", founded);
        Scribe.metadata(service).putObject("labels").put("component", "apiserver").put("provider", "kubernetes");
        var spec = service.putObject("spec");
        spec.putArray("ports").addObject().put("name", "https").put("protocol", "TCP").put("port", 443)
                .put("targetPort", 6443);
        spec.put("clusterIP", GATEWAY).putArray("clusterIPs").add(GATEWAY);
        spec.put("type", "ClusterIP").put("sessionAffinity", "None");
        service.putObject("status").putObject("loadBalancer");
        out.accept(service);
    }

    private void priority(String name, int value, boolean preset, String description) {
        var object = scribe.object("scheduling.k8s.io/v1", "PriorityClass", "", name, founded).put("value", value);
        if (preset) {
            object.put("globalDefault", true);
        }
        object.put("description", description).put("preemptionPolicy",
                name.equals("scavenger") ? "Never" : "PreemptLowerPriority");
        finish(object, "kubectl-create", "value", "description", "preemptionPolicy");
    }

    private void storageClass(String name, String provisioner, String mode, boolean preset) {
        var object = scribe.object("storage.k8s.io/v1", "StorageClass", "", name, founded);
        if (preset) {
            Scribe.metadata(object).putObject("annotations").put("storageclass.kubernetes.io/is-default-class",
                    "true");
        }
        object.put("provisioner", provisioner).put("reclaimPolicy", "Delete").put("volumeBindingMode", mode);
        finish(object, "kubectl-create", "metadata.annotations", "provisioner", "reclaimPolicy", "volumeBindingMode");
    }

    void writeQuotas() {
        for (var team : plan.teams()) {
            writeQuota(team);
            writeMembers(team);
            if (team.limits()) {
                var range = scribe.object("v1", "LimitRange", team.namespace(), "defaults", founded);
                var limit = range.putObject("spec").putArray("limits").addObject().put("type", "Container");
                limit.putObject("max").put("memory", "96Gi");
                limit.putObject("default").put("memory", "8Gi");
                limit.putObject("defaultRequest").put("cpu", "1").put("memory", "8Gi");
                finish(range, "kubectl-create", "spec");
            }
        }
    }

    /** Whoever is of a team may do in its namespace what makes pods. */
    private void writeMembers(Story.Team team) {
        var group = "rbac.authorization.k8s.io";
        var binding = scribe.object(group + "/v1", "RoleBinding", team.namespace(), "team", founded);
        binding.putObject("roleRef").put("apiGroup", group).put("kind", "ClusterRole").put("name", "edit");
        binding.putArray("subjects").addObject().put("kind", "Group").put("apiGroup", group).put("name",
                team.namespace());
        finish(binding, "kubectl-create", "roleRef", "subjects");
    }

    /** Teams of a larger fleet are let have more, and not less than they have. */
    private String limit(String ofTheStory, long taken) {
        long told = Long.parseLong(ofTheStory);
        long grown = plan.grown(told);
        return Long.toString(grown == told ? told : Math.max(grown, taken));
    }

    private void writeQuota(Story.Team team) {
        var hard = new TreeMap<String, String>();
        var used = new TreeMap<String, String>();
        team.quota().forEach((name, limit) -> {
            long taken = plan.used(team.namespace(), name);
            hard.put(name, limit.equals("=") ? Long.toString(taken) : limit(limit, taken));
            // Of devices the server counts nothing but requests.
            if (!name.startsWith("limits.")) {
                used.put(name, Long.toString(taken));
            }
        });
        var quota = scribe.object("v1", "ResourceQuota", team.namespace(), "team", founded);
        Scribe.put(quota.putObject("spec"), "hard", hard);
        var status = quota.putObject("status");
        Scribe.put(status, "hard", hard);
        Scribe.put(status, "used", used);
        FieldSets.add(quota, "kubectl-create", false, founded, List.of("spec"));
        FieldSets.add(quota, "kube-controller-manager", true, plan.now().minusSeconds(40), List.of("status"));
        out.accept(quota);
    }

    /** Services, budgets, configurations and volume claims of a workload. */
    void writeCompanions(Workload workload) {
        var line = workload.line();
        if (line.service()) {
            writeService(workload);
        }
        if (line.budget() > 0) {
            writeBudget(workload);
        }
        if (line.shape().command().contains("--config=/config/run.yaml")) {
            var config = scribe.object("v1", "ConfigMap", line.namespace(), line.name() + "-config",
                    workload.createdAt());
            config.putObject("data").put("run.yaml", "run: %s\nprecision: bf16\ncheckpoint: /checkpoints/%s\n"
                    .formatted(line.name(), line.name()));
            finish(config, "kubectl-create", "data");
        }
        if (!line.claim().isEmpty()) {
            writeClaim(line, workload.createdAt());
        }
    }

    private void writeService(Workload workload) {
        var line = workload.line();
        var service = scribe.object("v1", "Service", line.namespace(), line.serviceName(), workload.createdAt());
        Scribe.put(Scribe.metadata(service), "labels", OwnerWriter.selector(workload));
        var spec = service.putObject("spec");
        spec.putArray("ports").addObject().put("name", line.shape().servicePort()).put("protocol", "TCP")
                .put("port", line.shape().port()).put("targetPort", line.shape().port());
        Scribe.put(spec, "selector", OwnerWriter.selector(workload));
        boolean headless = line.kind().equals("StatefulSet");
        var address = headless ? "None" : address(line);
        spec.put("clusterIP", address).putArray("clusterIPs").add(address);
        spec.put("type", "ClusterIP").put("sessionAffinity", "None").put("internalTrafficPolicy", "Cluster");
        service.putObject("status").putObject("loadBalancer");
        finish(service, "kubectl-client-side-apply", "metadata.labels", "spec");
    }

    private String address(Line line) {
        int host = scribe.mint().number("service/" + line.namespace() + "/" + line.name(), 60_000);
        return "10.96." + (1 + host / 250) + "." + (1 + host % 250);
    }

    private void writeBudget(Workload workload) {
        var line = workload.line();
        var budget = scribe.object("policy/v1", "PodDisruptionBudget", line.namespace(), line.name(),
                workload.createdAt());
        Scribe.metadata(budget).put("generation", 1);
        var spec = budget.putObject("spec").put("minAvailable", line.budget());
        Scribe.put(spec.putObject("selector"), "matchLabels", OwnerWriter.selector(workload));
        int healthy = workload.ready();
        int allowed = Math.max(0, healthy - line.budget());
        var status = budget.putObject("status").put("observedGeneration", 1).put("disruptionsAllowed", allowed)
                .put("currentHealthy", healthy).put("desiredHealthy", line.budget())
                .put("expectedPods", workload.wanted());
        var enough = scribe.condition("DisruptionAllowed", allowed > 0, workload.createdAt().plusSeconds(60));
        enough.remove("lastProbeTime");
        status.putArray("conditions").add(enough.put("observedGeneration", 1)
                .put("reason", allowed > 0 ? "SufficientPods" : "InsufficientPods").put("message", ""));
        FieldSets.add(budget, "kubectl-client-side-apply", false, workload.createdAt(), List.of("spec"));
        FieldSets.add(budget, "kube-controller-manager", true, workload.createdAt(), List.of("status"));
        out.accept(budget);
    }

    /** A claim on a class that nobody has. */
    private void writeClaim(Line line, Instant createdAt) {
        var claim = scribe.object("v1", "PersistentVolumeClaim", line.namespace(), line.claim(), createdAt);
        Scribe.metadata(claim).putArray("finalizers").add("kubernetes.io/pvc-protection");
        var spec = claim.putObject("spec");
        spec.putArray("accessModes").add("ReadWriteOnce");
        spec.putObject("resources").putObject("requests").put("storage", "2Ti");
        spec.put("storageClassName", "archive").put("volumeMode", "Filesystem");
        claim.set("status", JsonNodeFactory.instance.objectNode().put("phase", "Pending"));
        finish(claim, "kubectl-create", "spec");
    }

    private void finish(ObjectNode object, String writer, String... fields) {
        out.accept(finished(object, writer, fields));
    }

    private ObjectNode finished(ObjectNode object, String writer, String... fields) {
        FieldSets.add(object, writer, false, founded, List.of(fields));
        return object;
    }
}
