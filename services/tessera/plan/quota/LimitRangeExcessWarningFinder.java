package tessera.plan.quota;

import java.util.Optional;
import tessera.kube.quantity.QuantityParser;
import tessera.model.ClusterSnapshot;
import tessera.model.PodSummary;
import tessera.model.WordListJoiner;
import tessera.quota.LimitRangeAmounts;

/** Pods of a namespace that request more than a LimitRange allows one pod. */
final class LimitRangeExcessWarningFinder {

    private static final String MOST = "Pod/max/";
    private static final int NAMED = 5;

    private LimitRangeExcessWarningFinder() {}

    /** Returns a sentence without a full stop; empty if all pods could be created again. */
    static Optional<String> warningText(ClusterSnapshot clusterSnapshot, String namespace, LimitRangeAmounts amounts) {
        var names = clusterSnapshot.pods()
                .filter(pod -> pod.namespace().equals(namespace) && !pod.phase().isTerminal()
                        && exceedsLimits(pod, amounts))
                .map(PodSummary::name).sorted().toList();
        return names.isEmpty() ? Optional.empty()
                : Optional.of("%s of %s %s for more than one pod may have then and could not be made again: %s"
                        .formatted(names.size() == 1 ? "1 pod" : names.size() + " pods", namespace,
                                names.size() == 1 ? "asks" : "ask",
                                WordListJoiner.firstWords(names, NAMED)));
    }

    private static boolean exceedsLimits(PodSummary pod, LimitRangeAmounts amounts) {
        return amounts.bounds().entrySet().stream().filter(bound -> bound.getKey().startsWith(MOST))
                .anyMatch(bound -> QuantityParser.parseExact(bound.getValue())
                        .filter(most -> PodQuotaRequestCalculator
                                .requestedBy(pod, LimitRangeAmounts.resourceOf(bound.getKey()))
                                .compareTo(most) > 0)
                        .isPresent());
    }
}
