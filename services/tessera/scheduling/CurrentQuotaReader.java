package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tessera.model.ExceededQuota;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Quantity;

/** Reads the current state of a quota that refused a pod: its limit and use may have changed since. Waits for the cluster. */
public record CurrentQuotaReader(ObjectSource source) {

    /**
     * Returns the refusal with the current limit and use.
     *
     * @return empty where it is gone, or may not be read
     */
    public Optional<ExceededQuota> update(String namespace, ExceededQuota said) throws Failure, InterruptedException {
        try {
            return source.find(new ObjectRef("v1", "ResourceQuota", "resourcequotas", namespace, said.quota()))
                    .map(element -> element.path("status"))
                    .map(status -> said.withCurrentAmounts(parseAmounts(status.path("used")),
                            parseAmounts(status.path("hard"))));
        } catch (Failure failure) {
            if (failure.problem().kind() != Problem.ProblemKind.FORBIDDEN) {
                throw failure;
            }
            return Optional.empty();
        }
    }

    private static Map<String, BigDecimal> parseAmounts(JsonNode told) {
        var amounts = new HashMap<String, BigDecimal>();
        told.properties().forEach(each -> Quantity.parseExact(each.getValue().asText())
                .ifPresent(amount -> amounts.put(each.getKey(), amount)));
        return amounts;
    }
}
