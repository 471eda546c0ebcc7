package tessera.kube.requests;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import tessera.kube.quantity.ResourceAmounts;

/** The requests of pods in the scheduler's units, by the formula of {@link PodResourceFormula}. */
public final class PodSchedulerRequests {

    private static final PodResourceCalculator<Long> CALCULATOR = PodResourceCalculator.IN_SCHEDULER_UNITS;

    private PodSchedulerRequests() {}

    /** Returns the requests in the spec, for a pod that waits for a node. */
    public static ResourceAmounts specRequests(JsonNode pod) {
        return ResourceAmounts.of(CALCULATOR.specRequests(pod));
    }

    /** Returns the requests of a pod on a node: during a resize the larger of what it has and what it asks for. */
    public static ResourceAmounts effectiveRequests(JsonNode pod) {
        return ResourceAmounts.of(CALCULATOR.effectiveRequests(pod));
    }

    /** Returns the requests in the spec without the overhead, as LimitRanges see them. */
    public static ResourceAmounts requestsWithoutOverhead(JsonNode pod) {
        return ResourceAmounts.of(CALCULATOR.requestsWithoutOverhead(pod));
    }

    /** Returns the limits in the spec, as LimitRanges see them. */
    public static ResourceAmounts limitsWithoutOverhead(JsonNode pod) {
        return ResourceAmounts.of(CALCULATOR.limitsWithoutOverhead(pod));
    }

    /** Returns the limits of a pod as quotas see them: with overhead where there is a limit. */
    public static ResourceAmounts effectiveLimits(JsonNode pod) {
        return ResourceAmounts.of(CALCULATOR.effectiveLimits(pod));
    }

    /** Returns the overhead of its RuntimeClass. */
    public static ResourceAmounts overhead(JsonNode pod) {
        return ResourceAmounts.of(CALCULATOR.overhead(pod));
    }

    /** Returns the amounts in a mapping of resources to quantities, such as {@code allocatable}. */
    public static ResourceAmounts parseAmounts(JsonNode quantities) {
        return ResourceAmounts.of(CALCULATOR.amounts(quantities));
    }

    /** Returns for each resource the most that a single container requests. */
    public static ResourceAmounts largestPerContainer(JsonNode pod) {
        var most = ResourceAmounts.NONE;
        for (var container : CALCULATOR.containerRequests(pod)) {
            most = most.max(ResourceAmounts.of(container.getValue()));
        }
        return most;
    }

    /** Returns by resource the init container that requests more than all that runs after it; empty for none. */
    public static Map<String, String> largestInitContainers(JsonNode pod) {
        var spec = pod.path("spec");
        var sidecars = sidecarNames(spec);
        var requests = CALCULATOR.containerRequests(pod);
        var later = ResourceAmounts.NONE;
        for (var container : requests.subList(0, spec.path("containers").size())) {
            later = later.plus(ResourceAmounts.of(container.getValue()));
        }
        var starting = requests.subList(spec.path("containers").size(), requests.size());
        for (var container : starting) {
            later = sidecars.contains(container.getKey()) ? later.plus(ResourceAmounts.of(container.getValue()))
                    : later;
        }
        var found = new HashMap<String, String>();
        var before = ResourceAmounts.NONE;
        for (var container : starting) {
            var requested = before.plus(ResourceAmounts.of(container.getValue()));
            if (sidecars.contains(container.getKey())) {
                before = requested;
                continue;
            }
            for (var name : requested.names()) {
                if (requested.get(name) > later.get(name)) {
                    later = later.max(ResourceAmounts.of(name, requested.get(name)));
                    found.put(name, container.getKey());
                }
            }
        }
        // What the pod asks as a whole counts, whatever its containers say of it.
        parseAmounts(spec.path("resources").path("requests")).names().stream()
                .filter(PodResourceFormula::isPodLevelResource).forEach(found::remove);
        return Map.copyOf(found);
    }

    private static Set<String> sidecarNames(JsonNode spec) {
        var names = new HashSet<String>();
        for (var container : spec.path("initContainers")) {
            if (PodResourceCalculator.isSidecar(container)) {
                names.add(container.path("name").asText());
            }
        }
        return names;
    }
}
