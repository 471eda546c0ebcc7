package tessera.plan.model;

import java.util.List;
import java.util.Optional;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.step.PlanStep;

/**
 * A step in its place in a plan.
 *
 * @param text  what it does, e.g. “Cordon h100-01”
 * @param lastingEffect what is so once it is done and until somebody changes it, e.g. “h100-01 is cordoned”; empty when nothing
 *               lasts
 * @param undo   what takes it back; empty when nothing can, or need not
 * @param endsText   what an earlier step leaves and is no longer so once this one is done; empty for nothing
 */
public record PlanStepWithUndo(PlanStep step, String text, String lastingEffect, Optional<ChangeIntent> undo,
        String endsText) {

    /** A step that ends nothing that an earlier one leaves. */
    public PlanStepWithUndo(PlanStep step, String words, String leaves, Optional<ChangeIntent> undo) {
        this(step, words, leaves, undo, "");
    }

    /** Returns a step without a lasting effect. */
    public static PlanStepWithUndo temporaryStep(PlanStep step, String text) {
        return new PlanStepWithUndo(step, text, "", Optional.empty());
    }

    /** Returns a wait as its steps; none if the patience is zero. */
    public static List<PlanStepWithUndo> waitSteps(PlanStep.AwaitClusterStateStep wait, String text) {
        if (wait.timeout().isZero()) {
            return List.of();
        }
        return List.of(temporaryStep(wait, text));
    }
}
