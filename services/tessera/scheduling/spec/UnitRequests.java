package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tessera.model.Quantity;
import tessera.model.ResourceAmounts;

/**
 * What a pod asks of a node, by the scheduler's formula: containers and sidecars together, or the largest init
 * container beside the sidecars started before it, whichever is more; what the pod asks as a whole in place of that; and
 * its overhead.
 */
public final class UnitRequests {

    private UnitRequests() {}

    static ResourceAmounts of(JsonNode spec) {
        return requests(spec).plus(overhead(spec));
    }

    /** What its RuntimeClass adds. */
    static ResourceAmounts overhead(JsonNode spec) {
        return amounts(spec.path("overhead"));
    }

    /** What it asks for without its overhead, as limit ranges look at it. */
    public static ResourceAmounts requests(JsonNode spec) {
        var sum = together(spec, UnitRequests::container).toMap();
        // A limit of the whole pod is a request of what its containers do not ask for.
        limit(spec).toMap().forEach(sum::putIfAbsent);
        sum.putAll(request(spec).toMap());
        return ResourceAmounts.of(sum);
    }

    /** What it is limited to, as limit ranges look at it. */
    public static ResourceAmounts limits(JsonNode spec) {
        var sum = together(spec, UnitRequests::limit).toMap();
        sum.putAll(limit(spec).toMap());
        return ResourceAmounts.of(sum);
    }

    private static ResourceAmounts together(JsonNode spec, Function<JsonNode, ResourceAmounts> side) {
        var sidecars = ResourceAmounts.NONE;
        var starting = ResourceAmounts.NONE;
        for (var container : spec.path("initContainers")) {
            if (sidecar(container)) {
                sidecars = sidecars.plus(side.apply(container));
                starting = starting.max(sidecars);
            } else {
                starting = starting.max(sidecars.plus(side.apply(container)));
            }
        }
        return running(spec, side).max(starting);
    }

    /** What containers and sidecars ask for together. */
    private static ResourceAmounts running(JsonNode spec, Function<JsonNode, ResourceAmounts> side) {
        var running = ResourceAmounts.NONE;
        for (var container : spec.path("containers")) {
            running = running.plus(side.apply(container));
        }
        for (var container : spec.path("initContainers")) {
            if (sidecar(container)) {
                running = running.plus(side.apply(container));
            }
        }
        return running;
    }

    /** The init container that asks for more of a resource than all that runs after it; empty where none does. */
    static Map<String, String> starters(JsonNode spec) {
        var starters = new HashMap<String, String>();
        var later = running(spec, UnitRequests::container);
        var before = ResourceAmounts.NONE;
        for (var container : spec.path("initContainers")) {
            var asked = before.plus(container(container));
            if (sidecar(container)) {
                before = asked;
            } else {
                for (var name : asked.names()) {
                    if (asked.get(name) > later.get(name)) {
                        later = later.max(ResourceAmounts.of(name, asked.get(name)));
                        starters.put(name, container.path("name").asText());
                    }
                }
            }
        }
        // What the pod asks as a whole counts, whatever its containers say of it.
        request(spec).names().forEach(starters::remove);
        return Map.copyOf(starters);
    }

    private static boolean sidecar(JsonNode container) {
        return container.path("restartPolicy").asText().equals("Always");
    }

    /** Of each resource the most that a single container asks for. */
    static ResourceAmounts largest(JsonNode spec) {
        var most = ResourceAmounts.NONE;
        for (var list : List.of(spec.path("containers"), spec.path("initContainers"))) {
            for (var container : list) {
                most = most.max(container(container));
            }
        }
        return most;
    }

    /** A limit without a request is a request: in what is not created yet the server has not copied it. */
    private static ResourceAmounts container(JsonNode container) {
        var asked = limit(container).toMap();
        asked.putAll(request(container).toMap());
        return ResourceAmounts.of(asked);
    }

    private static ResourceAmounts request(JsonNode container) {
        return amounts(container.path("resources").path("requests"));
    }

    private static ResourceAmounts limit(JsonNode container) {
        return amounts(container.path("resources").path("limits"));
    }

    private static ResourceAmounts amounts(JsonNode quantities) {
        var amounts = new HashMap<String, Long>();
        quantities.properties().forEach(each -> Quantity.amount(each.getKey(), each.getValue().asText())
                .ifPresent(amount -> amounts.put(each.getKey(), Math.max(0, amount))));
        return ResourceAmounts.of(amounts);
    }
}
