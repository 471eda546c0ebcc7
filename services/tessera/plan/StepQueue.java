package tessera.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.model.Problem.ProblemKind;
import tessera.plan.StepState.StepProgress;
import tessera.plan.step.PlanStep;
import tessera.plan.step.StepOutcome;

/**
 * Whose turn it is among the steps of a run: one after the other; only of evictions in a row, a pod that its budget keeps
 * waits until the others have been asked to go. One thread at a time.
 */
final class StepQueue {

    /** Evictions that were refused at once, and that are tried with patience when the others have been asked for. */
    private final Set<Integer> putOff = new HashSet<>();
    /** Evictions that were refused for as long as one was ready to wait. */
    private final Set<Integer> kept = new HashSet<>();

    /**
     * Which step it is time for.
     *
     * @param hurried whether not to wait for a budget, as others may be asked meanwhile
     * @param halts   whether nothing is left but to try it once more
     */
    record Turn(int at, boolean hurried, boolean halts) {}

    /** Empty when all are done. */
    Optional<Turn> next(List<StepState> steps) {
        int first = 0;
        while (first < steps.size() && steps.get(first).progress() == StepProgress.DONE) {
            first++;
        }
        if (first == steps.size()) {
            return Optional.empty();
        }
        var row = evictionsFrom(first, steps);
        var fresh = row.stream().filter(at -> !putOff.contains(at)).findFirst();
        int at = fresh.or(() -> row.stream().filter(other -> !kept.contains(other)).findFirst()).orElse(first);
        return Optional.of(new Turn(at, fresh.isPresent() && row.size() > 1, kept.contains(at)));
    }

    /** Those evictions of the same row that are not done. */
    private static List<Integer> evictionsFrom(int first, List<StepState> steps) {
        var row = new ArrayList<Integer>();
        for (int at = first; at < steps.size() && steps.get(at).planned().step() instanceof PlanStep.Evict; at++) {
            if (steps.get(at).progress() != StepProgress.DONE) {
                row.add(at);
            }
        }
        return row;
    }

    /** Puts a step off, if it is an eviction that a budget forbids; says whether it did. */
    boolean putOff(Turn turn, PlanStep step, StepOutcome outcome) {
        boolean forbidden = step instanceof PlanStep.Evict && outcome instanceof StepOutcome.StepFailed(var problem)
                && problem.kind() == ProblemKind.OVERLOADED;
        return forbidden && (turn.hurried() ? putOff : kept).add(turn.at());
    }

    /** Whether a budget forbade an eviction for as long as one was ready to wait. */
    boolean kept(int at) {
        return kept.contains(at);
    }

    /** Begins anew, as somebody wants it tried again. */
    void restart() {
        putOff.clear();
        kept.clear();
    }
}
