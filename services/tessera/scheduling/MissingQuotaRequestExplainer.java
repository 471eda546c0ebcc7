package tessera.scheduling;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.kube.quota.MissingQuotaRequests;
import tessera.model.ShellWordQuoter;

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
        var containers = missing.containers().values().stream().flatMap(Set::stream).distinct().map("“%s”"::formatted)
                .toList();
        return new PodCreationRefusal(reason(containers));
    }

    /** Returns the reason for a pod of which it is not told which containers lack a request. */
    PodCreationReason reason() {
        return reason(List.of());
    }

    private PodCreationReason reason(List<String> containers) {
        return new PodCreationReason.QuotaRequestsUnset(missing.quota(), List.copyOf(missing.containers().keySet()),
                containers);
    }

    /** Returns the remedy: a default of the namespace saves changing each of its workloads. */
    SchedulingRemedy remedy(String namespace) {
        var sets = missing.containers().keySet().stream().map(MissingQuotaRequestExplainer::defaultKey)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        return new SchedulingRemedy(reason().remedyText(),
                ShellWordQuoter.fillCommand("tessera plan limits %s --new --name defaults", namespace)
                        + setOptions(sets),
                new SchedulingRemedyChange.ChangeResourceRequestAction());
    }

    private static String setOptions(Set<String> bounds) {
        return bounds.stream().map(
                bound -> " --set Container/%s=%s".formatted(bound, USUAL.get(bound.substring(bound.indexOf('/') + 1))))
                .collect(Collectors.joining());
    }

    private static String defaultKey(String key) {
        var resource = key.substring(key.indexOf('.') + 1);
        return (key.startsWith(LIMITS) ? "default/" : "defaultRequest/") + resource;
    }
}
