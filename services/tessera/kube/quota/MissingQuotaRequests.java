package tessera.kube.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.kube.requests.ContainerResourceDefaults;
import tessera.kube.requests.PodResourceFormula;

/**
 * The requests and limits that a quota counts and containers lack, so that their pod is refused.
 *
 * @param containers by key of the quota, e.g. {@code requests.cpu}; none where an old server does not say of which
 */
public record MissingQuotaRequests(String quota, SortedMap<String, SortedSet<String>> containers) {

    private static final Pattern KEY = Pattern.compile("(?:(requests|limits)\\.)?(cpu|memory)");
    private static final Pattern MESSAGE = Pattern.compile("failed quota: ([a-z0-9.-]*[a-z0-9]): must specify (.+)");
    private static final Pattern COUNTED = Pattern.compile("(?:requests\\.|limits\\.)?(cpu|memory|ephemeral-storage)");

    public MissingQuotaRequests {
        containers = Collections.unmodifiableSortedMap(new TreeMap<>(containers));
    }

    /**
     * A request or limit that every container must name once a quota counts it.
     *
     * @param side {@code requests} or {@code limits}
     */
    public record RequiredAmount(String side, String resource) {}

    /** Returns the amount that a key of a quota requires of each container; empty for keys that require none. */
    public static Optional<RequiredAmount> requiredBy(String key) {
        var match = KEY.matcher(key);
        if (match.matches()) {
            return Optional
                    .of(new RequiredAmount(Optional.ofNullable(match.group(1)).orElse("requests"), match.group(2)));
        }
        return Optional.empty();
    }

    /** Checks a new pod that the quota counts; empty where its containers have all amounts, or the pod as a whole has some. */
    public static Optional<MissingQuotaRequests> find(JsonNode quota, JsonNode pod) {
        var missing = new TreeMap<String, SortedSet<String>>();
        if (hasPodLevelResources(pod)) {
            return Optional.empty();
        }
        for (var key : quota.path("status").path("hard").properties().stream().map(Map.Entry::getKey).toList()) {
            var required = requiredBy(key).orElse(null);
            if (required != null) {
                ContainerResourceDefaults.containersOf(pod).stream().filter(
                        container -> !container.path("resources").path(required.side()).has(required.resource()))
                        .forEach(container -> addMissingName(container, missing, key));
            }
        }
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new MissingQuotaRequests(quota.at("/metadata/name").asText(), missing));
    }

    private static void addMissingName(ObjectNode container, NavigableMap<String, SortedSet<String>> missing,
            String key) {
        missing.computeIfAbsent(key, _ -> new TreeSet<>()).add(container.path("name").asText());
    }

    private static boolean hasPodLevelResources(JsonNode pod) {
        var resources = pod.path("spec").path("resources");
        return Stream.of("requests", "limits").flatMap(side -> resources.path(side).properties().stream())
                .anyMatch(amount -> PodResourceFormula.isPodLevelResource(amount.getKey()));
    }

    /** Returns the API server's message. */
    public String message() {
        return "failed quota: %s: must specify %s".formatted(quota,
                containers.entrySet().stream()
                        .map(entry -> entry.getKey() + " for: " + String.join(",", entry.getValue()))
                        .collect(Collectors.joining("; ")));
    }

    /** Parses the API server's message; empty where it is about nothing else. */
    public static Optional<MissingQuotaRequests> parse(String message) {
        var match = MESSAGE.matcher(message);
        if (!match.find()) {
            return Optional.empty();
        }
        var containers = new TreeMap<String, SortedSet<String>>();
        for (var part : match.group(2).split("; ", -1)) {
            // Old servers do not say of which containers, and put a comma between.
            var sides = part.split(" for: ", 2);
            var names = sides.length == 1 ? List.<String>of() : List.of(sides[1].split(",", -1));
            Stream.of(sides[0].split(",", -1)).filter(key -> COUNTED.matcher(key).matches())
                    .forEach(key -> containers.put(key, new TreeSet<>(names)));
        }
        if (containers.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new MissingQuotaRequests(match.group(1), containers));
    }
}
