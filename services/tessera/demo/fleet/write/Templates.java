package tessera.demo.fleet.write;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;
import tessera.demo.fleet.plan.Line;
import tessera.demo.fleet.plan.Mark;
import tessera.demo.fleet.plan.NodePlan;
import tessera.demo.fleet.plan.Workload;

/** Pod templates as their owners hold them: what the user wrote, with the defaults of the API server. */
final class Templates {

    private static final String RDMA = "rdma/hca_shared_devices_a";

    private Templates() {}

    /** The template of the owner that makes the pods, which for a Deployment is its ReplicaSet. */
    static ObjectNode of(Workload workload) {
        var template = of(workload.line(), labels(workload));
        OperandTemplates.dress(template, workload.line());
        return template;
    }

    /** The bare template of a line. */
    static ObjectNode of(Line line, Map<String, String> labels) {
        var template = JsonNodeFactory.instance.objectNode();
        Scribe.put(template.putObject("metadata"), "labels", labels);
        template.set("spec", spec(line));
        return template;
    }

    /** Labels that all pods of a line have, whatever owns them. */
    static Map<String, String> labels(Line line) {
        var labels = new TreeMap<>(line.labels());
        labels.putIfAbsent("app.kubernetes.io/component", line.shape().role());
        return labels;
    }

    /** Labels that all pods of the workload have. */
    static Map<String, String> labels(Workload workload) {
        var line = workload.line();
        var labels = labels(line);
        switch (line.kind()) {
            case "Deployment" -> labels.put("pod-template-hash", workload.revision());
            case "PyTorchJob" -> {
                labels.put("training.kubeflow.org/job-name", line.name());
                labels.put("training.kubeflow.org/operator-name", "pytorchjob-controller");
            }
            case "JobSet" -> {
                labels.put("jobset.sigs.k8s.io/jobset-name", line.name());
                labels.put("jobset.sigs.k8s.io/replicatedjob-name", "workers");
                labels.put("jobset.sigs.k8s.io/replicatedjob-replicas", "1");
                labels.put("jobset.sigs.k8s.io/job-index", "0");
            }
            case "StatefulSet" -> labels.put("controller-revision-hash", line.name() + "-" + workload.revision());
            default -> {}
        }
        if (!line.queue().isEmpty()) {
            labels.put("kueue.x-k8s.io/managed", "true");
            labels.put("kueue.x-k8s.io/queue-name", line.queue());
            labels.put("kueue.x-k8s.io/pod-group-name", line.name());
        }
        return labels;
    }

    private static ObjectNode spec(Line line) {
        var spec = JsonNodeFactory.instance.objectNode();
        addVolumes(spec.putArray("volumes"), line);
        if (spec.path("volumes").isEmpty()) {
            spec.remove("volumes");
        }
        if (!line.shape().init().isEmpty()) {
            var init = spec.putArray("initContainers");
            line.shape().init().forEach(name -> finish(init.addObject().put("name", name).put("image", line.image())));
        }
        spec.putArray("containers").add(container(line));
        spec.put("restartPolicy", restartPolicy(line)).put("terminationGracePeriodSeconds", 30)
                .put("dnsPolicy", line.hostNetwork() ? "ClusterFirstWithHostNet" : "ClusterFirst");
        Scribe.put(spec, "nodeSelector", new TreeMap<>(line.select()));
        if (line.hostNetwork()) {
            spec.put("hostNetwork", true);
        }
        spec.putObject("securityContext");
        spec.put("schedulerName", "default-scheduler");
        addTolerations(spec, line);
        spec.put("priorityClassName", line.priority());
        if (!line.runtimeClass().isEmpty()) {
            spec.put("runtimeClassName", line.runtimeClass());
        }
        return spec;
    }

    private static String restartPolicy(Line line) {
        return switch (line.kind()) {
            case "Job", "JobSet", "Pod" -> "Never";
            case "PyTorchJob" -> "OnFailure";
            default -> "Always";
        };
    }

    private static void addTolerations(ObjectNode spec, Line line) {
        var tolerations = Mark.tolerations(line);
        if (tolerations.isEmpty()) {
            return;
        }
        var array = spec.putArray("tolerations");
        for (var mark : tolerations) {
            var toleration = array.addObject();
            if (!mark.key().isEmpty()) {
                toleration.put("key", mark.key());
            }
            toleration.put("operator", mark.value().isEmpty() ? "Exists" : "Equal");
            if (!mark.value().isEmpty()) {
                toleration.put("value", mark.value());
            }
            if (!mark.effect().isEmpty()) {
                toleration.put("effect", mark.effect());
            }
        }
    }

    private static void addVolumes(ArrayNode volumes, Line line) {
        if (line.shape().shm() > 0) {
            volumes.addObject().put("name", "shm").putObject("emptyDir").put("medium", "Memory").put("sizeLimit",
                    line.shape().shm() + "Gi");
        }
        if (line.shape().command().contains("--config=/config/run.yaml")) {
            volumes.addObject().put("name", "config").putObject("configMap").put("name", line.name() + "-config")
                    .put("defaultMode", 420);
        }
        if (!line.claim().isEmpty()) {
            volumes.addObject().put("name", "data").putObject("persistentVolumeClaim").put("claimName", line.claim());
        }
    }

    private static ObjectNode container(Line line) {
        var shape = line.shape();
        var container = JsonNodeFactory.instance.objectNode().put("name", shape.container()).put("image",
                line.image());
        if (!shape.command().isEmpty()) {
            var command = container.putArray("command");
            shape.command().forEach(command::add);
        }
        if (shape.port() > 0) {
            var port = container.putArray("ports").addObject();
            if (line.hostNetwork()) {
                port.put("hostPort", shape.port());
            }
            if (!shape.portName().isEmpty()) {
                port.put("name", shape.portName());
            }
            port.put("containerPort", shape.port()).put("protocol", "TCP");
        }
        if (!shape.env().isEmpty()) {
            var env = container.putArray("env");
            new TreeMap<>(shape.env()).forEach((name, value) -> env.addObject().put("name", name).put("value", value));
        }
        addResources(container.putObject("resources"), line);
        addMounts(container, line);
        if (!shape.probe().isEmpty()) {
            container.putObject("readinessProbe").put("timeoutSeconds", 1).put("periodSeconds", 10)
                    .put("successThreshold", 1).put("failureThreshold", 3).putObject("httpGet")
                    .put("path", shape.probe()).put("port", shape.port()).put("scheme", "HTTP");
        }
        return finish(container);
    }

    static ObjectNode finish(ObjectNode container) {
        if (!container.has("resources")) {
            container.putObject("resources");
        }
        return container.put("terminationMessagePath", "/dev/termination-log").put("terminationMessagePolicy", "File")
                .put("imagePullPolicy", "IfNotPresent");
    }

    private static void addResources(ObjectNode resources, Line line) {
        var limits = new TreeMap<String, String>();
        line.wants().forEach((device, count) -> limits.put(device, Integer.toString(count)));
        if (line.shape().rdma()) {
            limits.put(RDMA, "1");
        }
        var requests = new TreeMap<>(limits);
        if (line.shape().cpu() > 0) {
            requests.put("cpu", amount(NodePlan.cores(line), 1000, "", "m"));
            limits.put("memory", amount(NodePlan.gib(line), 1024, "Gi", "Mi"));
            requests.put("memory", limits.get("memory"));
        }
        Scribe.put(resources, "limits", limits);
        Scribe.put(resources, "requests", requests);
    }

    private static String amount(double amount, int parts, String unit, String part) {
        return amount == Math.rint(amount) ? (long) amount + unit : Math.round(amount * parts) + part;
    }

    private static void addMounts(ObjectNode container, Line line) {
        var mounts = container.putArray("volumeMounts");
        if (line.shape().shm() > 0) {
            mounts.addObject().put("name", "shm").put("mountPath", "/dev/shm");
        }
        if (line.shape().command().contains("--config=/config/run.yaml")) {
            mounts.addObject().put("name", "config").put("mountPath", "/config");
        }
        if (!line.claim().isEmpty()) {
            mounts.addObject().put("name", "data").put("mountPath", "/data");
        }
        if (mounts.isEmpty()) {
            container.remove("volumeMounts");
        }
    }
}
