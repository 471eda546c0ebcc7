package tessera.scheduling;

import java.util.List;
import java.util.Optional;
import tessera.kube.scheduling.Toleration;
import tessera.scheduling.NodeFitResult.NodeFitStatus;
import tessera.scheduling.PendingReasonPhrase.TolerationMismatch;

/** Finds the difference between a toleration and the taint with the same key that it does not tolerate. */
final class TolerationMismatchFinder {

    private TolerationMismatchFinder() {}

    /** Returns the remark; empty where no toleration has the key of an untolerated taint. */
    static Optional<TolerationMismatch> findMismatch(List<NodeFitResult> nodes, List<Toleration> tolerations) {
        return nodes.stream().filter(node -> node.status() == NodeFitStatus.CLOSED)
                .flatMap(node -> node.failures().stream()).flatMap(failure -> failure.taint().stream()).distinct()
                .filter(taint -> !CordonedOrTaintedNodeRemedyFinder.shouldNotTolerate(taint))
                .flatMap(taint -> tolerations.stream().filter(toleration -> toleration.key().equals(taint.key()))
                        .map(toleration -> TolerationMismatch.of(toleration, taint)))
                .findFirst();
    }
}
