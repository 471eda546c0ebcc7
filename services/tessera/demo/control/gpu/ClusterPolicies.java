package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.demo.fixture.plan.PolicySpec;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;

/** The ClusterPolicies of the cluster, of which the oldest is in force. */
final class ClusterPolicies {

    private static final String VERSION = "nvidia.com/v1";
    private static final String KIND = "ClusterPolicy";

    private final GpuStackContext ground;
    private final Map<String, ObjectNode> byName = new LinkedHashMap<>();
    private final Set<String> followed = new HashSet<>();
    private final List<Runnable> listeners = new ArrayList<>();

    ClusterPolicies(GpuStackContext ground) {
        this.ground = ground;
        watchPolicies();
        ground.loop().follow(ground.loop().objects().catalog().get("customresourcedefinitions.apiextensions.k8s.io"),
                (_, _) -> ground.loop().schedule(this, this::watchPolicies));
    }

    /** Adds a listener for changes of any policy. */
    void addListener(Runnable listener) {
        listeners.add(listener);
    }

    private void watchPolicies() {
        var type = ground.loop().objects().catalog().findByKind(VERSION, KIND);
        if (type != null && followed.add(type.tableKey())) {
            ground.loop().follow(type, this::policyChanged);
        }
    }

    private void policyChanged(StoreChange.ChangeKind kind, ObjectNode object) {
        var name = StoreJson.textAt(object, "metadata", "name");
        if (kind == StoreChange.ChangeKind.DELETED) {
            byName.remove(name);
        } else {
            byName.put(name, object);
        }
        listeners.forEach(Runnable::run);
    }

    Optional<ResourceType> resourceType() {
        return Optional.ofNullable(ground.loop().objects().catalog().findByKind(VERSION, KIND));
    }

    Map<String, ObjectNode> policiesByName() {
        return byName;
    }

    /** Returns the policy in force, which is the oldest one. */
    Optional<ObjectNode> oldest() {
        return byName.values().stream().min((one, other) -> {
            int byAge = StoreJson.textAt(one, "metadata", "creationTimestamp")
                    .compareTo(StoreJson.textAt(other, "metadata", "creationTimestamp"));
            return byAge == 0
                    ? StoreJson.textAt(one, "metadata", "name").compareTo(StoreJson.textAt(other, "metadata", "name"))
                    : byAge;
        });
    }

    /** Returns the spec of the policy in force; the default spec if there is none. */
    PolicySpec effectiveSpec() {
        return new PolicySpec(oldest().map(object -> object.path("spec")).orElseGet(StoreJson::newObject));
    }

    /** Returns the namespace of the operator. */
    String operatorNamespace() {
        return oldest().map(object -> StoreJson.textAt(object, "status", "namespace")).filter(name -> !name.isEmpty())
                .orElse("gpu-operator");
    }
}
