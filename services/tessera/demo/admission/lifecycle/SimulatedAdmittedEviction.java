package tessera.demo.admission.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import tessera.demo.admission.JsonTreeOperations;
import tessera.demo.admission.SimulatedPodPropertyReader;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.kube.labels.LabelSelector;

/**
 * An eviction that the pod's disruption budget allows.
 *
 * @param pod    with the condition that tells why it goes; deleting it is the next step
 * @param budget the budget with one disruption less to give; empty when none was charged
 */
public record SimulatedAdmittedEviction(ObjectNode pod, Optional<ObjectNode> budget) {

    private static final int MOST_DISRUPTED = 2000;
    private static final int RETRY_SECONDS = 10;

    /**
     * Checks the budgets of the pod's namespace.
     *
     * @throws SimulatedApiException 429 when a budget forbids it now, 500 when the pod has several budgets
     */
    public static SimulatedAdmittedEviction of(ObjectNode pod, List<ObjectNode> budgets, Instant now)
            throws SimulatedApiException {
        var at = now.truncatedTo(ChronoUnit.SECONDS).toString();
        if (needsNoBudget(pod)) {
            return new SimulatedAdmittedEviction(withDisruptionTarget(pod, at), Optional.empty());
        }
        var own = budgets.stream()
                .filter(budget -> LabelSelector.of(budget.path("spec").path("selector"))
                        .matches(pod.path("metadata").path("labels")))
                .toList();
        if (own.size() > 1) {
            throw SimulatedApiException.internalError("This pod has more than one PodDisruptionBudget,"
                    + " which the eviction subresource does not support.");
        }
        if (own.isEmpty() || isWithoutCharge(pod, own.getFirst())) {
            return new SimulatedAdmittedEviction(withDisruptionTarget(pod, at), Optional.empty());
        }
        var charged = chargeBudget(own.getFirst(), pod.path("metadata").path("name").asText(), at);
        return new SimulatedAdmittedEviction(withDisruptionTarget(pod, at), Optional.of(charged));
    }

    /** Returns whether evicting a pod costs no availability, as it is finished, pending or being deleted. */
    private static boolean needsNoBudget(JsonNode pod) {
        return SimulatedPodPropertyReader.isFinished(pod)
                || pod.path("status").path("phase").asText().equals("Pending")
                || pod.path("metadata").has("deletionTimestamp");
    }

    private static boolean isWithoutCharge(JsonNode pod, JsonNode budget) {
        for (var condition : pod.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("Ready") && condition.path("status").asText().equals("True")) {
                return false;
            }
        }
        var status = budget.path("status");
        return budget.path("spec").path("unhealthyPodEvictionPolicy").asText().equals("AlwaysAllow")
                || (status.path("desiredHealthy").asInt() > 0
                        && status.path("currentHealthy").asInt() >= status.path("desiredHealthy").asInt());
    }

    private static ObjectNode chargeBudget(ObjectNode budget, String pod, String at) throws SimulatedApiException {
        var name = budget.path("metadata").path("name").asText();
        var status = budget.path("status");
        if (status.path("observedGeneration").asLong() < budget.path("metadata").path("generation").asLong()) {
            throw tooMany("The disruption budget " + name + " is still being processed by the server.", RETRY_SECONDS);
        }
        long allowed = status.path("disruptionsAllowed").asLong();
        var subject = new ErrorSubject("policy", "poddisruptionbudget", name);
        if (allowed < 0) {
            throw SimulatedApiException.forbidden(subject, "pdb disruptions allowed is negative");
        }
        if (status.path("disruptedPods").size() > MOST_DISRUPTED) {
            throw SimulatedApiException.forbidden(subject,
                    "DisruptedPods map too big - too many evictions not confirmed by PDB controller");
        }
        if (allowed == 0) {
            throw tooMany("The disruption budget %s needs %d healthy pods and has %d currently".formatted(name,
                    status.path("desiredHealthy").asInt(), status.path("currentHealthy").asInt()), 0);
        }
        var result = budget.deepCopy();
        var after = JsonTreeOperations.childObject(result, "status").put("disruptionsAllowed", allowed - 1);
        JsonTreeOperations.childObject(after, "disruptedPods").put(pod, at);
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
        var details = JsonTreeOperations.newObject();
        if (retrySeconds > 0) {
            details.put("retryAfterSeconds", retrySeconds);
        }
        details.putArray("causes").addObject().put("reason", "DisruptionBudget").put("message", cause);
        return new SimulatedApiException(429, "TooManyRequests",
                "Cannot evict pod as it would violate the pod's disruption budget.",
                details);
    }

    private static ObjectNode withDisruptionTarget(ObjectNode pod, String at) {
        var result = pod.deepCopy();
        var conditions = JsonTreeOperations.childArray(JsonTreeOperations.childObject(result, "status"), "conditions");
        for (var condition : conditions) {
            if (condition.path("type").asText().equals("DisruptionTarget")) {
                return result;
            }
        }
        conditions.addObject().put("type", "DisruptionTarget").put("status", "True").putNull("lastProbeTime")
                .put("lastTransitionTime", at).put("reason", "EvictionByEvictionAPI")
                .put("message", "Eviction API: evicting");
        return result;
    }
}
