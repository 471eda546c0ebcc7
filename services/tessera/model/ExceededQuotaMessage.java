package tessera.model;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quota.ExceededQuota;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/**
 * A server's message about an exceeded quota: amounts by key, of what was exceeded alone.
 *
 * @param quota     by its name
 * @param requested what was asked for by one pod, or whatever was refused
 * @param used      what others took by then
 * @param limited   what is allowed
 */
public record ExceededQuotaMessage(String quota, Map<String, BigDecimal> requested, Map<String, BigDecimal> used,
        Map<String, BigDecimal> limited) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ExceededQuotaMessage.class);
    private static final String REQUESTS = "requests.";

    public ExceededQuotaMessage {
        requested = Map.copyOf(requested);
        used = Map.copyOf(used);
        limited = Map.copyOf(limited);
    }

    /** Parses a message; empty where it is not about an exceeded quota. */
    public static Optional<ExceededQuotaMessage> parse(String sentence) {
        return ExceededQuota.parse(sentence).map(exceeded -> new ExceededQuotaMessage(exceeded.quota(),
                exactAmounts(exceeded.requested()), exactAmounts(exceeded.used()), exactAmounts(exceeded.limited())));
    }

    /** Returns the same request with the current use and limits; keys without a limit any more are left out. */
    public ExceededQuotaMessage withCurrentAmounts(Map<String, BigDecimal> taken, Map<String, BigDecimal> hard) {
        return new ExceededQuotaMessage(quota, requested, taken, hard);
    }

    /** Returns whether the request is known and one more of it would now be admitted. */
    public boolean hasRoomAgain() {
        return !requested.isEmpty() && requiredFor(1).amounts().isEmpty();
    }

    /** Returns the shortage, for example {@code 18 of 18 nvidia.com/gpu used, 1 wanted}; empty where it is not known. */
    public String shortageText() {
        return requiredFor(1).amounts().keySet().stream().sorted()
                .map(key -> MESSAGES.text("shortage",
                        QuantityParser.quantityText(used.getOrDefault(key, BigDecimal.ZERO)),
                        QuantityParser.quantityText(limited.getOrDefault(key, BigDecimal.ZERO)), displayKey(key),
                        QuantityParser.quantityText(requested.getOrDefault(key, BigDecimal.ZERO))))
                .collect(SentenceJoiner.toClauses());
    }

    /** Returns the key for display; of devices the prefix for requests is dropped, as nothing else is counted. */
    public static String displayKey(String key) {
        return key.startsWith(REQUESTS) && key.contains("/") ? key.substring(REQUESTS.length()) : key;
    }

    /** Returns the quota that would admit a number of further pods like the refused one. */
    public RequiredQuota requiredFor(long pods) {
        var amounts = new TreeMap<String, String>();
        requested.forEach((key, decimal) -> {
            var needed = decimal.multiply(BigDecimal.valueOf(pods)).add(used.getOrDefault(key, BigDecimal.ZERO));
            if (limited.containsKey(key) && needed.compareTo(limited.get(key)) > 0) {
                amounts.put(key, QuantityParser.quantityText(needed));
            }
        });
        return new RequiredQuota(amounts, pods);
    }

    /**
     * The amounts that a quota would have to allow.
     *
     * @param amounts by key; empty where that is not known
     * @param pods    for how many more of those that were refused
     */
    public record RequiredQuota(Map<String, String> amounts, long pods) {

        /** Where that is not known. */
        public static final RequiredQuota UNKNOWN = new RequiredQuota(Map.of(), 0);

        public RequiredQuota {
            amounts = Map.copyOf(amounts);
        }
    }

    private static Map<String, BigDecimal> exactAmounts(Map<String, FormatPreservingQuantity> amounts) {
        return amounts.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().value()));
    }
}
