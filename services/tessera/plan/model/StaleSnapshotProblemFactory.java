package tessera.plan.model;

import java.util.Comparator;
import java.util.List;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.text.MessageCatalog;

/** Conflicts with a snapshot older than the objects just read; they clear once the watch catches up. */
public final class StaleSnapshotProblemFactory {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(StaleSnapshotProblemFactory.class);

    private StaleSnapshotProblemFactory() {}

    /**
     * Returns the problem of a snapshot that is older than the objects just read.
     *
     * @param subject what it is about, e.g. {@code this pod}
     */
    public static Problem staleProblem(String subject) {
        return Problem.of(OperationProblemKind.INVALID, MESSAGES.reason("stale", subject));
    }

    private static boolean isStale(Problem problem) {
        return problem.remedy().equals(MESSAGES.text("stale.remedy"));
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
