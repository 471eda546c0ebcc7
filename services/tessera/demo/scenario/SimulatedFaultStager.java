package tessera.demo.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tessera.demo.fixture.plan.SimulatedGpuOperand;
import tessera.demo.fixture.template.SimulatedTemplateFile;
import tessera.demo.fixture.template.SimulatedTemplateValues;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
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
    private static final SimulatedTemplateFile FAULTS = new SimulatedTemplateFile(SimulatedFaultStager.class,
            "faults.yaml");

    /**
     * Applies one scenario to the cluster.
     *
     * @throws SimulatedApiException if there is no such node, or none that can have it
     */
    public void stage(SimulatedGpuStackFaultScenario.NodeFaultScenario placed) throws SimulatedApiException {
        var node = placed.node();
        var fault = FAULTS.expand(placed.scenario().scenarioName(), new SimulatedTemplateValues());
        for (var field : List.of("labels", "annotations")) {
            setMetadata("nodes", "", node, field, fault.path(field));
        }
        setMetadata("namespaces", "", NAMESPACE, "labels", fault.path("namespaceLabels"));
        if (fault.path("pluginConfig") instanceof ObjectNode config) {
            edit("configmaps", NAMESPACE, "device-plugin-config",
                    map -> SimulatedStoreJsonCodec.childObject(map, "data").setAll(config));
        }
        if (fault.has("featuresMissing")) {
            removeFeatureDiscovery();
        }
        deletePods(pod -> isOperandPod(pod, fault)
                && SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName").equals(node));
        if (fault.has("quotaFilled")) {
            fillPodQuota();
        }
        if (fault.has("devicesLost")) {
            removeDevices(node);
        }
    }

    private static boolean isOperandPod(JsonNode pod, JsonNode fault) {
        var app = SimulatedStoreJsonCodec.textAt(pod, "metadata", "labels", "app");
        return fault.has("allOperands") ? SimulatedGpuOperand.forDaemonSet(app).isPresent()
                : fault.path("operands").valueStream().anyMatch(operand -> operand.asText().equals(app));
    }

    private SimulatedResourceType findType(String qualified) {
        return objects.catalog().get(qualified);
    }

    private void edit(String kind, String namespace, String name, Consumer<ObjectNode> change)
            throws SimulatedApiException {
        objects.edit(SimulatedObjectWriteTarget.of(findType(kind), namespace, name), change::accept, SOMEBODY);
    }

    /** Sets labels or annotations; nothing if there are none to set. */
    private void setMetadata(String kind, String namespace, String name, String field, JsonNode values)
            throws SimulatedApiException {
        if (values instanceof ObjectNode set) {
            edit(kind, namespace, name, object -> SimulatedStoreJsonCodec
                    .childObject(SimulatedStoreJsonCodec.childObject(object, "metadata"), field).setAll(set));
        }
    }

    /** Empties the node's devices, as with a kubelet that was restarted before a plugin registered. */
    private void removeDevices(String node) throws SimulatedApiException {
        var target = SimulatedObjectWriteTarget.of(findType("nodes"), "", node);
        var object = objects.get(target);
        for (var amounts : List.of("capacity", "allocatable")) {
            var counted = (ObjectNode) object.path("status").path(amounts);
            counted.propertyStream().map(Map.Entry::getKey)
                    .filter(name -> name.startsWith("nvidia.com/gpu") || name.startsWith("nvidia.com/mig-")).toList()
                    .forEach(name -> counted.put(name, "0"));
        }
        objects.overwrite(target, object);
    }

    /** Deletes pods of the operator's namespace; their DaemonSets make others, if they may. */
    private void deletePods(Predicate<JsonNode> which) throws SimulatedApiException {
        delete("pods", which, SimulatedDeleteOptions.withGracePeriod(0));
    }

    private void delete(String kind, Predicate<JsonNode> which, SimulatedDeleteOptions options)
            throws SimulatedApiException {
        for (var object : objects.list(findType(kind), SimulatedListObjectFilter.ofNamespace(NAMESPACE))) {
            if (which.test(object)) {
                objects.delete(
                        SimulatedObjectWriteTarget.of(findType(kind), NAMESPACE, SimulatedMetadata.nameOf(object)),
                        options);
            }
        }
    }

    private void removeFeatureDiscovery() throws SimulatedApiException {
        Predicate<JsonNode> discovers = object -> SimulatedMetadata.nameOf(object).contains("node-feature-discovery");
        for (var kind : List.of("daemonsets.apps", "deployments.apps", "replicasets.apps")) {
            delete(kind, discovers, SimulatedDeleteOptions.USUAL);
        }
        deletePods(discovers);
        for (var node : objects.list(findType("nodes"), SimulatedListObjectFilter.ofNamespace(""))) {
            edit("nodes", "", SimulatedMetadata.nameOf(node), object -> {
                var labels = SimulatedMetadata.labelsOf(object);
                labels.remove(labels.propertyStream().map(Map.Entry::getKey)
                        .filter(key -> key.startsWith("feature.node.kubernetes.io/")).toList());
            });
        }
    }

    private void fillPodQuota() throws SimulatedApiException {
        var pods = Integer
                .toString(objects.list(findType("pods"), SimulatedListObjectFilter.ofNamespace(NAMESPACE)).size());
        var quota = SimulatedMetadata.newObject("v1", "ResourceQuota", NAMESPACE, "operators");
        quota.putObject("spec").putObject("hard").put("pods", pods);
        objects.create(findType("resourcequotas"), quota, SOMEBODY);
        var target = SimulatedObjectWriteTarget.of(findType("resourcequotas"), NAMESPACE, "operators")
                .withSubresource("status");
        objects.edit(target, object -> {
            var status = SimulatedStoreJsonCodec.childObject(object, "status");
            status.putObject("hard").put("pods", pods);
            status.putObject("used").put("pods", pods);
        }, SOMEBODY);
    }
}
