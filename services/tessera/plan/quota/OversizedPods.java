package tessera.plan.quota;

import java.util.Optional;
import tessera.model.ListText;
import tessera.model.PodFacts;
import tessera.model.Quantity;
import tessera.model.Snapshot;
import tessera.quota.LimitSheet;

/** Pods of a namespace that request more than a LimitRange allows one pod. */
final class OversizedPods {

    private static final String MOST = "Pod/max/";
    private static final int NAMED = 5;

    private OversizedPods() {}

    /** Returns a sentence without a full stop; empty if all pods could be created again. */
    static Optional<String> warningText(Snapshot snapshot, String namespace, LimitSheet sheet) {
        var names = snapshot.pods()
                .filter(pod -> pod.namespace().equals(namespace) && !pod.phase().isTerminal()
                        && exceedsLimits(pod, sheet))
                .map(PodFacts::name).sorted().toList();
        return names.isEmpty() ? Optional.empty()
                : Optional.of("%s of %s %s for more than one pod may have then and could not be made again: %s"
                        .formatted(names.size() == 1 ? "1 pod" : names.size() + " pods", namespace,
                                names.size() == 1 ? "asks" : "ask",
                                ListText.firstWords(names, NAMED)));
    }

    private static boolean exceedsLimits(PodFacts pod, LimitSheet sheet) {
        return sheet.bounds().entrySet().stream().filter(bound -> bound.getKey().startsWith(MOST))
                .anyMatch(bound -> Quantity.parseExact(bound.getValue())
                        .filter(most -> RequestedAmounts.requestedBy(pod, LimitSheet.resourceOf(bound.getKey()))
                                .compareTo(most) > 0)
                        .isPresent());
    }
}
