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
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.scheduling.EventQueries;
import tessera.scheduling.ObjectSource;
import tessera.sharing.ConfigDocument;
import tessera.sharing.ConfigProblem;
import tessera.sharing.ConfigProblem.ProblemWeight;
import tessera.sharing.DeviceShares;
import tessera.stack.GpuStack;
import tessera.stack.OperandSet;
import tessera.stack.PolicyFacts;
import tessera.stack.StackObjects;

/**
 * The parts of a GPU stack that are neither pods nor labels.
 *
 * @param objects that an operator made and that are there without one, as kubectl names them
 * @param configs what device plugins may be told; empty where they are told nothing by name
 * @param layouts of MIG that there are, by the nodes whose last change failed
 * @param symptoms   what else is wrong with a stack that is there
 */
public record GpuStackInventory(List<String> objects, Optional<PluginConfigs> configs,
        Map<String, LayoutCatalog> layouts, StackSymptoms symptoms) {

    static final GpuStackInventory NONE = new GpuStackInventory(List.of(), Optional.empty());

    /** The kind that an operator heeds, as its definition is called. */
    static final String POLICIES = "clusterpolicies.nvidia.com";

    private static final List<String> KINDS = List.of(POLICIES, "nvidiadrivers.nvidia.com",
            "gpuclusters.nvidia.com");
    private static final ObjectRef RUNTIME_CLASSES = new ObjectRef("node.k8s.io/v1", "RuntimeClass", "runtimeclasses",
            "", "");
    private static final String OF_OPERATOR = "labelSelector=app.kubernetes.io/component%3Dgpu-operator";

    public GpuStackInventory {
        objects = List.copyOf(objects);
        layouts = Map.copyOf(layouts);
    }

    /** Where no change of MIG failed. */
    GpuStackInventory(List<String> objects, Optional<PluginConfigs> configs) {
        this(objects, configs, Map.of(), StackSymptoms.NONE);
    }

    GpuStackInventory withSymptoms(StackSymptoms more) {
        return new GpuStackInventory(objects, configs, layouts, more);
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
    public record PluginConfigs(ObjectRef map, boolean exists, Set<String> keys, String defaultKey,
            Map<String, String> rejected,
            Map<String, DeviceShares> shares, Optional<Instant> edited) {

        public PluginConfigs {
            keys = Set.copyOf(keys);
            rejected = Map.copyOf(rejected);
            shares = Map.copyOf(shares);
        }

        /** Those of which it is not known what they say. */
        PluginConfigs(ObjectRef map, boolean there, Set<String> keys, String usual) {
            this(map, there, keys, usual, Map.of(), Map.of(), Optional.empty());
        }
    }

    /** Reads the inventory; waits for the cluster. */
    static GpuStackInventory read(GpuStack stack, ObjectSource objects) throws Failure, InterruptedException {
        var parts = stack.objects();
        return parts.isAbsent() && parts.isComplete()
                ? new GpuStackInventory(leftoverObjects(objects), Optional.empty())
                : new GpuStackInventory(List.of(), readConfigs(parts, objects), LayoutCatalog.read(stack, objects),
                        StackSymptoms.NONE);
    }

    private static List<String> leftoverObjects(ObjectSource objects) throws Failure, InterruptedException {
        var left = new ArrayList<String>();
        for (var kind : KINDS) {
            if (objects.find(definitionRef(kind)).isPresent()) {
                left.add("customresourcedefinitions/" + kind);
            }
        }
        objects.forEach(RUNTIME_CLASSES, OF_OPERATOR,
                element -> left.add("runtimeclasses/" + element.at("/metadata/name").asText()));
        return left;
    }

    /** @param kind its plural and its group */
    static ObjectRef definitionRef(String kind) {
        return new ObjectRef("apiextensions.k8s.io/v1", "CustomResourceDefinition", "customresourcedefinitions", "",
                kind);
    }

    static ObjectRef policyRef(PolicyFacts policy) {
        return new ObjectRef("nvidia.com/v1", "ClusterPolicy", "clusterpolicies", "", policy.name());
    }

    private static Optional<PluginConfigs> readConfigs(StackObjects parts, ObjectSource objects)
            throws Failure, InterruptedException {
        var policy = parts.activePolicy();
        var namespace = parts.operandSets().result().stream().flatMap(List::stream).map(OperandSet::namespace)
                .findFirst();
        if (policy.isEmpty() || namespace.isEmpty()) {
            return Optional.empty();
        }
        var told = objects.find(policyRef(policy.get())).map(element -> element.at("/spec/devicePlugin/config"));
        var name = told.map(element -> element.path("name").asText("")).orElse("");
        if (name.isEmpty()) {
            return Optional.empty();
        }
        var map = new ObjectRef("v1", "ConfigMap", "configmaps", namespace.get(), name);
        var found = objects.find(map);
        var rejected = new HashMap<String, String>();
        var shares = new HashMap<String, DeviceShares>();
        found.ifPresent(element -> element.path("data").properties().forEach(entry -> {
            var config = ConfigDocument.parse(entry.getValue().asText());
            if (config.isRejected()) {
                rejected.put(entry.getKey(),
                        config.problems().stream().filter(flaw -> flaw.weight() == ProblemWeight.REJECTED)
                                .map(ConfigProblem::problemText).findFirst().orElse(""));
            } else {
                shares.put(entry.getKey(), config.shares());
            }
        }));
        return Optional
                .of(new PluginConfigs(map, found.isPresent(), dataKeys(found), told.get().path("default").asText(""),
                        rejected, shares, found.flatMap(GpuStackInventory::contentWritten)));
    }

    /** Returns when its content was written last, by {@code managedFields}. */
    private static Optional<Instant> contentWritten(JsonNode map) {
        return map.at("/metadata/managedFields").valueStream()
                .filter(entry -> entry.path("fieldsV1").has("f:data"))
                .flatMap(entry -> EventQueries.parseTime(entry.path("time")).stream()).max(Comparator.naturalOrder());
    }

    private static Set<String> dataKeys(Optional<JsonNode> map) {
        var keys = new HashSet<String>();
        map.ifPresent(element -> element.path("data").fieldNames().forEachRemaining(keys::add));
        return keys;
    }
}
