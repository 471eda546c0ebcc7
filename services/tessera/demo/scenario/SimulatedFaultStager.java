package tessera.demo.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tessera.demo.fixture.plan.SimulatedGpuOperand;
import tessera.demo.fixture.plan.SimulatedMachineFault;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.store.objects.SimulatedDeleteOptions;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;
import tessera.demo.store.objects.SimulatedWriteOptions;
import tessera.demo.store.select.SimulatedListObjectFilter;

/** Stages faults in a cluster that does not run yet, as if somebody had made them; its controllers then react. */
public record SimulatedFaultStager(SimulatedApiStorage objects) {

    private static final String NAMESPACE = "gpu-operator";
    private static final SimulatedWriteOptions SOMEBODY = SimulatedWriteOptions.managedBy("kubectl-edit");
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
     * @throws SimulatedApiException if there is no such node, or none that can have it
     */
    public void stage(SimulatedGpuStackFaultScenario.NodeFaultScenario placed) throws SimulatedApiException {
        var node = placed.node();
        switch (placed.scenario()) {
            case DRIVER_FAILS -> removeDriver(node, SimulatedMachineFault.DRIVER_FAILS);
            case NOUVEAU -> removeDriver(node, SimulatedMachineFault.NOUVEAU);
            case SECURE_BOOT -> removeDriver(node, SimulatedMachineFault.SECURE_BOOT);
            case WEDGED_MIG -> stickMigChange(node);
            case OPERANDS_HANG -> annotateFault(node, SimulatedMachineFault.OPERANDS_HANG);
            case RESET_REFUSED -> annotateFault(node, SimulatedMachineFault.RESET_REFUSED);
            case MISPLACED_RENAME -> breakPluginConfig(node);
            case NFD_MISSING -> removeFeatureDiscovery();
            case POD_SECURITY -> {
                objects.edit(SimulatedObjectWriteTarget.of(findType("namespaces"), "", NAMESPACE),
                        object -> SimulatedStoreJsonCodec
                                .childObject(SimulatedStoreJsonCodec.childObject(object, "metadata"), "labels").put(
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

    private void removeDriver(String node, SimulatedMachineFault fault) throws SimulatedApiException {
        annotateFault(node, fault);
        removeDevices(node);
        deleteOperandPods(node);
    }

    private SimulatedResourceType findType(String qualified) {
        return objects.catalog().get(qualified);
    }

    private void editNode(String node, Consumer<ObjectNode> change) throws SimulatedApiException {
        objects.edit(SimulatedObjectWriteTarget.of(findType("nodes"), "", node), change::accept, SOMEBODY);
    }

    private void annotateFault(String node, SimulatedMachineFault fault) throws SimulatedApiException {
        editNode(node,
                object -> SimulatedStoreJsonCodec
                        .childObject(SimulatedStoreJsonCodec.childObject(object, "metadata"), "annotations").put(
                                SimulatedMachineFault.ANNOTATION,
                                fault.label()));
    }

    /** Empties the node's devices, as with a kubelet that was restarted before a plugin registered. */
    private void removeDevices(String node) throws SimulatedApiException {
        var target = SimulatedObjectWriteTarget.of(findType("nodes"), "", node);
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
    private void deleteOperandPods(String node) throws SimulatedApiException {
        deletePods(pod -> SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName").equals(node)
                && SimulatedGpuOperand.forDaemonSet(SimulatedStoreJsonCodec.textAt(pod, "metadata", "labels", "app"))
                        .isPresent());
    }

    private void deletePods(Predicate<JsonNode> which) throws SimulatedApiException {
        for (var pod : objects.list(findType("pods"), SimulatedListObjectFilter.ofNamespace(NAMESPACE))) {
            if (which.test(pod)) {
                objects.delete(
                        SimulatedObjectWriteTarget.of(findType("pods"), NAMESPACE,
                                SimulatedStoreJsonCodec.textAt(pod, "metadata", "name")),
                        SimulatedDeleteOptions.withGracePeriod(0));
            }
        }
    }

    private void stickMigChange(String node) throws SimulatedApiException {
        editNode(node, object -> {
            var labels = SimulatedStoreJsonCodec.childObject(SimulatedStoreJsonCodec.childObject(object, "metadata"),
                    "labels");
            labels.put("nvidia.com/mig.config", "all-balanced").put("nvidia.com/mig.config.state", "pending");
            for (var operand : PAUSED) {
                labels.put(GATE + operand, "paused-for-mig-change");
            }
        });
        removeDevices(node);
        deletePods(pod -> SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName").equals(node)
                && List.of(SimulatedGpuOperand.PLUGIN, SimulatedGpuOperand.DISCOVERY, "nvidia-dcgm-exporter")
                        .contains(SimulatedStoreJsonCodec.textAt(pod, "metadata", "labels", "app")));
    }

    private void breakPluginConfig(String node) throws SimulatedApiException {
        objects.edit(SimulatedObjectWriteTarget.of(findType("configmaps"), NAMESPACE, "device-plugin-config"),
                object -> SimulatedStoreJsonCodec.childObject(object, "data").put("renamed-4", MISPLACED), SOMEBODY);
        editNode(node,
                object -> SimulatedStoreJsonCodec
                        .childObject(SimulatedStoreJsonCodec.childObject(object, "metadata"), "labels").put(
                                "nvidia.com/device-plugin.config",
                                "renamed-4"));
        deletePods(pod -> SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName").equals(node)
                && List.of(SimulatedGpuOperand.PLUGIN, SimulatedGpuOperand.DISCOVERY)
                        .contains(SimulatedStoreJsonCodec.textAt(pod, "metadata", "labels", "app")));
    }

    private void removeFeatureDiscovery() throws SimulatedApiException {
        for (var kind : List.of("daemonsets.apps", "deployments.apps", "replicasets.apps")) {
            for (var object : objects.list(findType(kind), SimulatedListObjectFilter.ofNamespace(NAMESPACE))) {
                var name = SimulatedStoreJsonCodec.textAt(object, "metadata", "name");
                if (name.contains("node-feature-discovery")) {
                    objects.delete(SimulatedObjectWriteTarget.of(findType(kind), NAMESPACE, name),
                            SimulatedDeleteOptions.USUAL);
                }
            }
        }
        deletePods(pod -> SimulatedStoreJsonCodec.textAt(pod, "metadata", "name").contains("node-feature-discovery"));
        for (var node : objects.list(findType("nodes"), SimulatedListObjectFilter.ofNamespace(""))) {
            editNode(SimulatedStoreJsonCodec.textAt(node, "metadata", "name"), object -> {
                var labels = SimulatedStoreJsonCodec
                        .childObject(SimulatedStoreJsonCodec.childObject(object, "metadata"), "labels");
                labels.remove(labels.propertyStream().map(Map.Entry::getKey)
                        .filter(key -> key.startsWith(FEATURE)).toList());
            });
        }
    }

    private void fillPodQuota() throws SimulatedApiException {
        int pods = objects.list(findType("pods"), SimulatedListObjectFilter.ofNamespace(NAMESPACE)).size();
        var quota = SimulatedStoreJsonCodec.newObject().put("kind", "ResourceQuota").put("apiVersion", "v1");
        quota.putObject("metadata").put("name", "operators").put("namespace", NAMESPACE);
        quota.putObject("spec").putObject("hard").put("pods", Integer.toString(pods));
        objects.create(findType("resourcequotas"), quota, SOMEBODY);
        var target = SimulatedObjectWriteTarget.of(findType("resourcequotas"), NAMESPACE, "operators")
                .withSubresource("status");
        objects.edit(target, object -> {
            var status = SimulatedStoreJsonCodec.childObject(object, "status");
            status.putObject("hard").put("pods", Integer.toString(pods));
            status.putObject("used").put("pods", Integer.toString(pods));
        }, SOMEBODY);
    }
}
