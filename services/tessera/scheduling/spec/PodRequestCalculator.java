package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tessera.model.QuantityParser;
import tessera.model.ResourceAmounts;

/**
 * Computes the requests of a pod by the scheduler's formula: running containers or the largest init container, or pod-level requests instead; and the overhead.
 */
public final class PodRequestCalculator {

    private PodRequestCalculator() {}

    static ResourceAmounts totalRequests(JsonNode spec) {
        return requestsWithoutOverhead(spec).plus(overheadOf(spec));
    }

    /** Returns the overhead of its RuntimeClass. */
    static ResourceAmounts overheadOf(JsonNode spec) {
        return parseAmounts(spec.path("overhead"));
    }

    /** Returns the requests without overhead, as LimitRanges see them. */
    public static ResourceAmounts requestsWithoutOverhead(JsonNode spec) {
        var sum = combineContainers(spec, PodRequestCalculator::containerRequests).toMap();
        // A limit of the whole pod is a request of what its containers do not ask for.
        declaredLimits(spec).toMap().forEach(sum::putIfAbsent);
        sum.putAll(declaredRequests(spec).toMap());
        return ResourceAmounts.of(sum);
    }

    /** Returns the limits of the pod, as LimitRanges see them. */
    public static ResourceAmounts limitsOf(JsonNode spec) {
        var sum = combineContainers(spec, PodRequestCalculator::declaredLimits).toMap();
        sum.putAll(declaredLimits(spec).toMap());
        return ResourceAmounts.of(sum);
    }

    private static ResourceAmounts combineContainers(JsonNode spec, Function<JsonNode, ResourceAmounts> side) {
        var sidecars = ResourceAmounts.NONE;
        var starting = ResourceAmounts.NONE;
        for (var container : spec.path("initContainers")) {
            if (isSidecar(container)) {
                sidecars = sidecars.plus(side.apply(container));
                starting = starting.max(sidecars);
            } else {
                starting = starting.max(sidecars.plus(side.apply(container)));
            }
        }
        return sumRunning(spec, side).max(starting);
    }

    /** Returns the sum over containers and sidecars. */
    private static ResourceAmounts sumRunning(JsonNode spec, Function<JsonNode, ResourceAmounts> side) {
        var running = ResourceAmounts.NONE;
        for (var container : spec.path("containers")) {
            running = running.plus(side.apply(container));
        }
        for (var container : spec.path("initContainers")) {
            if (isSidecar(container)) {
                running = running.plus(side.apply(container));
            }
        }
        return running;
    }

    /** Returns by resource the init container that requests more than everything running after it; empty for none. */
    static Map<String, String> largestInitContainers(JsonNode spec) {
        var starters = new HashMap<String, String>();
        var later = sumRunning(spec, PodRequestCalculator::containerRequests);
        var before = ResourceAmounts.NONE;
        for (var container : spec.path("initContainers")) {
            var requested = before.plus(containerRequests(container));
            if (isSidecar(container)) {
                before = requested;
            } else {
                for (var name : requested.names()) {
                    if (requested.get(name) > later.get(name)) {
                        later = later.max(ResourceAmounts.of(name, requested.get(name)));
                        starters.put(name, container.path("name").asText());
                    }
                }
            }
        }
        // What the pod asks as a whole counts, whatever its containers say of it.
        declaredRequests(spec).names().forEach(starters::remove);
        return Map.copyOf(starters);
    }

    private static boolean isSidecar(JsonNode container) {
        return container.path("restartPolicy").asText().equals("Always");
    }

    /** Returns for each resource the most that a single container requests. */
    static ResourceAmounts largestPerContainer(JsonNode spec) {
        var most = ResourceAmounts.NONE;
        for (var list : List.of(spec.path("containers"), spec.path("initContainers"))) {
            for (var container : list) {
                most = most.max(containerRequests(container));
            }
        }
        return most;
    }

    /** Returns the requests of a container, with limits as requests where these are missing, as the API server copies them. */
    private static ResourceAmounts containerRequests(JsonNode container) {
        var asked = declaredLimits(container).toMap();
        asked.putAll(declaredRequests(container).toMap());
        return ResourceAmounts.of(asked);
    }

    private static ResourceAmounts declaredRequests(JsonNode container) {
        return parseAmounts(container.path("resources").path("requests"));
    }

    private static ResourceAmounts declaredLimits(JsonNode container) {
        return parseAmounts(container.path("resources").path("limits"));
    }

    private static ResourceAmounts parseAmounts(JsonNode quantities) {
        var amounts = new HashMap<String, Long>();
        quantities.properties().forEach(each -> QuantityParser.parseAmount(each.getKey(), each.getValue().asText())
                .ifPresent(amount -> amounts.put(each.getKey(), Math.max(0, amount))));
        return ResourceAmounts.of(amounts);
    }
}
