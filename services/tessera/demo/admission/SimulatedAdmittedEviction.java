package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.object.SimulatedPodStatus;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.disruption.EvictionDecision;
import tessera.kube.disruption.EvictionDecision.EvictablePodState;
import tessera.kube.disruption.PodDisruptionBudget;
import tessera.kube.labels.LabelSelector;

/**
 * An eviction that the pod's disruption budget allows.
 *
 * @param pod    with the condition that tells why it goes; deleting it is the next step
 * @param budget the budget with one disruption less to give; empty when none was charged
 */
public record SimulatedAdmittedEviction(ObjectNode pod, Optional<ObjectNode> budget) {

    private static final int RETRY_SECONDS = 10;

    /**
     * Checks the budgets of the pod's namespace.
     *
     * @throws SimulatedApiException 429 when a budget forbids it now, 500 when the pod has several budgets
     */
    public static SimulatedAdmittedEviction of(ObjectNode pod, List<ObjectNode> budgets, Instant now)
            throws SimulatedApiException {
        var at = now.truncatedTo(ChronoUnit.SECONDS).toString();
        var own = budgets.stream().filter(budget -> LabelSelector.of(budget.path("spec").path("selector"))
                .matches(pod.path("metadata").path("labels"))).toList();
        var rules = own.stream().map(PodDisruptionBudget::of).toList();
        var decision = EvictionDecision.of(
                new EvictablePodState(isUnprotected(pod), SimulatedOwnerStatusWriter.hasTrueCondition(pod, "Ready")),
                rules);
        if (!decision.isAllowed()) {
            throw refusal(decision, rules.getFirst());
        }
        var charged = decision == EvictionDecision.CHARGED
                ? Optional.of(chargeBudget(own.getFirst(), SimulatedMetadata.nameOf(pod), at))
                : Optional.<ObjectNode>empty();
        return new SimulatedAdmittedEviction(withDisruptionTarget(pod, now), charged);
    }

    private static SimulatedApiException refusal(EvictionDecision decision, PodDisruptionBudget budget) {
        var message = decision.message(budget).orElseThrow();
        return switch (decision) {
            case SEVERAL_BUDGETS -> SimulatedApiException.internalError(message);
            case NEGATIVE_BUDGET, TOO_MANY_DISRUPTED_PODS -> SimulatedApiException
                    .forbidden(new ErrorSubject("policy", "poddisruptionbudget", budget.name()), message);
            default -> tooMany(message, decision == EvictionDecision.BUDGET_NOT_OBSERVED ? RETRY_SECONDS : 0);
        };
    }

    /** Returns whether evicting a pod costs no availability, as it is finished, pending or being deleted. */
    private static boolean isUnprotected(JsonNode pod) {
        return SimulatedPodStatus.isFinished(pod) || pod.path("status").path("phase").asText().equals("Pending")
                || pod.path("metadata").has("deletionTimestamp");
    }

    private static ObjectNode chargeBudget(ObjectNode budget, String pod, String at) {
        long allowed = budget.path("status").path("disruptionsAllowed").asLong();
        var result = budget.deepCopy();
        var after = result.withObjectProperty("status").put("disruptionsAllowed", allowed - 1);
        after.withObjectProperty("disruptedPods").put(pod, at);
        if (allowed == 1) {
            JsonTreeOperations.forEachObject(after.path("conditions"), condition -> {
                if (condition.path("type").asText().equals("DisruptionAllowed")) {
                    condition.put("status", "False").put("reason", "InsufficientPods").put("lastTransitionTime", at);
                }
            });
        }
        return result;
    }

    private static SimulatedApiException tooMany(String cause, int retrySeconds) {
        var details = SimulatedStoreJsonCodec.newObject();
        if (retrySeconds > 0) {
            details.put("retryAfterSeconds", retrySeconds);
        }
        details.putArray("causes").addObject().put("reason", "DisruptionBudget").put("message", cause);
        return new SimulatedApiException(429, "TooManyRequests",
                "Cannot evict pod as it would violate the pod's disruption budget.", details);
    }

    private static ObjectNode withDisruptionTarget(ObjectNode pod, Instant now) {
        var result = pod.deepCopy();
        var status = result.withObjectProperty("status");
        if (SimulatedOwnerStatusWriter.findCondition(status.path("conditions"), "DisruptionTarget") == null) {
            SimulatedPodStatus.putCondition(status, SimulatedPodStatus.newCondition("DisruptionTarget", "True", 0, now)
                    .put("reason", "EvictionByEvictionAPI").put("message", "Eviction API: evicting"));
        }
        return result;
    }
}
