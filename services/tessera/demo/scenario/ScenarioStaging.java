package tessera.demo.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tessera.demo.fixture.plan.GpuOperand;
import tessera.demo.fixture.plan.MachineFault;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.DeleteOptions;
import tessera.demo.store.objects.StoredObjects;
import tessera.demo.store.objects.WriteOptions;
import tessera.demo.store.objects.WriteTarget;
import tessera.demo.store.select.ObjectSelection;

/** Puts troubles into a cluster that does not move yet: they are what somebody did, and its controllers then react. */
public record ScenarioStaging(StoredObjects objects) {

    private static final String NAMESPACE = "gpu-operator";
    private static final WriteOptions SOMEBODY = WriteOptions.by("kubectl-edit");
    private static final String GPU = "nvidia.com/gpu";
    private static final String GATE = "nvidia.com/gpu.deploy.";
    private static final List<String> PAUSED = List.of("device-plugin", "gpu-feature-discovery", "dcgm-exporter",
            "dcgm");
    private static final String FEATURE = "feature.node.kubernetes.io/";
    private static final String ENFORCE = "pod-security.kubernetes.io/enforce";
    private static final String MISPLACED = """
            version: v1
            sharing:
              timeSlicing:
                failRequestsGreaterThanOne: true
                resources:
                - name: nvidia.com/gpu
                  renameByDefault: true
                  replicas: 4
            """;

    /**
     * Puts one trouble into the cluster.
     *
     * @throws ApiError if there is no such node, or none that can have it
     */
    public void stage(FaultScenario.PlacedScenario placed) throws ApiError {
        var node = placed.node();
        switch (placed.scenario()) {
            case DRIVER_FAILS -> withoutDriver(node, MachineFault.DRIVER_FAILS);
            case NOUVEAU -> withoutDriver(node, MachineFault.NOUVEAU);
            case SECURE_BOOT -> withoutDriver(node, MachineFault.SECURE_BOOT);
            case WEDGED_MIG -> wedge(node);
            case OPERANDS_HANG -> annotate(node, MachineFault.OPERANDS_HANG);
            case RESET_REFUSED -> annotate(node, MachineFault.RESET_REFUSED);
            case MISPLACED_RENAME -> misplace(node);
            case NFD_MISSING -> withoutFeatures();
            case POD_SECURITY -> {
                objects.edit(WriteTarget.of(type("namespaces"), "", NAMESPACE),
                        object -> StoreJson.child(StoreJson.child(object, "metadata"), "labels").put(ENFORCE,
                                "baseline"),
                        SOMEBODY);
                clear(node);
                withoutDevices(node);
            }
            case QUOTA -> {
                clear(node);
                fill();
                withoutDevices(node);
            }
        }
    }

    private void withoutDriver(String node, MachineFault fault) throws ApiError {
        annotate(node, fault);
        withoutDevices(node);
        clear(node);
    }

    private ResourceType type(String qualified) {
        return objects.catalog().get(qualified);
    }

    private void edit(String node, Consumer<ObjectNode> change) throws ApiError {
        objects.edit(WriteTarget.of(type("nodes"), "", node), change::accept, SOMEBODY);
    }

    private void annotate(String node, MachineFault fault) throws ApiError {
        edit(node,
                object -> StoreJson.child(StoreJson.child(object, "metadata"), "annotations").put(
                        MachineFault.ANNOTATION,
                        fault.label()));
    }

    /** A kubelet that was started anew, and to which no plugin has come since. */
    private void withoutDevices(String node) throws ApiError {
        var target = WriteTarget.of(type("nodes"), "", node);
        var object = objects.get(target);
        for (var amounts : List.of("capacity", "allocatable")) {
            var counted = (ObjectNode) object.path("status").path(amounts);
            counted.propertyStream().map(Map.Entry::getKey)
                    .filter(name -> name.startsWith(GPU) || name.startsWith("nvidia.com/mig-")).toList()
                    .forEach(name -> counted.put(name, "0"));
        }
        objects.overwrite(target, object);
    }

    /** Takes the operands' pods from a node; their DaemonSets make others, if they may. */
    private void clear(String node) throws ApiError {
        deletePods(pod -> StoreJson.text(pod, "spec", "nodeName").equals(node)
                && GpuOperand.of(StoreJson.text(pod, "metadata", "labels", "app")).isPresent());
    }

    private void deletePods(Predicate<JsonNode> which) throws ApiError {
        for (var pod : objects.list(type("pods"), ObjectSelection.all(NAMESPACE))) {
            if (which.test(pod)) {
                objects.delete(WriteTarget.of(type("pods"), NAMESPACE, StoreJson.text(pod, "metadata", "name")),
                        DeleteOptions.grace(0));
            }
        }
    }

    private void wedge(String node) throws ApiError {
        edit(node, object -> {
            var labels = StoreJson.child(StoreJson.child(object, "metadata"), "labels");
            labels.put("nvidia.com/mig.config", "all-balanced").put("nvidia.com/mig.config.state", "pending");
            PAUSED.forEach(operand -> labels.put(GATE + operand, "paused-for-mig-change"));
        });
        withoutDevices(node);
        deletePods(pod -> StoreJson.text(pod, "spec", "nodeName").equals(node)
                && List.of(GpuOperand.PLUGIN, GpuOperand.DISCOVERY, "nvidia-dcgm-exporter")
                        .contains(StoreJson.text(pod, "metadata", "labels", "app")));
    }

    private void misplace(String node) throws ApiError {
        objects.edit(WriteTarget.of(type("configmaps"), NAMESPACE, "device-plugin-config"),
                object -> StoreJson.child(object, "data").put("renamed-4", MISPLACED), SOMEBODY);
        edit(node,
                object -> StoreJson.child(StoreJson.child(object, "metadata"), "labels").put(
                        "nvidia.com/device-plugin.config",
                        "renamed-4"));
        deletePods(pod -> StoreJson.text(pod, "spec", "nodeName").equals(node)
                && List.of(GpuOperand.PLUGIN, GpuOperand.DISCOVERY)
                        .contains(StoreJson.text(pod, "metadata", "labels", "app")));
    }

    private void withoutFeatures() throws ApiError {
        for (var kind : List.of("daemonsets.apps", "deployments.apps", "replicasets.apps")) {
            for (var object : objects.list(type(kind), ObjectSelection.all(NAMESPACE))) {
                var name = StoreJson.text(object, "metadata", "name");
                if (name.contains("node-feature-discovery")) {
                    objects.delete(WriteTarget.of(type(kind), NAMESPACE, name), DeleteOptions.USUAL);
                }
            }
        }
        deletePods(pod -> StoreJson.text(pod, "metadata", "name").contains("node-feature-discovery"));
        for (var node : objects.list(type("nodes"), ObjectSelection.all(""))) {
            edit(StoreJson.text(node, "metadata", "name"), object -> {
                var labels = StoreJson.child(StoreJson.child(object, "metadata"), "labels");
                labels.remove(labels.propertyStream().map(Map.Entry::getKey)
                        .filter(key -> key.startsWith(FEATURE)).toList());
            });
        }
    }

    private void fill() throws ApiError {
        int pods = objects.list(type("pods"), ObjectSelection.all(NAMESPACE)).size();
        var quota = StoreJson.object().put("kind", "ResourceQuota").put("apiVersion", "v1");
        quota.putObject("metadata").put("name", "operators").put("namespace", NAMESPACE);
        quota.putObject("spec").putObject("hard").put("pods", Integer.toString(pods));
        objects.create(type("resourcequotas"), quota, SOMEBODY);
        var target = WriteTarget.of(type("resourcequotas"), NAMESPACE, "operators").part("status");
        objects.edit(target, object -> {
            var status = StoreJson.child(object, "status");
            status.putObject("hard").put("pods", Integer.toString(pods));
            status.putObject("used").put("pods", Integer.toString(pods));
        }, SOMEBODY);
    }
}
