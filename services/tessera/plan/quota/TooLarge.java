package tessera.plan.quota;

import java.util.Optional;
import tessera.model.ListText;
import tessera.model.PodFacts;
import tessera.model.Quantity;
import tessera.model.Snapshot;
import tessera.quota.LimitSheet;

/** Pods of a namespace that ask for more than a range of limits lets one pod have. */
final class TooLarge {

    private static final String MOST = "Pod/max/";
    private static final int NAMED = 5;

    private TooLarge() {}

    /** A sentence without a full stop; empty where all of them could be made again. */
    static Optional<String> warning(Snapshot snapshot, String namespace, LimitSheet sheet) {
        var names = snapshot.pods()
                .filter(pod -> pod.namespace().equals(namespace) && !pod.phase().terminal() && more(pod, sheet))
                .map(PodFacts::name).sorted().toList();
        return names.isEmpty() ? Optional.empty()
                : Optional.of("%s of %s %s for more than one pod may have then and could not be made again: %s"
                        .formatted(names.size() == 1 ? "1 pod" : names.size() + " pods", namespace,
                                names.size() == 1 ? "asks" : "ask",
                                ListText.some(names, NAMED)));
    }

    private static boolean more(PodFacts pod, LimitSheet sheet) {
        return sheet.bounds().entrySet().stream().filter(bound -> bound.getKey().startsWith(MOST))
                .anyMatch(bound -> Quantity.exact(bound.getValue())
                        .filter(most -> RequestedAmounts.by(pod, LimitSheet.resource(bound.getKey()))
                                .compareTo(most) > 0)
                        .isPresent());
    }
}
