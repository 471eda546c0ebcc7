package tessera.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.model.Problem.OperationProblemKind;
import tessera.plan.PlanStepState.StepProgress;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStepOutcome;

/**
 * Decides which step of a run is next: in order, but within a row of evictions, pods blocked by a disruption budget come last. One thread at a time.
 */
final class NextPlanStepSelector {

    /** Evictions that were refused at once, and that are tried with patience when the others have been asked for. */
    private final Set<Integer> putOff = new HashSet<>();
    /** Evictions that were refused for as long as one was ready to wait. */
    private final Set<Integer> timedOutEvictions = new HashSet<>();

    /**
     * The index of the step to run, and whether to wait for its budget or to halt.
     *
     * @param skipsBudgetWait whether not to wait for a budget, as others may be asked meanwhile
     * @param haltsRun   whether nothing is left but to try it once more
     */
    record NextStepDecision(int index, boolean skipsBudgetWait, boolean haltsRun) {}

    /** Returns the next step to run; empty when all are done. */
    Optional<NextStepDecision> nextTurn(List<PlanStepState> steps) {
        int first = 0;
        while (first < steps.size() && steps.get(first).progress() == StepProgress.DONE) {
            first++;
        }
        if (first == steps.size()) {
            return Optional.empty();
        }
        var row = unfinishedEvictionsFrom(first, steps);
        var fresh = row.stream().filter(at -> !putOff.contains(at)).findFirst();
        int at = fresh.or(() -> row.stream().filter(other -> !timedOutEvictions.contains(other)).findFirst())
                .orElse(first);
        return Optional
                .of(new NextStepDecision(at, fresh.isPresent() && row.size() > 1, timedOutEvictions.contains(at)));
    }

    /** Returns the unfinished evictions in the row that begins at a step. */
    private static List<Integer> unfinishedEvictionsFrom(int first, List<PlanStepState> steps) {
        var row = new ArrayList<Integer>();
        for (int at = first; at < steps.size()
                && steps.get(at).planned().step() instanceof PlanStep.EvictPodStep; at++) {
            if (steps.get(at).progress() != StepProgress.DONE) {
                row.add(at);
            }
        }
        return row;
    }

    /** Postpones an eviction that a disruption budget forbids; returns whether it did. */
    boolean postponeBlockedEviction(NextStepDecision decision, PlanStep step, PlanStepOutcome outcome) {
        boolean forbidden = step instanceof PlanStep.EvictPodStep
                && outcome instanceof PlanStepOutcome.StepFailureOutcome(var problem)
                && problem.kind() == OperationProblemKind.OVERLOADED;
        return forbidden && (decision.skipsBudgetWait() ? putOff : timedOutEvictions).add(decision.index());
    }

    /** Returns whether a budget forbade this eviction until the patience ran out. */
    boolean isBudgetBlocked(int at) {
        return timedOutEvictions.contains(at);
    }

    /** Clears all postponements for a retry. */
    void restart() {
        putOff.clear();
        timedOutEvictions.clear();
    }
}
