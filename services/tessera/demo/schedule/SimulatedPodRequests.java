package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.HashMap;
import java.util.Map;
import tessera.model.Quantity;
import tessera.model.ResourceAmounts;

/**
 * What a pod takes from its node, by the scheduler's formula: containers and sidecars together, or the largest init
 * container beside the sidecars started before it, whichever is more, and the overhead on top.
 */
public final class SimulatedPodRequests {

    private final JsonNode spec;
    private final JsonNode status;
    private final boolean resizing;
    private final boolean infeasible;

    private SimulatedPodRequests(JsonNode pod, boolean onNode) {
        spec = pod.path("spec");
        status = pod.path("status");
        resizing = onNode;
        infeasible = resizing && resizeIsInfeasible();
    }

    /** For a pod that waits for a node: what its spec asks. */
    public static ResourceAmounts asked(JsonNode pod) {
        return new SimulatedPodRequests(pod, false).total();
    }

    /** For a pod on a node: during a resize the larger of what it has and what it asks. */
    public static ResourceAmounts held(JsonNode pod) {
        return new SimulatedPodRequests(pod, true).total();
    }

    /** The amounts of a {@code requests} or {@code allocatable} object; what is no quantity counts as absent. */
    public static ResourceAmounts amounts(JsonNode quantities) {
        if (quantities.isEmpty()) {
            return ResourceAmounts.NONE;
        }
        var amounts = HashMap.<String, Long>newHashMap(quantities.size());
        for (var entry : quantities.properties()) {
            Quantity.amount(entry.getKey(), entry.getValue().asText())
                    .ifPresent(amount -> amounts.put(entry.getKey().intern(), amount));
        }
        return ResourceAmounts.of(amounts);
    }

    private ResourceAmounts total() {
        var containers = ResourceAmounts.NONE;
        for (var container : spec.path("containers")) {
            containers = containers.plus(container(container, "containerStatuses"));
        }
        var sidecars = ResourceAmounts.NONE;
        var starting = ResourceAmounts.NONE;
        for (var container : spec.path("initContainers")) {
            if (container.path("restartPolicy").asText().equals("Always")) {
                sidecars = sidecars.plus(container(container, "initContainerStatuses"));
                starting = starting.max(sidecars);
            } else {
                starting = starting.max(sidecars.plus(requests(container)));
            }
        }
        var total = containers.plus(sidecars).max(starting);
        return withPodLevel(total).plus(amounts(spec.path("overhead")));
    }

    private static ResourceAmounts requests(JsonNode container) {
        return amounts(container.path("resources").path("requests"));
    }

    private ResourceAmounts container(JsonNode container, String statuses) {
        var asked = requests(container);
        if (!resizing) {
            return asked;
        }
        var current = status(container.path("name").asText(), status.path(statuses));
        if (!current.path("resources").isObject()) {
            return asked;
        }
        var held = amounts(current.path("resources").path("requests"))
                .max(amounts(current.path("allocatedResources")));
        return infeasible ? held : asked.max(held);
    }

    private static JsonNode status(String name, JsonNode statuses) {
        for (var candidate : statuses) {
            if (candidate.path("name").asText().equals(name)) {
                return candidate;
            }
        }
        return MissingNode.getInstance();
    }

    /** A request of the pod as a whole replaces the sum of its containers, for the resources it may name. */
    private ResourceAmounts withPodLevel(ResourceAmounts sum) {
        var asked = amounts(spec.path("resources").path("requests"));
        if (resizing && status.path("resources").isObject()) {
            var held = amounts(status.path("resources").path("requests"))
                    .max(amounts(status.path("allocatedResources")));
            asked = infeasible ? held : asked.max(held);
        }
        if (asked.isEmpty()) {
            return sum;
        }
        Map<String, Long> merged = sum.toMap();
        merged.putAll(asked.toMap());
        return ResourceAmounts.of(merged);
    }

    private boolean resizeIsInfeasible() {
        for (var condition : status.path("conditions")) {
            if (condition.path("type").asText().equals("PodResizePending")
                    && condition.path("reason").asText().equals("Infeasible")) {
                return true;
            }
        }
        return false;
    }
}
