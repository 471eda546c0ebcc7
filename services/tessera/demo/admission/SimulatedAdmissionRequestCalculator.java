package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The total requests and limits of a pod, by the scheduler's formula. */
public final class SimulatedAdmissionRequestCalculator {

    private static final String REQUESTS = "requests";
    private static final String LIMITS = "limits";

    private final JsonNode pod;
    private final String side;

    private SimulatedAdmissionRequestCalculator(JsonNode pod, String side) {
        this.pod = pod;
        this.side = side;
    }

    /**
     * Returns requests by resource: containers plus sidecars, or a larger init container with the sidecars before it; {@code spec.resources} override them; {@code spec.overhead} is added.
     *
     * <p>For a container that has told its resources in {@code status}, the larger of status and spec counts, so that a
     * resize under way is covered.
     */
    public static SortedMap<String, FormatPreservingQuantity> requestsOf(JsonNode pod) {
        var total = new SimulatedAdmissionRequestCalculator(pod, REQUESTS).totalAmounts();
        forEachAmount(pod.path("spec").path("overhead"),
                (name, amount) -> total.merge(name, amount, FormatPreservingQuantity::plus));
        return total;
    }

    /** Returns the limits by the same formula. A resource that some container does not limit shows the sum of the others. */
    public static SortedMap<String, FormatPreservingQuantity> limitsOf(JsonNode pod) {
        var total = new SimulatedAdmissionRequestCalculator(pod, LIMITS).totalAmounts();
        forEachAmount(pod.path("spec").path("overhead"),
                (name, amount) -> total.computeIfPresent(name, (_, sum) -> sum.plus(amount)));
        return total;
    }

    /** Returns whether {@code spec.resources} may name a resource. */
    public static boolean isPodLevel(String resource) {
        return resource.equals("cpu") || resource.equals("memory") || resource.startsWith("hugepages-");
    }

    private SortedMap<String, FormatPreservingQuantity> totalAmounts() {
        var spec = pod.path("spec");
        var total = new TreeMap<String, FormatPreservingQuantity>();
        spec.path("containers").forEach(container -> addAmounts(total, containerAmounts(container, true)));
        var sidecars = new TreeMap<String, FormatPreservingQuantity>();
        var init = new TreeMap<String, FormatPreservingQuantity>();
        for (var container : spec.path("initContainers")) {
            boolean sidecar = container.path("restartPolicy").asText().equals("Always");
            var own = containerAmounts(container, sidecar);
            if (sidecar) {
                addAmounts(total, own);
                addAmounts(sidecars, own);
                raiseToMaximum(init, sidecars);
            } else {
                addAmounts(own, sidecars);
                raiseToMaximum(init, own);
            }
        }
        raiseToMaximum(total, init);
        forEachAmount(spec.path("resources").path(side), (name, amount) -> {
            if (isPodLevel(name)) {
                total.put(name, amount);
            }
        });
        return total;
    }

    /** @param lasting whether it runs beside the others; ordinary init containers are never resized */
    private SortedMap<String, FormatPreservingQuantity> containerAmounts(JsonNode container, boolean lasting) {
        var own = new TreeMap<String, FormatPreservingQuantity>();
        forEachAmount(container.path("resources").path(side), own::put);
        var status = side.equals(REQUESTS) && lasting ? containerStatus(container) : null;
        if (status == null || !status.has("resources")) {
            return own;
        }
        if (isResizeInfeasible()) {
            own.clear();
        }
        forEachAmount(status.path("resources").path(REQUESTS),
                (name, amount) -> own.merge(name, amount, FormatPreservingQuantity::max));
        forEachAmount(status.path("allocatedResources"),
                (name, amount) -> own.merge(name, amount, FormatPreservingQuantity::max));
        return own;
    }

    private @Nullable JsonNode containerStatus(JsonNode container) {
        for (var list : new String[] {"containerStatuses", "initContainerStatuses"}) {
            for (var status : pod.path("status").path(list)) {
                if (status.path("name").equals(container.path("name"))) {
                    return status;
                }
            }
        }
        return null;
    }

    private boolean isResizeInfeasible() {
        for (var condition : pod.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("PodResizePending")
                    && condition.path("reason").asText().equals("Infeasible")) {
                return true;
            }
        }
        return false;
    }

    private static void addAmounts(Map<String, FormatPreservingQuantity> sum,
            Map<String, FormatPreservingQuantity> more) {
        more.forEach((name, amount) -> sum.merge(name, amount, FormatPreservingQuantity::plus));
    }

    private static void raiseToMaximum(Map<String, FormatPreservingQuantity> most,
            Map<String, FormatPreservingQuantity> other) {
        other.forEach((name, amount) -> most.merge(name, amount, FormatPreservingQuantity::max));
    }

    private static void forEachAmount(JsonNode amounts, BiConsumer<String, FormatPreservingQuantity> taker) {
        amounts.properties()
                .forEach(entry -> taker.accept(entry.getKey(), FormatPreservingQuantity.of(entry.getValue())));
    }
}
