package tessera.demo.api;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import tessera.demo.store.SimulatedEtcdStore;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** The API groups of registered API services that cannot be reached. */
final class SimulatedUnavailableApiGroups {

    private final SimulatedEtcdStore store;
    private final SimulatedResourceType apiServices;
    private volatile ApiGroupAvailability availability = new ApiGroupAvailability(-1, Map.of());

    private record ApiGroupAvailability(long writeCount, Map<String, Set<String>> unavailable) {}

    SimulatedUnavailableApiGroups(SimulatedEtcdStore store, SimulatedResourceType apiServices) {
        this.store = store;
        this.apiServices = apiServices;
    }

    Map<String, Set<String>> unavailableGroups() {
        var current = availability;
        long writes = store.countWrites(apiServices);
        if (current.writeCount() != writes) {
            current = new ApiGroupAvailability(writes, readUnavailable());
            availability = current;
        }
        return current.unavailable();
    }

    boolean isUnavailable(String group, String version) {
        return unavailableGroups().getOrDefault(group, Set.of()).contains(version);
    }

    private Map<String, Set<String>> readUnavailable() {
        var groups = new LinkedHashMap<String, Set<String>>();
        for (var stored : store.list(apiServices, "").objects()) {
            var spec = stored.toTree().path("spec");
            if (spec.path("service").isObject()) {
                groups.computeIfAbsent(SimulatedStoreJsonCodec.textAt(spec, "group"), _ -> new LinkedHashSet<>())
                        .add(SimulatedStoreJsonCodec.textAt(spec, "version"));
            }
        }
        return groups;
    }
}
