package tessera.plan.model;

import java.util.List;
import java.util.Optional;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.step.PlanStep;

/**
 * A step in its place in a plan.
 *
 * @param words  what it does, e.g. “Cordon h100-01”
 * @param leaves what is so once it is done and until somebody changes it, e.g. “h100-01 is cordoned”; empty when nothing
 *               lasts
 * @param undo   what takes it back; empty when nothing can, or need not
 * @param ends   what an earlier step leaves and is no longer so once this one is done; empty for nothing
 */
public record PlannedStep(PlanStep step, String words, String leaves, Optional<ChangeIntent> undo, String ends) {

    /** A step that ends nothing that an earlier one leaves. */
    public PlannedStep(PlanStep step, String words, String leaves, Optional<ChangeIntent> undo) {
        this(step, words, leaves, undo, "");
    }

    /** A step of which nothing lasts. */
    public static PlannedStep passing(PlanStep step, String words) {
        return new PlannedStep(step, words, "", Optional.empty());
    }

    /** A wait, as the steps it is: none where nobody has the patience. */
    public static List<PlannedStep> waiting(PlanStep.Await wait, String words) {
        return wait.patience().isZero() ? List.of() : List.of(passing(wait, words));
    }
}
