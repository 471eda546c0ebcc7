package tessera.fit.wish;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.model.Quantity;
import tessera.model.Resources;

/**
 * What a pod asks of a node, by the scheduler's formula: containers and sidecars together, or the largest init
 * container beside the sidecars started before it, whichever is more; what the pod asks as a whole in place of that; and
 * its overhead.
 */
final class PodDemand {

    private PodDemand() {}

    static Resources of(JsonNode spec) {
        var sidecars = Resources.NONE;
        var starting = Resources.NONE;
        for (var container : spec.path("initContainers")) {
            if (sidecar(container)) {
                sidecars = sidecars.plus(container(container));
                starting = starting.max(sidecars);
            } else {
                starting = starting.max(sidecars.plus(container(container)));
            }
        }
        var sum = running(spec).max(starting);
        var whole = container(spec).toMap();
        if (!whole.isEmpty()) {
            var replaced = sum.toMap();
            replaced.putAll(whole);
            sum = Resources.of(replaced);
        }
        return sum.plus(amounts(spec.path("overhead")));
    }

    /** What containers and sidecars ask for together. */
    private static Resources running(JsonNode spec) {
        var running = Resources.NONE;
        for (var container : spec.path("containers")) {
            running = running.plus(container(container));
        }
        for (var container : spec.path("initContainers")) {
            if (sidecar(container)) {
                running = running.plus(container(container));
            }
        }
        return running;
    }

    /** The init container that asks for more of a resource than all that runs after it; empty where none does. */
    static Map<String, String> starters(JsonNode spec) {
        var starters = new HashMap<String, String>();
        var later = running(spec);
        var before = Resources.NONE;
        for (var container : spec.path("initContainers")) {
            var asked = before.plus(container(container));
            if (sidecar(container)) {
                before = asked;
            } else {
                for (var name : asked.names()) {
                    if (asked.get(name) > later.get(name)) {
                        later = later.max(Resources.of(name, asked.get(name)));
                        starters.put(name, container.path("name").asText());
                    }
                }
            }
        }
        // What the pod asks as a whole counts, whatever its containers say of it.
        container(spec).names().forEach(starters::remove);
        return Map.copyOf(starters);
    }

    private static boolean sidecar(JsonNode container) {
        return container.path("restartPolicy").asText().equals("Always");
    }

    /** Of each resource the most that a single container asks for. */
    static Resources largest(JsonNode spec) {
        var most = Resources.NONE;
        for (var list : List.of(spec.path("containers"), spec.path("initContainers"))) {
            for (var container : list) {
                most = most.max(container(container));
            }
        }
        return most;
    }

    /** A limit without a request is a request: in what is not created yet the server has not copied it. */
    private static Resources container(JsonNode container) {
        var resources = container.path("resources");
        var asked = amounts(resources.path("limits")).toMap();
        asked.putAll(amounts(resources.path("requests")).toMap());
        return Resources.of(asked);
    }

    private static Resources amounts(JsonNode quantities) {
        var amounts = new HashMap<String, Long>();
        quantities.properties().forEach(each -> Quantity.amount(each.getKey(), each.getValue().asText())
                .ifPresent(amount -> amounts.put(each.getKey(), Math.max(0, amount))));
        return Resources.of(amounts);
    }
}
