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

/** The ClusterPolicies there are; the oldest is in force. */
final class ClusterPolicies {

    private static final String VERSION = "nvidia.com/v1";
    private static final String KIND = "ClusterPolicy";

    private final GpuStackContext ground;
    private final Map<String, ObjectNode> byName = new LinkedHashMap<>();
    private final Set<String> followed = new HashSet<>();
    private final List<Runnable> listeners = new ArrayList<>();

    ClusterPolicies(GpuStackContext ground) {
        this.ground = ground;
        watch();
        ground.loop().follow(ground.loop().objects().catalog().get("customresourcedefinitions.apiextensions.k8s.io"),
                (_, _) -> ground.loop().soon(this, this::watch));
    }

    /** Has someone told that something about policies has changed. */
    void listen(Runnable listener) {
        listeners.add(listener);
    }

    private void watch() {
        var type = ground.loop().objects().catalog().ofKind(VERSION, KIND);
        if (type != null && followed.add(type.shelf())) {
            ground.loop().follow(type, this::changed);
        }
    }

    private void changed(StoreChange.ChangeKind kind, ObjectNode object) {
        var name = StoreJson.text(object, "metadata", "name");
        if (kind == StoreChange.ChangeKind.DELETED) {
            byName.remove(name);
        } else {
            byName.put(name, object);
        }
        listeners.forEach(Runnable::run);
    }

    Optional<ResourceType> type() {
        return Optional.ofNullable(ground.loop().objects().catalog().ofKind(VERSION, KIND));
    }

    Map<String, ObjectNode> all() {
        return byName;
    }

    /** The oldest. */
    Optional<ObjectNode> inForce() {
        return byName.values().stream().min((one, other) -> {
            int byAge = StoreJson.text(one, "metadata", "creationTimestamp")
                    .compareTo(StoreJson.text(other, "metadata", "creationTimestamp"));
            return byAge == 0
                    ? StoreJson.text(one, "metadata", "name").compareTo(StoreJson.text(other, "metadata", "name"))
                    : byAge;
        });
    }

    /** What the one in force says; without any, what an empty one would. */
    PolicySpec policy() {
        return new PolicySpec(inForce().map(object -> object.path("spec")).orElseGet(StoreJson::object));
    }

    /** Where the operator's objects are. */
    String namespace() {
        return inForce().map(object -> StoreJson.text(object, "status", "namespace")).filter(name -> !name.isEmpty())
                .orElse("gpu-operator");
    }
}
