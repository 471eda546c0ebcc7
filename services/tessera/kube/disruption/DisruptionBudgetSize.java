package tessera.kube.disruption;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.RoundingMode;
import tessera.kube.quantity.CountOrPercentage;

/**
 * The size of a PodDisruptionBudget, as counts or percentages. One of them is empty.
 *
 * @param minAvailable   how many pods stay healthy
 * @param maxUnavailable how many may be away
 */
public record DisruptionBudgetSize(String minAvailable, String maxUnavailable) {

    /** Reads the spec of a budget. */
    public static DisruptionBudgetSize of(JsonNode spec) {
        return new DisruptionBudgetSize(spec.path("minAvailable").asText(""), spec.path("maxUnavailable").asText(""));
    }

    /** Returns whether expected pods are counted by the scale of their controllers, not by how many pods there are. */
    public boolean usesControllerScale() {
        return !maxUnavailable.isEmpty() || CountOrPercentage.isPercentage(minAvailable);
    }

    /** Returns how many of the expected pods have to stay healthy. The server rounds shares up, whichever they are of. */
    public int desiredHealthy(int expectedPods) {
        if (maxUnavailable.isEmpty()) {
            return CountOrPercentage.scaled(minAvailable, expectedPods, RoundingMode.CEILING);
        }
        return Math.max(0, expectedPods - CountOrPercentage.scaled(maxUnavailable, expectedPods, RoundingMode.CEILING));
    }

    /** Returns how many pods may be evicted. */
    public static int disruptionsAllowed(int expectedPods, int currentHealthy, int desiredHealthy) {
        return expectedPods == 0 ? 0 : Math.max(0, currentHealthy - desiredHealthy);
    }
}
