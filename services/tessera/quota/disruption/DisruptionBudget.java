package tessera.quota.disruption;

import com.fasterxml.jackson.databind.JsonNode;
import tessera.kube.disruption.DisruptionBudgetSize;

/**
 * A PodDisruptionBudget as it was read from the API server.
 *
 * @param minAvailable   how many stay ready, or what share; empty where it is said how many may be away
 * @param maxUnavailable    how many may be away; empty where it is said how many stay
 * @param expectedPods how many such pods there are; negative where that was not counted yet
 * @param disruptionsAllowed how many may be evicted now
 * @param failure why they cannot be counted, in the server's words; empty where they can
 */
public record DisruptionBudget(String namespace, String name, PodLabelSelector pods, String minAvailable,
        String maxUnavailable, int expectedPods,
        int disruptionsAllowed, String failure) {

    public static DisruptionBudget of(JsonNode budget) {
        var spec = budget.path("spec");
        return new DisruptionBudget(budget.at("/metadata/namespace").asText(), budget.at("/metadata/name").asText(),
                PodLabelSelector.of(spec.path("selector")), spec.path("minAvailable").asText(""),
                spec.path("maxUnavailable").asText(""), budget.at("/status/expectedPods").asInt(-1),
                budget.at("/status/disruptionsAllowed").asInt(), failureMessage(budget.at("/status/conditions")));
    }

    private static String failureMessage(JsonNode conditions) {
        return conditions.valueStream().filter(element -> element.path("type").asText().equals("DisruptionAllowed")
                && element.path("reason").asText().equals("SyncFailed"))
                .map(element -> element.path("message").asText("the server does not say why")).findFirst().orElse("");
    }

    /** Returns whether the edit form can express all of it. */
    public boolean isSimple() {
        return pods.complete() && minAvailable.isEmpty() != maxUnavailable.isEmpty();
    }

    /** Returns whether it blocks evictions now. */
    public boolean blocksEvictions() {
        return disruptionsAllowed == 0 && (expectedPods > 0 || !failure.isEmpty());
    }

    /** Returns the budget as a sentence without a full stop. */
    public String budgetText() {
        String kept;
        if (minAvailable.isEmpty()) {
            if (maxUnavailable.isEmpty()) {
                kept = "Any number";
            } else {
                kept = "All but " + maxUnavailable;
            }
        } else {
            kept = "At least " + minAvailable;
        }
        String now;
        if (!failure.isEmpty()) {
            now = ", none may be evicted, as they cannot be counted: " + failure;
        } else if (expectedPods < 0) {
            now = "";
        } else if (expectedPods == 0) {
            if (new DisruptionBudgetSize(minAvailable, maxUnavailable).usesControllerScale()) {
                now = ", of which none is counted now";
            } else {
                now = ", of which there are none now";
            }
        } else {
            now = ", %s may be evicted now".formatted(disruptionsAllowed == 0 ? "none" : disruptionsAllowed);
        }
        return "%s of %s stay%s".formatted(kept, pods.podsText(), now);
    }
}
