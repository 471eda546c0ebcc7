package tessera.plan.model;

import java.util.Comparator;
import java.util.List;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;

/** Conflicts with a snapshot older than the objects just read; they clear once the watch catches up. */
public final class StaleSnapshotProblemFactory {

    private static final String REMEDY = "Plan again in a moment.";

    private StaleSnapshotProblemFactory() {}

    public static Problem staleProblem(String subject) {
        return new Problem(OperationProblemKind.INVALID, "What is seen of %s is behind the cluster".formatted(subject),
                "",
                REMEDY);
    }

    /** Returns the reasons with the lasting ones first, as a stale snapshot needs no remedy. */
    public static List<Problem> sortLast(List<Problem> reasons) {
        return reasons.stream().sorted(Comparator.comparing(problem -> problem.remedy().equals(REMEDY))).toList();
    }

    /** Returns whether a stale snapshot is the only reason. */
    public static boolean isOnlyReason(List<Problem> reasons) {
        return !reasons.isEmpty() && reasons.stream().allMatch(problem -> problem.remedy().equals(REMEDY));
    }
}
