package tessera.kube.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.requests.PodResourceCalculator;

/**
 * The amounts of a quota that a request would exceed, by key.
 *
 * @param requested what one object asks for; none where the message does not say, as with the others
 */
public record ExceededQuota(String quota, SortedMap<String, FormatPreservingQuantity> requested,
        SortedMap<String, FormatPreservingQuantity> used, SortedMap<String, FormatPreservingQuantity> limited) {

    private static final Pattern MESSAGE = Pattern.compile(
            "exceeded quota: ([a-z0-9.-]*[a-z0-9])" + "(?:, requested: (\\S+), used: (\\S+), limited: (\\S+))?");

    public ExceededQuota {
        requested = Collections.unmodifiableSortedMap(new TreeMap<>(requested));
        used = Collections.unmodifiableSortedMap(new TreeMap<>(used));
        limited = Collections.unmodifiableSortedMap(new TreeMap<>(limited));
    }

    /** Returns what a charge would exceed of a quota, by its status; empty where there is room for all. */
    public static Optional<ExceededQuota> find(JsonNode quota, Map<String, FormatPreservingQuantity> charge) {
        var hard = PodResourceCalculator.IN_QUANTITIES.amounts(quota.path("status").path("hard"));
        var used = PodResourceCalculator.IN_QUANTITIES.amounts(quota.path("status").path("used"));
        var exceeded = new TreeMap<>(charge);
        exceeded.entrySet().removeIf(wanted -> amountOf(used, wanted.getKey()).plus(wanted.getValue())
                .compareTo(amountOf(hard, wanted.getKey())) <= 0);
        used.keySet().retainAll(exceeded.keySet());
        hard.keySet().retainAll(exceeded.keySet());
        if (exceeded.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new ExceededQuota(quota.at("/metadata/name").asText(), exceeded, used, hard));
    }

    private static FormatPreservingQuantity amountOf(Map<String, FormatPreservingQuantity> amounts, String key) {
        return amounts.getOrDefault(key, FormatPreservingQuantity.ZERO);
    }

    /** Returns the API server's message. */
    public String message() {
        return "exceeded quota: %s, requested: %s, used: %s, limited: %s".formatted(quota, amountsText(requested),
                amountsText(used), amountsText(limited));
    }

    private static String amountsText(Map<String, FormatPreservingQuantity> amounts) {
        return amounts.entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue().canonicalText())
                .collect(Collectors.joining(","));
    }

    /** Parses the API server's message; empty where it is about nothing else. */
    public static Optional<ExceededQuota> parse(String message) {
        var match = MESSAGE.matcher(message);
        if (match.find()) {
            return Optional.of(new ExceededQuota(match.group(1), parseAmounts(match.group(2)),
                    parseAmounts(match.group(3)), parseAmounts(match.group(4))));
        }
        return Optional.empty();
    }

    private static SortedMap<String, FormatPreservingQuantity> parseAmounts(@Nullable String list) {
        var amounts = new TreeMap<String, FormatPreservingQuantity>();
        for (var pair : list == null ? new String[0] : list.split(",", -1)) {
            var sides = pair.split("=", 2);
            if (sides.length == 2) {
                FormatPreservingQuantity.parseOptional(sides[1]).ifPresent(amount -> amounts.put(sides[0], amount));
            }
        }
        return amounts;
    }
}
