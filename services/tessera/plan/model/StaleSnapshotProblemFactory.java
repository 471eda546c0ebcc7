package tessera.plan.model;

import java.util.Comparator;
import java.util.List;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.text.Reason;

/** Conflicts with a snapshot older than the objects just read; they clear once the watch catches up. */
public final class StaleSnapshotProblemFactory {

    /** A snapshot that is older than the objects just read. */
    record StaleSnapshot(String subject) implements Reason {}

    private StaleSnapshotProblemFactory() {}

    /**
     * Returns the problem of a snapshot that is older than the objects just read.
     *
     * @param subject what it is about, e.g. {@code this pod}
     */
    public static Problem staleProblem(String subject) {
        return Problem.of(OperationProblemKind.INVALID, new StaleSnapshot(subject));
    }

    private static boolean isStale(Problem problem) {
        return problem.reason() instanceof StaleSnapshot;
    }

    /** Returns the reasons with the lasting ones first, as a stale snapshot needs no remedy. */
    public static List<Problem> sortLast(List<Problem> reasons) {
        return reasons.stream().sorted(Comparator.comparing(StaleSnapshotProblemFactory::isStale)).toList();
    }

    /** Returns whether a stale snapshot is the only reason. */
    public static boolean isOnlyReason(List<Problem> reasons) {
        return !reasons.isEmpty() && reasons.stream().allMatch(StaleSnapshotProblemFactory::isStale);
    }
}
