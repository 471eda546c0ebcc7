package tessera.plan.context;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.model.Problem;

/**
 * Facts about the hosts of a GPU stack: driver errors and loaded kernel modules.
 *
 * @param drivers what driver containers that fail wrote last, by the name of their node
 * @param modules kernel modules for GPUs that are loaded, by the name of the node; nodes of which that is not known are
 *                not in it
 * @param problem     why it is not known of all, where that is not because nobody reports it
 */
public record GpuHostDriverErrorsAndModules(Map<String, String> drivers, Map<String, Set<String>> modules,
        Optional<Problem> problem) {

    public static final GpuHostDriverErrorsAndModules UNKNOWN = new GpuHostDriverErrorsAndModules(Map.of(), Map.of(),
            Optional.empty());

    public GpuHostDriverErrorsAndModules {
        drivers = Map.copyOf(drivers);
        modules = modules.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, entry -> Set.copyOf(entry.getValue())));
    }
}
