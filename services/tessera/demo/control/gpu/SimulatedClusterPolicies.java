package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.demo.fixture.plan.SimulatedClusterPolicySpec;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObjectChange;

/** The ClusterPolicies of the cluster, of which the oldest is in force. */
final class SimulatedClusterPolicies {

    private static final String VERSION = "nvidia.com/v1";
    private static final String KIND = "ClusterPolicy";

    private final SimulatedGpuStackContext context;
    private final Map<String, ObjectNode> byName = new LinkedHashMap<>();
    private final Set<String> followed = new HashSet<>();
    private final List<Runnable> listeners = new ArrayList<>();

    SimulatedClusterPolicies(SimulatedGpuStackContext context) {
        this.context = context;
        watchPolicies();
        context.loop().follow(context.loop().objects().catalog().get("customresourcedefinitions.apiextensions.k8s.io"),
                (_, _) -> context.loop().schedule(this, this::watchPolicies));
    }

    /** Adds a listener for changes of any policy. */
    void addListener(Runnable listener) {
        listeners.add(listener);
    }

    private void watchPolicies() {
        var type = context.loop().objects().catalog().findByKind(VERSION, KIND);
        if (type != null && followed.add(type.tableKey())) {
            context.loop().follow(type, this::policyChanged);
        }
    }

    private void policyChanged(SimulatedStoredObjectChange.WatchEventType kind, ObjectNode object) {
        var name = SimulatedStoreJsonCodec.textAt(object, "metadata", "name");
        if (kind == SimulatedStoredObjectChange.WatchEventType.DELETED) {
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

    /** Returns the policy in force, which is the oldest one. */
    Optional<ObjectNode> oldest() {
        return byName.values().stream().min((one, other) -> {
            int byAge = SimulatedStoreJsonCodec.textAt(one, "metadata", "creationTimestamp")
                    .compareTo(SimulatedStoreJsonCodec.textAt(other, "metadata", "creationTimestamp"));
            if (byAge == 0) {
                return SimulatedStoreJsonCodec.textAt(one, "metadata", "name")
                        .compareTo(SimulatedStoreJsonCodec.textAt(other, "metadata", "name"));
            }
            return byAge;
        });
    }

    /** Returns the spec of the policy in force; the default spec if there is none. */
    SimulatedClusterPolicySpec effectiveSpec() {
        return new SimulatedClusterPolicySpec(
                oldest().map(object -> object.path("spec")).orElseGet(SimulatedStoreJsonCodec::newObject));
    }

    /** Returns the namespace of the operator. */
    String operatorNamespace() {
        return oldest().map(object -> SimulatedStoreJsonCodec.textAt(object, "status", "namespace"))
                .filter(name -> !name.isEmpty())
                .orElse("gpu-operator");
    }
}
