package tessera.kube.requests;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
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
            most = most.max(ResourceAmounts.of(container.amounts()));
        }
        return most;
    }

    /** Returns by resource the init container that requests more than all that runs after it; empty for none. */
    public static Map<String, String> largestInitContainers(JsonNode pod) {
        var requests = CALCULATOR.containerRequests(pod);
        var most = ResourceAmounts.NONE;
        for (var container : requests) {
            most = container.runs() ? most.plus(ResourceAmounts.of(container.amounts())) : most;
        }
        var found = new HashMap<String, String>();
        var sidecars = ResourceAmounts.NONE;
        for (var container : requests) {
            var requested = sidecars.plus(ResourceAmounts.of(container.amounts()));
            if (container.runs()) {
                sidecars = requested;
                continue;
            }
            for (var name : requested.names()) {
                if (requested.get(name) > most.get(name)) {
                    found.put(name, container.name());
                }
            }
            most = most.max(requested);
        }
        // What the pod asks as a whole counts, whatever its containers say of it.
        parseAmounts(pod.path("spec").path("resources").path("requests")).names().stream()
                .filter(PodResourceFormula::isPodLevelResource).forEach(found::remove);
        return Map.copyOf(found);
    }
}
