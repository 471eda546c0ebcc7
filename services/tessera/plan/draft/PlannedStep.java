package tessera.plan.draft;

import java.util.List;
import java.util.Optional;
import tessera.plan.intent.Intent;
import tessera.plan.step.Step;

/**
 * A step in its place in a plan.
 *
 * @param words  what it does, e.g. “Cordon h100-01”
 * @param leaves what is so once it is done and until somebody changes it, e.g. “h100-01 is cordoned”; empty when nothing
 *               lasts
 * @param undo   what takes it back; empty when nothing can, or need not
 * @param ends   what an earlier step leaves and is no longer so once this one is done; empty for nothing
 */
public record PlannedStep(Step step, String words, String leaves, Optional<Intent> undo, String ends) {

    /** A step that ends nothing that an earlier one leaves. */
    public PlannedStep(Step step, String words, String leaves, Optional<Intent> undo) {
        this(step, words, leaves, undo, "");
    }

    /** A step of which nothing lasts. */
    public static PlannedStep passing(Step step, String words) {
        return new PlannedStep(step, words, "", Optional.empty());
    }

    /** A wait, as the steps it is: none where nobody has the patience. */
    public static List<PlannedStep> waiting(Step.Await wait, String words) {
        return wait.patience().isZero() ? List.of() : List.of(passing(wait, words));
    }
}
