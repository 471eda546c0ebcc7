package tessera.quota.disruption;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import tessera.kube.disruption.DisruptionBudgetSize;
import tessera.text.MessageCatalog;

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
        String maxUnavailable, int expectedPods, int disruptionsAllowed, String failure) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DisruptionBudget.class);

    public static DisruptionBudget of(JsonNode budget) {
        var spec = budget.path("spec");
        return new DisruptionBudget(budget.at("/metadata/namespace").asText(), budget.at("/metadata/name").asText(),
                PodLabelSelector.of(spec.path("selector")), spec.path("minAvailable").asText(""),
                spec.path("maxUnavailable").asText(""), budget.at("/status/expectedPods").asInt(-1),
                budget.at("/status/disruptionsAllowed").asInt(), failureMessage(budget.at("/status/conditions")));
    }

    private static String failureMessage(JsonNode conditions) {
        return conditions.valueStream()
                .filter(element -> element.path("type").asText().equals("DisruptionAllowed")
                        && element.path("reason").asText().equals("SyncFailed"))
                .map(element -> element.path("message").asText(MESSAGES.text("budget.reason-missing"))).findFirst()
                .orElse("");
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
        return stateText().map(state -> MESSAGES.text("budget", requirementText(), state)).orElse(requirementText());
    }

    private String requirementText() {
        if (!minAvailable.isEmpty()) {
            return MESSAGES.text("budget.min", minAvailable, pods.podsText());
        }
        return maxUnavailable.isEmpty() ? MESSAGES.text("budget.any", pods.podsText())
                : MESSAGES.text("budget.max", maxUnavailable, pods.podsText());
    }

    private Optional<String> stateText() {
        if (!failure.isEmpty()) {
            return Optional.of(MESSAGES.text("budget.failed", failure));
        }
        if (expectedPods < 0) {
            return Optional.empty();
        }
        if (expectedPods > 0) {
            return Optional.of(MESSAGES.text("budget.allowed", disruptionsAllowed));
        }
        boolean scaled = new DisruptionBudgetSize(minAvailable, maxUnavailable).usesControllerScale();
        return Optional.of(MESSAGES.text(scaled ? "budget.uncounted" : "budget.empty"));
    }
}
