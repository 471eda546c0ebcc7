package tessera.model;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a server says where a quota leaves too little: amounts by key, of what was exceeded alone.
 *
 * @param quota     by its name
 * @param requested what was asked for by one pod, or whatever was refused
 * @param used      what others took by then
 * @param limited   what is allowed
 */
public record ExceededQuota(String quota, Map<String, BigDecimal> requested, Map<String, BigDecimal> used,
        Map<String, BigDecimal> limited) {

    private static final String REQUESTS = "requests.";
    private static final Pattern SAID = Pattern.compile("exceeded quota: ([a-z0-9.-]*[a-z0-9])"
            + "(?:, requested: (\\S+), used: (\\S+), limited: (\\S+))?");

    public ExceededQuota {
        requested = Map.copyOf(requested);
        used = Map.copyOf(used);
        limited = Map.copyOf(limited);
    }

    /** Empty where a sentence is about none. */
    public static Optional<ExceededQuota> in(String sentence) {
        var said = SAID.matcher(sentence);
        return said.find() ? Optional.of(new ExceededQuota(said.group(1), amounts(said.group(2)),
                amounts(said.group(3)), amounts(said.group(4)))) : Optional.empty();
    }

    /** The same as others take by now, and as is allowed by now: what is not limited any more is left out. */
    public ExceededQuota now(Map<String, BigDecimal> taken, Map<String, BigDecimal> hard) {
        return new ExceededQuota(quota, requested, taken, hard);
    }

    /** Whether so much was asked for that is known that one more of it would be let in. */
    public boolean roomy() {
        return !requested.isEmpty() && enough(1).amounts().isEmpty();
    }

    /** What there is too little of, for example {@code 18 of 18 nvidia.com/gpu used, 1 wanted}; empty where that is not told. */
    public String words() {
        return enough(1).amounts().keySet().stream().sorted()
                .map(key -> "%s of %s %s used, %s wanted".formatted(
                        Quantity.text(used.getOrDefault(key, BigDecimal.ZERO)),
                        Quantity.text(limited.getOrDefault(key, BigDecimal.ZERO)), brief(key),
                        Quantity.text(requested.getOrDefault(key, BigDecimal.ZERO))))
                .collect(Collectors.joining("; "));
    }

    /** Of devices nothing but requests is counted. */
    public static String brief(String key) {
        return key.startsWith(REQUESTS) && key.contains("/") ? key.substring(REQUESTS.length()) : key;
    }

    /** What it would have to allow for some more of what was refused. */
    public RequiredQuota enough(long pods) {
        var amounts = new TreeMap<String, String>();
        requested.forEach((key, each) -> {
            var needed = each.multiply(BigDecimal.valueOf(pods)).add(used.getOrDefault(key, BigDecimal.ZERO));
            if (limited.containsKey(key) && needed.compareTo(limited.get(key)) > 0) {
                amounts.put(key, Quantity.text(needed));
            }
        });
        return new RequiredQuota(amounts, pods);
    }

    /**
     * What a quota would have to allow.
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

    private static Map<String, BigDecimal> amounts(@Nullable String list) {
        var amounts = new HashMap<String, BigDecimal>();
        if (list != null) {
            Arrays.stream(list.split(",")).map(each -> each.split("=", 2)).filter(each -> each.length == 2)
                    .forEach(each -> Quantity.exact(each[1]).ifPresent(amount -> amounts.put(each[0], amount)));
        }
        return amounts;
    }
}
