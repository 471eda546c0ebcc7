package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.model.Quantity;
import tessera.scheduling.LaunchOutcome.LaunchRefusal;
import tessera.scheduling.LaunchOutcome.QuotaRemainder;

/** What a quota leaves for a claim on storage that is not made yet. */
final class ClaimQuotas {

    private static final String STORAGE = "requests.storage";
    private static final String COUNT = "persistentvolumeclaims";
    private static final String OF_CLASS = ".storageclass.storage.k8s.io/";

    private ClaimQuotas() {}

    /** Why the claim is refused; those that count but some of the pods count no claims. */
    static List<LaunchRefusal> refusals(JsonNode quota, JsonNode claim) {
        return needs(quota, claim).entrySet().stream()
                .flatMap(need -> refusal(quota, claim, need.getKey(), need.getValue()).stream()).toList();
    }

    /** What is left for the claims of pods each of which gets one like this. */
    static List<QuotaRemainder> rooms(JsonNode quota, JsonNode claim) {
        return needs(quota, claim).entrySet().stream().filter(need -> need.getValue().signum() > 0)
                .map(need -> new QuotaRemainder(quota.at("/metadata/name").asText(), need.getKey(),
                        units(amount(quota, "hard", need.getKey())), units(amount(quota, "used", need.getKey())),
                        units(need.getValue())))
                .toList();
    }

    private static long units(BigDecimal amount) {
        return Quantity.units(amount.toPlainString()).orElse(Long.MAX_VALUE);
    }

    /** How much it takes of what the quota counts, by its keys. */
    private static Map<String, BigDecimal> needs(JsonNode quota, JsonNode claim) {
        var spec = quota.path("spec");
        if (!spec.path("scopes").isEmpty() || spec.has("scopeSelector")) {
            return Map.of();
        }
        var asked = Quantity.exact(claim.at("/spec/resources/requests/storage").asText()).orElse(BigDecimal.ZERO);
        var own = claim.at("/spec/storageClassName").asText() + OF_CLASS;
        var needs = new LinkedHashMap<String, BigDecimal>();
        for (var hard : quota.path("status").path("hard").properties()) {
            var key = hard.getKey();
            if (key.equals(STORAGE) || key.equals(own + STORAGE)) {
                needs.put(key, asked);
            } else if (key.equals(COUNT) || key.equals("count/" + COUNT) || key.equals(own + COUNT)) {
                needs.put(key, BigDecimal.ONE);
            }
        }
        return needs;
    }

    private static Optional<LaunchRefusal> refusal(JsonNode quota, JsonNode claim, String key, BigDecimal wanted) {
        var most = amount(quota, "hard", key);
        var left = most.subtract(amount(quota, "used", key)).max(BigDecimal.ZERO);
        if (wanted.compareTo(left) <= 0) {
            return Optional.empty();
        }
        var name = claim.at("/metadata/name").asText();
        var called = quota.at("/metadata/name").asText();
        return Optional.of(new LaunchRefusal("the claim %s that each of its pods mounts".formatted(name),
                "Quota %s leaves %s of %s, and %s takes %s".formatted(called, Quantity.text(left), key, name,
                        Quantity.text(wanted)),
                "Raise %s of quota %s from %s to %s, or delete claims that are not needed".formatted(key, called,
                        Quantity.text(most), Quantity.text(most.subtract(left).add(wanted)))));
    }

    private static BigDecimal amount(JsonNode quota, String side, String key) {
        return Quantity.exact(quota.path("status").path(side).path(key).asText("0")).orElse(BigDecimal.ZERO);
    }
}
