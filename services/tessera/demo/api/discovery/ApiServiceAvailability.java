package tessera.demo.api.discovery;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import tessera.demo.store.ObjectStore;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;

/** API groups that are registered with a service of their own, but cannot be reached. */
public final class ApiServiceAvailability {

    private final ObjectStore store;
    private final ResourceType apiServices;
    private volatile AvailabilityState known = new AvailabilityState(-1, Map.of());

    private record AvailabilityState(long writes, Map<String, Set<String>> unavailable) {}

    public ApiServiceAvailability(ObjectStore store, ResourceType apiServices) {
        this.store = store;
        this.apiServices = apiServices;
    }

    /** Versions by group. */
    public Map<String, Set<String>> unavailable() {
        var current = known;
        long writes = store.writes(apiServices);
        if (current.writes() != writes) {
            current = new AvailabilityState(writes, read());
            known = current;
        }
        return current.unavailable();
    }

    public boolean unavailable(String group, String version) {
        return unavailable().getOrDefault(group, Set.of()).contains(version);
    }

    private Map<String, Set<String>> read() {
        var groups = new LinkedHashMap<String, Set<String>>();
        for (var stored : store.list(apiServices, "").objects()) {
            var spec = stored.tree().path("spec");
            if (spec.path("service").isObject()) {
                groups.computeIfAbsent(StoreJson.text(spec, "group"), _ -> new LinkedHashSet<>())
                        .add(StoreJson.text(spec, "version"));
            }
        }
        return groups;
    }
}
