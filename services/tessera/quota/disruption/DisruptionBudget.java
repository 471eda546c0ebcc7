package tessera.quota.disruption;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A PodDisruptionBudget as it was read.
 *
 * @param least   how many stay ready, or what share; empty where it is said how many may be away
 * @param most    how many may be away; empty where it is said how many stay
 * @param counted how many such pods there are; negative where that was not counted yet
 * @param allowed how many may be evicted now
 * @param failure why they cannot be counted, in the server's words; empty where they can
 */
public record DisruptionBudget(String namespace, String name, LabelledPods pods, String least, String most, int counted,
        int allowed, String failure) {

    public static DisruptionBudget of(JsonNode budget) {
        var spec = budget.path("spec");
        return new DisruptionBudget(budget.at("/metadata/namespace").asText(), budget.at("/metadata/name").asText(),
                LabelledPods.of(spec.path("selector")), spec.path("minAvailable").asText(""),
                spec.path("maxUnavailable").asText(""), budget.at("/status/expectedPods").asInt(-1),
                budget.at("/status/disruptionsAllowed").asInt(), failure(budget.at("/status/conditions")));
    }

    private static String failure(JsonNode conditions) {
        return conditions.valueStream().filter(each -> each.path("type").asText().equals("DisruptionAllowed")
                && each.path("reason").asText().equals("SyncFailed"))
                .map(each -> each.path("message").asText("the server does not say why")).findFirst().orElse("");
    }

    /** Whether the scale of the controllers of its pods counts, and not how many pods there are. */
    private boolean scaled() {
        return least.isEmpty() || least.endsWith("%");
    }

    /** Whether a form can say all of it. */
    public boolean plain() {
        return pods.plain() && least.isEmpty() != most.isEmpty();
    }

    /** Whether it holds up evictions now. */
    public boolean holds() {
        return allowed == 0 && (counted > 0 || !failure.isEmpty());
    }

    /** As a sentence without a full stop. */
    public String words() {
        var kept = least.isEmpty() ? most.isEmpty() ? "Any number" : "All but " + most : "At least " + least;
        var now = !failure.isEmpty() ? ", none may be evicted, as they cannot be counted: " + failure
                : counted < 0 ? ""
                        : counted == 0 ? scaled() ? ", of which none is counted now" : ", of which there are none now"
                                : ", %s may be evicted now".formatted(allowed == 0 ? "none" : allowed);
        return "%s of %s stay%s".formatted(kept, pods.words(), now);
    }
}
