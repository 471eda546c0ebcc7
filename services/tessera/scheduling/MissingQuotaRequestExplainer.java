package tessera.scheduling;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.kube.quota.MissingQuotaRequests;
import tessera.model.ShellWordQuoter;
import tessera.model.WordListJoiner;

/** The explanation of requests that a quota counts and containers lack, for pods to come and for those that are refused. */
record MissingQuotaRequestExplainer(MissingQuotaRequests missing) {

    /** What a first default could be. */
    private static final Map<String, String> USUAL = Map.of("cpu", "1", "memory", "4Gi", "ephemeral-storage", "10Gi");
    private static final String LIMITS = "limits.";

    /** Explains a message; empty where it is about nothing else. */
    static Optional<MissingQuotaRequestExplainer> ofMessage(String sentence) {
        return MissingQuotaRequests.parse(sentence).map(MissingQuotaRequestExplainer::new);
    }

    /** Returns the refusal of a pod that does not exist yet. */
    PodCreationRefusal refusal() {
        var containers = missing.containers().values().stream().flatMap(Set::stream).distinct()
                .map("“%s”"::formatted).toList();
        return new PodCreationRefusal(
                "Quota %s counts %s, and %s not say how much of it %s".formatted(missing.quota(), keysText(),
                        WordListJoiner.joinWords(containers, " and ") + (containers.size() == 1 ? " does" : " do"),
                        containers.size() == 1 ? "it wants" : "they want"),
                "Have %s say %s, or have a LimitRange give a default to those that do not".formatted(
                        WordListJoiner.joinWords(containers, " and "), keysText()));
    }

    String problemText() {
        return "the quota “%s” counts %s, and not every container says how much of it it wants".formatted(
                missing.quota(),
                keysText());
    }

    /** Returns the remedy: a default of the namespace saves changing each of its workloads. */
    SchedulingRemedy remedy(String namespace) {
        var sets = missing.containers().keySet().stream().map(MissingQuotaRequestExplainer::defaultKey)
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
        return WordListJoiner.joinWords(List.copyOf(missing.containers().keySet()), " and ");
    }
}
