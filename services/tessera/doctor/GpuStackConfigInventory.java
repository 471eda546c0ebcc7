package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;
import tessera.scheduling.ApiTimestampParser;
import tessera.scheduling.ClusterObjectSource;
import tessera.sharing.DevicePluginConfigDocument;
import tessera.sharing.DevicePluginConfigProblem;
import tessera.sharing.DevicePluginConfigProblem.ConfigProblemEffect;
import tessera.sharing.DeviceShareCounts;
import tessera.stack.GpuStackObjects;
import tessera.stack.GpuStackStatus;
import tessera.stack.OperandDaemonSet;

/**
 * The parts of a GPU stack that are neither pods nor labels.
 *
 * @param objects that an operator made and that are there without one, as kubectl names them
 * @param configs what device plugins may be told; empty where they are told nothing by name
 * @param layouts of MIG that there are, by the nodes whose last change failed
 * @param symptoms   what else is wrong with a stack that is there
 */
public record GpuStackConfigInventory(List<String> objects, Optional<NamedDevicePluginConfigs> configs,
        Map<String, AvailableMigLayouts> layouts, GpuStackSymptoms symptoms) {

    static final GpuStackConfigInventory NONE = new GpuStackConfigInventory(List.of(), Optional.empty());

    private static final List<String> KINDS = List.of(GpuOperatorObjectRefs.POLICIES, "nvidiadrivers.nvidia.com",
            "gpuclusters.nvidia.com");
    private static final ObjectRef RUNTIME_CLASSES = new ObjectRef("node.k8s.io/v1", "RuntimeClass", "runtimeclasses",
            "", "");
    private static final String OF_OPERATOR = "labelSelector=app.kubernetes.io/component%3Dgpu-operator";

    public GpuStackConfigInventory {
        objects = List.copyOf(objects);
        layouts = Map.copyOf(layouts);
    }

    /** Where no change of MIG failed. */
    GpuStackConfigInventory(List<String> objects, Optional<NamedDevicePluginConfigs> configs) {
        this(objects, configs, Map.of(), GpuStackSymptoms.NONE);
    }

    GpuStackConfigInventory withSymptoms(GpuStackSymptoms more) {
        return new GpuStackConfigInventory(objects, configs, layouts, more);
    }

    /**
     * The named configurations of device plugins.
     *
     * @param map   the ConfigMap
     * @param exists whether there is such a ConfigMap
     * @param keys  the names
     * @param defaultKey the one for nodes that name none; may be empty
     * @param rejected what is wrong with those of which a device plugin takes nothing, by their names
     * @param shares   what the others have GPUs shared in, by their names
     * @param edited   when they were written last; empty where nobody says
     */
    public record NamedDevicePluginConfigs(ObjectRef map, boolean exists, Set<String> keys, String defaultKey,
            Map<String, String> rejected, Map<String, DeviceShareCounts> shares, Optional<Instant> edited) {

        public NamedDevicePluginConfigs {
            keys = Set.copyOf(keys);
            rejected = Map.copyOf(rejected);
            shares = Map.copyOf(shares);
        }

        /** Those of which it is not known what they say. */
        NamedDevicePluginConfigs(ObjectRef map, boolean there, Set<String> keys, String usual) {
            this(map, there, keys, usual, Map.of(), Map.of(), Optional.empty());
        }
    }

    /** Reads the inventory; waits for the cluster. */
    static GpuStackConfigInventory read(GpuStackStatus stack, ClusterObjectSource objects)
            throws ProblemException, InterruptedException {
        var parts = stack.objects();
        if (parts.isAbsent() && parts.isComplete()) {
            return new GpuStackConfigInventory(leftoverObjects(objects), Optional.empty());
        }
        return new GpuStackConfigInventory(List.of(), readConfigs(parts, objects),
                AvailableMigLayouts.read(stack, objects), GpuStackSymptoms.NONE);
    }

    private static List<String> leftoverObjects(ClusterObjectSource objects)
            throws ProblemException, InterruptedException {
        var left = new ArrayList<String>();
        for (var kind : KINDS) {
            if (objects.find(GpuOperatorObjectRefs.definitionRef(kind)).isPresent()) {
                left.add("customresourcedefinitions/" + kind);
            }
        }
        objects.forEach(RUNTIME_CLASSES, OF_OPERATOR,
                element -> left.add("runtimeclasses/" + element.at("/metadata/name").asText()));
        return left;
    }

    private static Optional<NamedDevicePluginConfigs> readConfigs(GpuStackObjects parts, ClusterObjectSource objects)
            throws ProblemException, InterruptedException {
        var policy = parts.activePolicy();
        var namespace = parts.operandSets().result().stream().flatMap(List::stream).map(OperandDaemonSet::namespace)
                .findFirst();
        if (policy.isEmpty() || namespace.isEmpty()) {
            return Optional.empty();
        }
        var told = objects.find(GpuOperatorObjectRefs.policyRef(policy.get()))
                .map(element -> element.at("/spec/devicePlugin/config"));
        var name = told.map(element -> element.path("name").asText("")).orElse("");
        if (name.isEmpty()) {
            return Optional.empty();
        }
        var map = new ObjectRef("v1", "ConfigMap", "configmaps", namespace.get(), name);
        var found = objects.find(map);
        var rejected = new HashMap<String, String>();
        var shares = new HashMap<String, DeviceShareCounts>();
        found.ifPresent(element -> element.path("data").properties().forEach(entry -> {
            var config = DevicePluginConfigDocument.parse(entry.getValue().asText());
            if (config.isRejected()) {
                rejected.put(entry.getKey(),
                        config.problems().stream()
                                .filter(configProblem -> configProblem.weight() == ConfigProblemEffect.REJECTED)
                                .map(DevicePluginConfigProblem::problemText).findFirst().orElse(""));
            } else {
                shares.put(entry.getKey(), config.shares());
            }
        }));
        return Optional.of(new NamedDevicePluginConfigs(map, found.isPresent(), dataKeys(found),
                told.get().path("default").asText(""), rejected, shares,
                found.flatMap(GpuStackConfigInventory::contentWritten)));
    }

    /** Returns when its content was written last, by {@code managedFields}. */
    private static Optional<Instant> contentWritten(JsonNode map) {
        return map.at("/metadata/managedFields").valueStream().filter(entry -> entry.path("fieldsV1").has("f:data"))
                .flatMap(entry -> ApiTimestampParser.parse(entry.path("time")).stream()).max(Comparator.naturalOrder());
    }

    private static Set<String> dataKeys(Optional<JsonNode> map) {
        var keys = new HashSet<String>();
        map.ifPresent(element -> element.path("data").fieldNames().forEachRemaining(keys::add));
        return keys;
    }
}
