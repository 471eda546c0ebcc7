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

/** Stages faults in a cluster that does not run yet, as if somebody had made them; its controllers then react. */
public record ScenarioStaging(StoredObjects objects) {

    private static final String NAMESPACE = "gpu-operator";
    private static final WriteOptions SOMEBODY = WriteOptions.managedBy("kubectl-edit");
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
     * Applies one scenario to the cluster.
     *
     * @throws ApiError if there is no such node, or none that can have it
     */
    public void stage(FaultScenario.PlacedScenario placed) throws ApiError {
        var node = placed.node();
        switch (placed.scenario()) {
            case DRIVER_FAILS -> removeDriver(node, MachineFault.DRIVER_FAILS);
            case NOUVEAU -> removeDriver(node, MachineFault.NOUVEAU);
            case SECURE_BOOT -> removeDriver(node, MachineFault.SECURE_BOOT);
            case WEDGED_MIG -> stickMigChange(node);
            case OPERANDS_HANG -> annotateFault(node, MachineFault.OPERANDS_HANG);
            case RESET_REFUSED -> annotateFault(node, MachineFault.RESET_REFUSED);
            case MISPLACED_RENAME -> breakPluginConfig(node);
            case NFD_MISSING -> removeFeatureDiscovery();
            case POD_SECURITY -> {
                objects.edit(WriteTarget.of(findType("namespaces"), "", NAMESPACE),
                        object -> StoreJson.childObject(StoreJson.childObject(object, "metadata"), "labels").put(
                                ENFORCE,
                                "baseline"),
                        SOMEBODY);
                deleteOperandPods(node);
                removeDevices(node);
            }
            case QUOTA -> {
                deleteOperandPods(node);
                fillPodQuota();
                removeDevices(node);
            }
        }
    }

    private void removeDriver(String node, MachineFault fault) throws ApiError {
        annotateFault(node, fault);
        removeDevices(node);
        deleteOperandPods(node);
    }

    private ResourceType findType(String qualified) {
        return objects.catalog().get(qualified);
    }

    private void editNode(String node, Consumer<ObjectNode> change) throws ApiError {
        objects.edit(WriteTarget.of(findType("nodes"), "", node), change::accept, SOMEBODY);
    }

    private void annotateFault(String node, MachineFault fault) throws ApiError {
        editNode(node,
                object -> StoreJson.childObject(StoreJson.childObject(object, "metadata"), "annotations").put(
                        MachineFault.ANNOTATION,
                        fault.label()));
    }

    /** Empties the node's devices, as with a kubelet that was restarted before a plugin registered. */
    private void removeDevices(String node) throws ApiError {
        var target = WriteTarget.of(findType("nodes"), "", node);
        var object = objects.get(target);
        for (var amounts : List.of("capacity", "allocatable")) {
            var counted = (ObjectNode) object.path("status").path(amounts);
            counted.propertyStream().map(Map.Entry::getKey)
                    .filter(name -> name.startsWith(GPU) || name.startsWith("nvidia.com/mig-")).toList()
                    .forEach(name -> counted.put(name, "0"));
        }
        objects.overwrite(target, object);
    }

    /** Deletes the operands' pods of a node; their DaemonSets make others, if they may. */
    private void deleteOperandPods(String node) throws ApiError {
        deletePods(pod -> StoreJson.textAt(pod, "spec", "nodeName").equals(node)
                && GpuOperand.forDaemonSet(StoreJson.textAt(pod, "metadata", "labels", "app")).isPresent());
    }

    private void deletePods(Predicate<JsonNode> which) throws ApiError {
        for (var pod : objects.list(findType("pods"), ObjectSelection.ofNamespace(NAMESPACE))) {
            if (which.test(pod)) {
                objects.delete(WriteTarget.of(findType("pods"), NAMESPACE, StoreJson.textAt(pod, "metadata", "name")),
                        DeleteOptions.withGracePeriod(0));
            }
        }
    }

    private void stickMigChange(String node) throws ApiError {
        editNode(node, object -> {
            var labels = StoreJson.childObject(StoreJson.childObject(object, "metadata"), "labels");
            labels.put("nvidia.com/mig.config", "all-balanced").put("nvidia.com/mig.config.state", "pending");
            PAUSED.forEach(operand -> labels.put(GATE + operand, "paused-for-mig-change"));
        });
        removeDevices(node);
        deletePods(pod -> StoreJson.textAt(pod, "spec", "nodeName").equals(node)
                && List.of(GpuOperand.PLUGIN, GpuOperand.DISCOVERY, "nvidia-dcgm-exporter")
                        .contains(StoreJson.textAt(pod, "metadata", "labels", "app")));
    }

    private void breakPluginConfig(String node) throws ApiError {
        objects.edit(WriteTarget.of(findType("configmaps"), NAMESPACE, "device-plugin-config"),
                object -> StoreJson.childObject(object, "data").put("renamed-4", MISPLACED), SOMEBODY);
        editNode(node,
                object -> StoreJson.childObject(StoreJson.childObject(object, "metadata"), "labels").put(
                        "nvidia.com/device-plugin.config",
                        "renamed-4"));
        deletePods(pod -> StoreJson.textAt(pod, "spec", "nodeName").equals(node)
                && List.of(GpuOperand.PLUGIN, GpuOperand.DISCOVERY)
                        .contains(StoreJson.textAt(pod, "metadata", "labels", "app")));
    }

    private void removeFeatureDiscovery() throws ApiError {
        for (var kind : List.of("daemonsets.apps", "deployments.apps", "replicasets.apps")) {
            for (var object : objects.list(findType(kind), ObjectSelection.ofNamespace(NAMESPACE))) {
                var name = StoreJson.textAt(object, "metadata", "name");
                if (name.contains("node-feature-discovery")) {
                    objects.delete(WriteTarget.of(findType(kind), NAMESPACE, name), DeleteOptions.USUAL);
                }
            }
        }
        deletePods(pod -> StoreJson.textAt(pod, "metadata", "name").contains("node-feature-discovery"));
        for (var node : objects.list(findType("nodes"), ObjectSelection.ofNamespace(""))) {
            editNode(StoreJson.textAt(node, "metadata", "name"), object -> {
                var labels = StoreJson.childObject(StoreJson.childObject(object, "metadata"), "labels");
                labels.remove(labels.propertyStream().map(Map.Entry::getKey)
                        .filter(key -> key.startsWith(FEATURE)).toList());
            });
        }
    }

    private void fillPodQuota() throws ApiError {
        int pods = objects.list(findType("pods"), ObjectSelection.ofNamespace(NAMESPACE)).size();
        var quota = StoreJson.newObject().put("kind", "ResourceQuota").put("apiVersion", "v1");
        quota.putObject("metadata").put("name", "operators").put("namespace", NAMESPACE);
        quota.putObject("spec").putObject("hard").put("pods", Integer.toString(pods));
        objects.create(findType("resourcequotas"), quota, SOMEBODY);
        var target = WriteTarget.of(findType("resourcequotas"), NAMESPACE, "operators").withSubresource("status");
        objects.edit(target, object -> {
            var status = StoreJson.childObject(object, "status");
            status.putObject("hard").put("pods", Integer.toString(pods));
            status.putObject("used").put("pods", Integer.toString(pods));
        }, SOMEBODY);
    }
}
