package tessera.plan.model;

import java.util.Comparator;
import java.util.List;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** Refusals of plans because the snapshot is older than what was read of the cluster since; they go by themselves. */
public final class StaleSnapshot {

    private static final String REMEDY = "Plan again in a moment.";

    private StaleSnapshot() {}

    public static Problem problem(String what) {
        return new Problem(ProblemKind.INVALID, "What is seen of %s is behind the cluster".formatted(what), "", REMEDY);
    }

    /** Some reasons with those that stay first: what goes by itself need not be mended. */
    public static List<Problem> last(List<Problem> reasons) {
        return reasons.stream().sorted(Comparator.comparing(each -> each.remedy().equals(REMEDY))).toList();
    }

    /** Whether nothing else keeps something from being done. */
    public static boolean alone(List<Problem> reasons) {
        return !reasons.isEmpty() && reasons.stream().allMatch(each -> each.remedy().equals(REMEDY));
    }
}
