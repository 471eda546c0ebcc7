package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.HashMap;
import java.util.Map;
import tessera.model.QuantityParser;
import tessera.model.ResourceAmounts;

/**
 * The resource requests of a pod by the scheduler's formula: containers and sidecars, or the largest init container with earlier sidecars, plus the overhead.
 */
public final class SimulatedPodRequestCalculator {

    private final JsonNode spec;
    private final JsonNode status;
    private final boolean resizing;
    private final boolean infeasible;

    private SimulatedPodRequestCalculator(JsonNode pod, boolean onNode) {
        spec = pod.path("spec");
        status = pod.path("status");
        resizing = onNode;
        infeasible = resizing && resizeIsInfeasible();
    }

    /** Returns the requests of the spec, for a pod that waits for a node. */
    public static ResourceAmounts specRequests(JsonNode pod) {
        return new SimulatedPodRequestCalculator(pod, false).totalRequests();
    }

    /** Returns the requests of a pod on a node: during a resize the larger of what is allocated and what is requested. */
    public static ResourceAmounts effectiveRequests(JsonNode pod) {
        return new SimulatedPodRequestCalculator(pod, true).totalRequests();
    }

    /** Parses the amounts of a {@code requests} or {@code allocatable} object; invalid quantities count as absent. */
    public static ResourceAmounts parseAmounts(JsonNode quantities) {
        if (quantities.isEmpty()) {
            return ResourceAmounts.NONE;
        }
        var amounts = HashMap.<String, Long>newHashMap(quantities.size());
        for (var entry : quantities.properties()) {
            QuantityParser.parseAmount(entry.getKey(), entry.getValue().asText())
                    .ifPresent(amount -> amounts.put(entry.getKey().intern(), amount));
        }
        return ResourceAmounts.of(amounts);
    }

    private ResourceAmounts totalRequests() {
        var containers = ResourceAmounts.NONE;
        for (var container : spec.path("containers")) {
            containers = containers.plus(effectiveRequests(container, "containerStatuses"));
        }
        var sidecars = ResourceAmounts.NONE;
        var starting = ResourceAmounts.NONE;
        for (var container : spec.path("initContainers")) {
            if (container.path("restartPolicy").asText().equals("Always")) {
                sidecars = sidecars.plus(effectiveRequests(container, "initContainerStatuses"));
                starting = starting.max(sidecars);
            } else {
                starting = starting.max(sidecars.plus(containerRequests(container)));
            }
        }
        var total = containers.plus(sidecars).max(starting);
        return withPodLevel(total).plus(parseAmounts(spec.path("overhead")));
    }

    private static ResourceAmounts containerRequests(JsonNode container) {
        return parseAmounts(container.path("resources").path("requests"));
    }

    private ResourceAmounts effectiveRequests(JsonNode container, String statuses) {
        var requested = containerRequests(container);
        if (!resizing) {
            return requested;
        }
        var current = findStatus(container.path("name").asText(), status.path(statuses));
        if (!current.path("resources").isObject()) {
            return requested;
        }
        var allocated = parseAmounts(current.path("resources").path("requests"))
                .max(parseAmounts(current.path("allocatedResources")));
        return infeasible ? allocated : requested.max(allocated);
    }

    private static JsonNode findStatus(String name, JsonNode statuses) {
        for (var candidate : statuses) {
            if (candidate.path("name").asText().equals(name)) {
                return candidate;
            }
        }
        return MissingNode.getInstance();
    }

    /** Applies the pod-level request, which replaces the sum of the containers for the resources that it may name. */
    private ResourceAmounts withPodLevel(ResourceAmounts sum) {
        var requested = parseAmounts(spec.path("resources").path("requests"));
        if (resizing && status.path("resources").isObject()) {
            var allocated = parseAmounts(status.path("resources").path("requests"))
                    .max(parseAmounts(status.path("allocatedResources")));
            requested = infeasible ? allocated : requested.max(allocated);
        }
        if (requested.isEmpty()) {
            return sum;
        }
        Map<String, Long> merged = sum.toMap();
        merged.putAll(requested.toMap());
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
