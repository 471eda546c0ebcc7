package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What a pod as a whole asks for and is limited to, by the scheduler's formula. */
public final class AdmissionPodRequests {

    private static final String REQUESTS = "requests";
    private static final String LIMITS = "limits";

    private final JsonNode pod;
    private final String side;

    private AdmissionPodRequests(JsonNode pod, String side) {
        this.pod = pod;
        this.side = side;
    }

    /**
     * Requests by resource: containers and sidecars together, or an init container with the sidecars before it where
     * that is more; {@code spec.resources} in their place where it names a resource; and {@code spec.overhead}.
     *
     * <p>For a container that has told its resources in {@code status}, the larger of status and spec counts, so that a
     * resize under way is covered.
     */
    public static SortedMap<String, ExactQuantity> of(JsonNode pod) {
        var total = new AdmissionPodRequests(pod, REQUESTS).total();
        each(pod.path("spec").path("overhead"), (name, amount) -> total.merge(name, amount, ExactQuantity::plus));
        return total;
    }

    /** Limits by the same formula. A resource that some container does not limit shows the sum of the others. */
    public static SortedMap<String, ExactQuantity> limits(JsonNode pod) {
        var total = new AdmissionPodRequests(pod, LIMITS).total();
        each(pod.path("spec").path("overhead"),
                (name, amount) -> total.computeIfPresent(name, (_, sum) -> sum.plus(amount)));
        return total;
    }

    /** Whether {@code spec.resources} may name a resource. */
    public static boolean isPodLevel(String resource) {
        return resource.equals("cpu") || resource.equals("memory") || resource.startsWith("hugepages-");
    }

    private SortedMap<String, ExactQuantity> total() {
        var spec = pod.path("spec");
        var total = new TreeMap<String, ExactQuantity>();
        spec.path("containers").forEach(container -> add(total, resources(container, true)));
        var sidecars = new TreeMap<String, ExactQuantity>();
        var init = new TreeMap<String, ExactQuantity>();
        for (var container : spec.path("initContainers")) {
            boolean sidecar = container.path("restartPolicy").asText().equals("Always");
            var own = resources(container, sidecar);
            if (sidecar) {
                add(total, own);
                add(sidecars, own);
                max(init, sidecars);
            } else {
                add(own, sidecars);
                max(init, own);
            }
        }
        max(total, init);
        each(spec.path("resources").path(side), (name, amount) -> {
            if (isPodLevel(name)) {
                total.put(name, amount);
            }
        });
        return total;
    }

    /** @param lasting whether it runs beside the others; ordinary init containers are never resized */
    private SortedMap<String, ExactQuantity> resources(JsonNode container, boolean lasting) {
        var own = new TreeMap<String, ExactQuantity>();
        each(container.path("resources").path(side), own::put);
        var status = side.equals(REQUESTS) && lasting ? status(container) : null;
        if (status == null || !status.has("resources")) {
            return own;
        }
        if (isInfeasible()) {
            own.clear();
        }
        each(status.path("resources").path(REQUESTS), (name, amount) -> own.merge(name, amount, ExactQuantity::max));
        each(status.path("allocatedResources"), (name, amount) -> own.merge(name, amount, ExactQuantity::max));
        return own;
    }

    private @Nullable JsonNode status(JsonNode container) {
        for (var list : new String[] {"containerStatuses", "initContainerStatuses"}) {
            for (var status : pod.path("status").path(list)) {
                if (status.path("name").equals(container.path("name"))) {
                    return status;
                }
            }
        }
        return null;
    }

    private boolean isInfeasible() {
        for (var condition : pod.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("PodResizePending")
                    && condition.path("reason").asText().equals("Infeasible")) {
                return true;
            }
        }
        return false;
    }

    private static void add(Map<String, ExactQuantity> sum, Map<String, ExactQuantity> more) {
        more.forEach((name, amount) -> sum.merge(name, amount, ExactQuantity::plus));
    }

    private static void max(Map<String, ExactQuantity> most, Map<String, ExactQuantity> other) {
        other.forEach((name, amount) -> most.merge(name, amount, ExactQuantity::max));
    }

    private static void each(JsonNode amounts, BiConsumer<String, ExactQuantity> taker) {
        amounts.properties().forEach(entry -> taker.accept(entry.getKey(), ExactQuantity.of(entry.getValue())));
    }
}
