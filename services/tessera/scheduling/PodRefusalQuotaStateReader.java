package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tessera.kube.quantity.QuantityParser;
import tessera.model.ExceededQuotaMessage;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;

/** Reads the current state of a quota that refused a pod: its limit and use may have changed since. Waits for the cluster. */
public record PodRefusalQuotaStateReader(ClusterObjectSource source) {

    /**
     * Returns the refusal with the current limit and use.
     *
     * @return empty where it is gone, or may not be read
     */
    public Optional<ExceededQuotaMessage> update(String namespace, ExceededQuotaMessage quotaMessage)
            throws ProblemException, InterruptedException {
        try {
            return source.find(new ObjectRef("v1", "ResourceQuota", "resourcequotas", namespace, quotaMessage.quota()))
                    .map(element -> element.path("status")).map(status -> quotaMessage
                            .withCurrentAmounts(parseAmounts(status.path("used")), parseAmounts(status.path("hard"))));
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != Problem.OperationProblemKind.FORBIDDEN) {
                throw problemException;
            }
            return Optional.empty();
        }
    }

    private static Map<String, BigDecimal> parseAmounts(JsonNode told) {
        var amounts = new HashMap<String, BigDecimal>();
        for (var each : told.properties()) {
            QuantityParser.parseExact(each.getValue().asText()).ifPresent(amount -> amounts.put(each.getKey(), amount));
        }
        return amounts;
    }
}
