package tessera.plan;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;
import tessera.plan.model.PlanStepWithUndo;

/**
 * The state of one step in a run.
 *
 * @param text   what is being waited for, or what came of it; may be empty
 * @param problem what went wrong; null when nothing did
 * @param startedAt   null before it began
 * @param endedAt   null before it ended
 */
public record PlanStepState(PlanStepWithUndo planned, StepProgress progress, String text, @Nullable Problem problem,
        @Nullable Instant startedAt, @Nullable Instant endedAt) {

    /** The progress of a step. */
    public enum StepProgress {
        /** Not begun. */
        TO_DO,
        RUNNING,
        DONE,
        /** Surely not done. */
        FAILED,
        /** Done or not: the answer never came. */
        UNKNOWN,
        /** Begun, and surely not done because the user did not want to wait. */
        GIVEN_UP
    }

    static PlanStepState forPlannedStep(PlanStepWithUndo planned) {
        return new PlanStepState(planned, StepProgress.TO_DO, "", null, null, null);
    }
}
