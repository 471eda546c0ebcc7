package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.demo.control.SimulatedControllerContext;
import tessera.demo.fixture.plan.SimulatedClusterPolicySpec;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;

/** The ClusterPolicies of the cluster, of which the oldest is in force. */
final class SimulatedClusterPolicies {

    private static final String VERSION = "nvidia.com/v1";
    private static final String KIND = "ClusterPolicy";

    private final SimulatedControllerContext context;
    private final Map<String, ObjectNode> byName = new LinkedHashMap<>();
    private final List<Runnable> listeners = new ArrayList<>();

    SimulatedClusterPolicies(SimulatedControllerContext context) {
        this.context = context;
        context.loop().whenServed(VERSION, KIND, type -> context.loop().follow(type, this::policyChanged));
    }

    void addListener(Runnable listener) {
        listeners.add(listener);
    }

    private void policyChanged(WatchEventType kind, ObjectNode object) {
        var name = SimulatedMetadata.nameOf(object);
        if (kind == WatchEventType.DELETED) {
            byName.remove(name);
        } else {
            byName.put(name, object);
        }
        listeners.forEach(Runnable::run);
    }

    Optional<SimulatedResourceType> resourceType() {
        return Optional.ofNullable(context.loop().objects().catalog().findByKind(VERSION, KIND));
    }

    Map<String, ObjectNode> policiesByName() {
        return byName;
    }

    Optional<ObjectNode> oldest() {
        return byName.values().stream()
                .min(Comparator
                        .comparing((ObjectNode policy) -> policy.path("metadata").path("creationTimestamp").asText(""))
                        .thenComparing(SimulatedMetadata::nameOf));
    }

    /** Returns the spec of the policy in force; the default spec if there is none. */
    SimulatedClusterPolicySpec effectiveSpec() {
        return new SimulatedClusterPolicySpec(
                oldest().map(object -> object.path("spec")).orElseGet(SimulatedStoreJsonCodec::newObject));
    }

    String operatorNamespace() {
        return oldest().map(object -> object.path("status").path("namespace").asText(""))
                .filter(name -> !name.isEmpty()).orElse("gpu-operator");
    }
}
