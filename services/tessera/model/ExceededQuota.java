package tessera.model;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a server says where a quota leaves too little.
 *
 * @param quota     by its name
 * @param requested what was asked for, by key; only whole amounts
 * @param enough    what it would have to allow for one more of what was refused, by key; only whole amounts that were exceeded
 */
public record ExceededQuota(String quota, Map<String, Long> requested, Map<String, String> enough) {

    private static final Pattern SAID = Pattern.compile("exceeded quota: ([a-z0-9.-]*[a-z0-9])"
            + "(?:, requested: (\\S+), used: (\\S+), limited: (\\S+))?");
    private static final Pattern WHOLE = Pattern.compile("\\d{1,12}");

    public ExceededQuota {
        requested = Map.copyOf(requested);
        enough = Map.copyOf(enough);
    }

    /** Empty where a sentence is about none. */
    public static Optional<ExceededQuota> in(String sentence) {
        var said = SAID.matcher(sentence);
        if (!said.find()) {
            return Optional.empty();
        }
        var enough = new TreeMap<String, String>();
        var asked = said.group(2) == null ? Map.<String, Long>of() : amounts(said.group(2));
        if (!asked.isEmpty()) {
            var used = amounts(said.group(3));
            var limits = amounts(said.group(4));
            asked.forEach((key, requested) -> {
                long needed = requested + used.getOrDefault(key, 0L);
                if (limits.containsKey(key) && needed > limits.get(key)) {
                    enough.put(key, Long.toString(needed));
                }
            });
        }
        return Optional.of(new ExceededQuota(said.group(1), asked, enough));
    }

    private static Map<String, Long> amounts(String list) {
        return Arrays.stream(list.split(",")).map(each -> each.split("=", 2))
                .filter(each -> each.length == 2 && WHOLE.matcher(each[1]).matches())
                .collect(Collectors.toMap(each -> each[0], each -> Long.valueOf(each[1]), Math::max));
    }
}
