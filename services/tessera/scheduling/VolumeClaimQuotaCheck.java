package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quota.ObjectQuotaUsageCalculator;
import tessera.kube.quota.QuotaCountedKind;
import tessera.kube.quota.QuotaHeadroomCalculator;
import tessera.scheduling.PredictedPodPlacement.PodCreationRefusal;
import tessera.scheduling.PredictedPodPlacement.QuotaRemainder;

/** Checks a PersistentVolumeClaim that does not exist yet against a ResourceQuota. */
final class VolumeClaimQuotaCheck {

    private VolumeClaimQuotaCheck() {}

    /** Returns the refusals of the claim; a quota with scopes counts no claims. */
    static List<PodCreationRefusal> refusalsOf(JsonNode quota, JsonNode claim) {
        return usageByKey(quota, claim).entrySet().stream()
                .flatMap(need -> refusalFor(quota, claim, need.getKey(), need.getValue()).stream()).toList();
    }

    /** Returns the remainders for pods that each get such a claim. */
    static List<QuotaRemainder> remaindersOf(JsonNode quota, JsonNode claim) {
        return usageByKey(quota, claim).entrySet().stream().filter(need -> need.getValue().signum() > 0)
                .map(need -> new QuotaRemainder(quota.at("/metadata/name").asText(), need.getKey(),
                        saturatedUnits(statusAmount(quota, "hard", need.getKey())),
                        saturatedUnits(statusAmount(quota, "used", need.getKey())),
                        saturatedUnits(need.getValue())))
                .toList();
    }

    private static long saturatedUnits(BigDecimal amount) {
        return QuantityParser.parseUnits(amount.toPlainString()).orElse(Long.MAX_VALUE);
    }

    /** Returns how much the claim uses of the quota, by its keys. */
    private static Map<String, BigDecimal> usageByKey(JsonNode quota, JsonNode claim) {
        if (!ObjectQuotaUsageCalculator.isInScope(quota, QuotaCountedKind.PERSISTENT_VOLUME_CLAIM, claim)) {
            return Map.of();
        }
        var usage = ObjectQuotaUsageCalculator.usageOf(QuotaCountedKind.PERSISTENT_VOLUME_CLAIM, claim, Instant.EPOCH);
        var needs = new LinkedHashMap<String, BigDecimal>();
        for (var hard : quota.path("status").path("hard").properties()) {
            Optional.ofNullable(usage.get(hard.getKey()))
                    .ifPresent(amount -> needs.put(hard.getKey(), amount.value()));
        }
        return needs;
    }

    private static Optional<PodCreationRefusal> refusalFor(JsonNode quota, JsonNode claim, String key,
            BigDecimal wanted) {
        var most = statusAmount(quota, "hard", key);
        var left = QuotaHeadroomCalculator.remaining(most, statusAmount(quota, "used", key));
        if (wanted.compareTo(left) <= 0) {
            return Optional.empty();
        }
        var name = claim.at("/metadata/name").asText();
        var called = quota.at("/metadata/name").asText();
        return Optional.of(new PodCreationRefusal("the claim %s that each of its pods mounts".formatted(name),
                "Quota %s leaves %s of %s, and %s takes %s".formatted(called, QuantityParser.quantityText(left), key,
                        name,
                        QuantityParser.quantityText(wanted)),
                "Raise %s of quota %s from %s to %s, or delete claims that are not needed".formatted(key, called,
                        QuantityParser.quantityText(most),
                        QuantityParser.quantityText(most.subtract(left).add(wanted)))));
    }

    private static BigDecimal statusAmount(JsonNode quota, String side, String key) {
        return QuantityParser.parseExact(quota.path("status").path(side).path(key).asText("0")).orElse(BigDecimal.ZERO);
    }
}
