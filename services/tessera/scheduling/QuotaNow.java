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

/** How a quota that refused something stands by now: others may have ended since, or it may have been raised. Waits for the cluster. */
public record QuotaNow(ObjectSource source) {

    /**
     * What was said of it, with what is used and allowed by now.
     *
     * @return empty where it is gone, or may not be read
     */
    public Optional<ExceededQuota> of(String namespace, ExceededQuota said) throws Failure, InterruptedException {
        try {
            return source.object(new ObjectRef("v1", "ResourceQuota", "resourcequotas", namespace, said.quota()))
                    .map(each -> each.path("status"))
                    .map(status -> said.now(amounts(status.path("used")), amounts(status.path("hard"))));
        } catch (Failure failure) {
            if (failure.problem().kind() != Problem.ProblemKind.FORBIDDEN) {
                throw failure;
            }
            return Optional.empty();
        }
    }

    private static Map<String, BigDecimal> amounts(JsonNode told) {
        var amounts = new HashMap<String, BigDecimal>();
        told.properties().forEach(each -> Quantity.exact(each.getValue().asText())
                .ifPresent(amount -> amounts.put(each.getKey(), amount)));
        return amounts;
    }
}
