package tessera.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a run: phase, steps and, at the end, the receipt.
 *
 * @param steps   in their order
 * @param receipt null before the run ended
 */
public record PlanRunState(RunPhase phase, List<PlanStepState> steps, @Nullable PlanRunReceipt receipt) {

    /** The phase of a run. */
    public enum RunPhase {
        RUNNING,
        /** The step under way is finished or given up, and no other begun. */
        CANCELLING,
        /** A step went wrong; it waits to be told to try it again or to stop. */
        HALTED,
        ENDED
    }

    public PlanRunState {
        steps = List.copyOf(steps);
    }

    /** Returns the number of finished steps. */
    public long countDone() {
        return steps.stream().filter(step -> step.progress() == PlanStepState.StepProgress.DONE).count();
    }
}
