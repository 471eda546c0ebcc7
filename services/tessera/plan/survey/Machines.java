package tessera.plan.survey;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is known of the machines below a GPU stack.
 *
 * @param drivers what driver containers that fail wrote last, by the name of their node
 * @param modules kernel modules for GPUs that are loaded, by the name of the node; nodes of which that is not known are
 *                not in it
 */
public record Machines(Map<String, String> drivers, Map<String, Set<String>> modules) {

    public static final Machines UNKNOWN = new Machines(Map.of(), Map.of());

    public Machines {
        drivers = Map.copyOf(drivers);
        modules = modules.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, entry -> Set.copyOf(entry.getValue())));
    }
}
