package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.ShellWordQuoter;
import tessera.model.WordListJoiner;
import tessera.scheduling.PredictedPodPlacement.PodCreationRefusal;

/**
 * The resources that a quota counts and for which containers have no request or limit.
 *
 * @param keys       of the quota, for example {@code requests.cpu}
 * @param containers which do not, in quotation marks; none where that is not told
 */
record ContainersLackingQuotaRequests(String quota, List<String> keys, List<String> containers) {

    private static final Pattern SAID = Pattern.compile("failed quota: ([a-z0-9.-]*[a-z0-9]): must specify (.+)");
    private static final Pattern KEY = Pattern.compile("(?:requests\\.|limits\\.)?(cpu|memory|ephemeral-storage)");
    private static final String LIMITS = "limits.";
    private static final List<String> NAMED = List.of("cpu", "memory");
    /** What a first default could be. */
    private static final Map<String, String> USUAL = Map.of("cpu", "1", "memory", "4Gi", "ephemeral-storage", "10Gi");

    ContainersLackingQuotaRequests {
        keys = List.copyOf(keys);
        containers = List.copyOf(containers);
    }

    /** Checks a pod that does not exist yet; empty where its containers have all requests that the quota counts. */
    static Optional<ContainersLackingQuotaRequests> check(JsonNode quota, JsonNode pod) {
        var keys = new TreeSet<String>();
        var containers = new LinkedHashSet<String>();
        for (var key : quota.path("status").path("hard").propertyStream().map(Map.Entry::getKey).toList()) {
            var resource = key.substring(key.indexOf('.') + 1);
            var side = key.startsWith(LIMITS) ? "limits" : "requests";
            if (!KEY.matcher(key).matches() || !NAMED.contains(resource)
                    || pod.at("/spec/resources/" + side).has(resource)) {
                continue;
            }
            Stream.of("initContainers", "containers").flatMap(list -> pod.path("spec").path(list).valueStream())
                    .filter(element -> !element.at("/resources/" + side).has(resource)).forEach(element -> {
                        keys.add(key);
                        containers.add("“%s”".formatted(element.path("name").asText()));
                    });
        }
        return keys.isEmpty() ? Optional.empty()
                : Optional.of(new ContainersLackingQuotaRequests(quota.at("/metadata/name").asText(), List.copyOf(keys),
                        List.copyOf(containers)));
    }

    PodCreationRefusal refusal() {
        return new PodCreationRefusal(
                "Quota %s counts %s, and %s not say how much of it %s".formatted(quota, keysText(),
                        WordListJoiner.joinWords(containers, " and ") + (containers.size() == 1 ? " does" : " do"),
                        containers.size() == 1 ? "it wants" : "they want"),
                "Have %s say %s, or have a LimitRange give a default to those that do not".formatted(
                        WordListJoiner.joinWords(containers, " and "), keysText()));
    }

    /** Parses the API server's message; empty where it is about nothing else. */
    static Optional<ContainersLackingQuotaRequests> parse(String sentence) {
        var said = SAID.matcher(sentence);
        if (!said.find()) {
            return Optional.empty();
        }
        // Old servers do not say of which containers, and put a comma between.
        var keys = Stream.of(said.group(2).split("; ")).map(each -> each.split(" for: ", 2)[0])
                .flatMap(each -> Stream.of(each.split(","))).filter(each -> KEY.matcher(each).matches()).distinct()
                .toList();
        return keys.isEmpty() ? Optional.empty()
                : Optional.of(new ContainersLackingQuotaRequests(said.group(1), keys, List.of()));
    }

    String problemText() {
        return "the quota “%s” counts %s, and not every container says how much of it it wants".formatted(quota,
                keysText());
    }

    /** Returns the remedy: a default of the namespace saves changing each of its workloads. */
    SchedulingRemedy remedy(String namespace) {
        var sets = keys.stream().map(ContainersLackingQuotaRequests::defaultKey)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        return new SchedulingRemedy("Have every container say %s, or the namespace give a default to those that do not"
                .formatted(keysText()),
                ShellWordQuoter.fillCommand("tessera plan limits %s --new --name defaults", namespace)
                        + setOptions(sets),
                new SchedulingRemedyChange.ChangeResourceRequestAction());
    }

    private static String setOptions(Set<String> bounds) {
        return bounds.stream().map(bound -> " --set Container/%s=%s".formatted(bound,
                USUAL.get(bound.substring(bound.indexOf('/') + 1)))).collect(Collectors.joining());
    }

    private static String defaultKey(String key) {
        var resource = key.substring(key.indexOf('.') + 1);
        return (key.startsWith(LIMITS) ? "default/" : "defaultRequest/") + resource;
    }

    private String keysText() {
        return WordListJoiner.joinWords(keys, " and ");
    }
}
